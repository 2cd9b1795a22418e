import Mutations

@testable import PDFModel

/// A document made at random, the same for the same seed: a page tree and objects that refer to each other and to nothing, in
/// revisions with cross-reference sections of every form.
struct GeneratedFile {
    private(set) var bytes = Array("%PDF-1.7\n%\u{E2}\u{E3}\n".utf8)
    private var generator: SeededGenerator
    private var highest: Int
    private var generations: [Int: Int] = [:]
    private var lastSection: Int?
    /// Object streams and cross-reference streams, which stay, and what is in the former: libqpdf takes an object that is freed
    /// there for damage or not, depending on what was read before.
    private var fixed: Set<Int> = []
    /// Whether there are references that state another generation than the object's.
    private let mistakesGenerations: Bool
    /// The first objects are the catalog, the root of the page tree, its nodes and the pages.
    private let nodeCount: Int
    private let pageCount: Int

    private var firstPage: Int { 3 + nodeCount }
    private var firstOther: Int { firstPage + pageCount }

    init(seed: UInt64) {
        generator = SeededGenerator(state: seed)
        mistakesGenerations = Int.random(in: 0..<4, using: &generator) == 0
        nodeCount = Int.random(in: 1...3, using: &generator)
        pageCount = Int.random(in: 3...6, using: &generator)
        highest = 3 + nodeCount + pageCount + Int.random(in: 10...40, using: &generator)
        revision(Array(1...highest), isFirst: true)
        for _ in 0..<Int.random(in: 0...4, using: &generator) {
            let new = Int.random(in: 0...3, using: &generator)
            let changed = (0..<6).map { _ in Int.random(in: 1...highest, using: &generator) }.filter {
                !fixed.contains($0)
            }
            let added = Array((highest + 1)..<(highest + 1 + new))
            highest += new
            revision(Array(Set(changed + added)).sorted(), isFirst: false)
        }
    }

    private mutating func chance(_ count: Int, of total: Int) -> Bool {
        Int.random(in: 0..<total, using: &generator) < count
    }

    // MARK: Revisions

    private mutating func revision(_ numbers: [Int], isFirst: Bool) {
        let form = [CrossReferenceKind.table, .stream, .hybrid].randomElement(using: &generator)!
        var entries: [CrossReferenceEntry] =
            isFirst ? [CrossReferenceEntry(reference: IndirectReference(0), location: .free)] : []
        var members: [(Int, String)] = []
        for number in numbers {
            if !isFirst, number >= firstOther, chance(1, of: 5) {
                entries.append(CrossReferenceEntry(reference: IndirectReference(number), location: .free))
                generations[number, default: 0] += 1
                continue
            }
            let generation = generations[number] ?? 0
            let body = body(of: number)
            if form != .table, generation == 0, !body.contains("stream"), number > 1, chance(1, of: 2) {
                members.append((number, body))
            } else {
                let reference = IndirectReference(number, generation: generation)
                entries.append(CrossReferenceEntry(reference: reference, location: .file(bytes.count)))
                text("\(number) \(generation) obj\n\(body)\nendobj\n")
            }
        }
        let hidden = objectStream(members)
        switch form {
        case .table: finish(.table, entries)
        case .stream: finish(.stream, entries + hidden)
        case .hybrid:
            guard !hidden.isEmpty else { return finish(.table, entries) }
            highest += 1
            fixed.insert(highest)
            let stream = CrossReferenceEntry.stream(sorted(hidden), trailer: [.size: .integer(highest + 1)])
            let place = bytes.count
            text("\(highest) 0 obj\n")
            bytes += ObjectWriter.bytes(of: .stream(stream))
            text("\nendobj\n")
            entries.append(CrossReferenceEntry(reference: IndirectReference(highest), location: .file(place)))
            // To a reader that knows no streams, what is in one is free.
            if chance(1, of: 2) {
                entries += members.map { CrossReferenceEntry(reference: IndirectReference($0.0), location: .free) }
            }
            finish(.table, entries, hidden: place)
        }
    }

    /// Writes an object stream of these members and gives the entries of these and of itself.
    private mutating func objectStream(_ members: [(Int, String)]) -> [CrossReferenceEntry] {
        guard !members.isEmpty else { return [] }
        highest += 1
        fixed.formUnion(members.map(\.0) + [highest])
        var (header, data) = ("", "")
        for (number, body) in members {
            header += "\(number) \(data.utf8.count) "
            data += body + "\n"
        }
        let place = bytes.count
        let content = header + data
        text(
            "\(highest) 0 obj\n<< /Type /ObjStm /N \(members.count) /First \(header.utf8.count) /Length \(content.utf8.count) >>\n"
        )
        text("stream\n\(content)\nendstream\nendobj\n")
        return members.enumerated().map { index, member in
            CrossReferenceEntry(
                reference: IndirectReference(member.0), location: .objectStream(highest, index: index))
        } + [CrossReferenceEntry(reference: IndirectReference(highest), location: .file(place))]
    }

    private func sorted(_ entries: [CrossReferenceEntry]) -> [CrossReferenceEntry] {
        entries.sorted { $0.reference < $1.reference }
    }

    private mutating func finish(_ form: CrossReferenceKind, _ entries: [CrossReferenceEntry], hidden: Int? = nil) {
        var trailer: PDFDictionary = [.root: .reference(IndirectReference(1))]
        trailer[.previous] = lastSection.map(PDFObject.integer)
        trailer[.xrefStream] = hidden.map(PDFObject.integer)
        if chance(1, of: 3) {
            let information = Int.random(in: 1...highest, using: &generator)
            // libqpdf 12 does not open a file whose /Info is a cross-reference stream.
            if !fixed.contains(information) { trailer["Info"] = .reference(IndirectReference(information)) }
        }
        if form == .stream {
            highest += 1
            fixed.insert(highest)
        }
        let section = NewSection(
            kind: form, entries: sorted(entries), trailer: trailer, last: IndirectReference(highest))
        let place = bytes.count
        bytes += (try? section.bytes(at: place, comment: "")) ?? []
        lastSection = place
    }

    // MARK: Objects

    private mutating func text(_ text: String) { bytes += Array(text.utf8) }

    private mutating func body(of number: Int) -> String {
        let nodes = (3..<firstPage).map { "\($0) 0 R" }
        switch number {
        case 1: return "<< /Type /Catalog /Pages 2 0 R \(entries(3)) >>"
        case 2:
            return
                "<< /Type /Pages /Count \(pageCount) /Kids [\(nodes.joined(separator: " "))] /MediaBox [0 0 300 200] >>"
        case 3..<firstPage:
            let own = (firstPage..<firstOther).filter { $0 % nodeCount == number % nodeCount }
            let kids = own.map { "\($0) 0 R" }.joined(separator: " ")
            return "<< /Type /Pages /Parent 2 0 R /Count \(own.count) /Kids [\(kids)] >>"
        case firstPage..<firstOther:
            let node = 3 + (0..<nodeCount).first { (3 + $0) % nodeCount == number % nodeCount }!
            return "<< /Type /Page /Parent \(node) 0 R \(entries(5)) >>"
        default: return other()
        }
    }

    private mutating func other() -> String {
        switch Int.random(in: 0..<8, using: &generator) {
        case 0: return "\(Int.random(in: -5...99, using: &generator))"
        case 1: return chance(1, of: 4) ? "null" : "/Name"
        case 2: return "[\(value(depth: 1)) \(value(depth: 1)) \(value(depth: 1))]"
        case 3, 4:
            let data = String(repeating: "0 0 9 9 re f ", count: Int.random(in: 0...3, using: &generator))
            return "<< \(entries(2)) /Length \(data.utf8.count) >>\nstream\n\(data)\nendstream"
        default: return "<< \(entries(4)) >>"
        }
    }

    private mutating func entries(_ count: Int) -> String {
        var text = ""
        for key in 0..<count { text += "/K\(key) \(value(depth: 0)) " }
        return text
    }

    private mutating func value(depth: Int) -> String {
        switch Int.random(in: 0..<10, using: &generator) {
        case 0..<5:
            let number = Int.random(in: firstOther...(highest), using: &generator)
            return "\(number) \(mistakesGenerations && chance(1, of: 8) ? 1 : generations[number] ?? 0) R"
        case 5 where depth < 3: return "[\(value(depth: depth + 1)) \(value(depth: depth + 1))]"
        case 6 where depth < 3: return "<< /A \(value(depth: depth + 1)) /B \(value(depth: depth + 1)) >>"
        case 7: return "(text)"
        default: return "\(Double.random(in: 0...9, using: &generator))"
        }
    }
}
