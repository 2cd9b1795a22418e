/// A PDF file put together object by object, with whatever is wrong with it that a test wants.
package struct HandmadePDF {
    package private(set) var bytes: [UInt8] = []
    private let headerOffset: Int
    private var entries: [(number: Int, generation: Int, offset: Int)] = []
    /// Where the last cross-reference section stands, in bytes from the header.
    package private(set) var lastSection: Int?

    package init(before: String = "", version: String = "1.7") {
        headerOffset = before.utf8.count
        bytes = Array(before.utf8)
        text("%PDF-\(version)\n%\u{E2}\u{E3}\n")
    }

    /// A document of one page, objects 1 to 3, and further objects, or others in their place, by their numbers.
    package static func onePage(_ page: String = "", catalog: String = "", objects: [Int: String] = [:]) -> HandmadePDF
    {
        let own = [
            1: "<< /Type /Catalog /Pages 2 0 R \(catalog) >>", 2: "<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
            3: "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] \(page) >>",
        ]
        var file = HandmadePDF()
        for (number, body) in own.merging(objects, uniquingKeysWith: { $1 }).sorted(by: { $0.key < $1.key }) {
            file.object(number, body)
        }
        return file
    }

    /// A whole file of a catalog, object 1, whose page tree's root is object 2, and the objects given.
    package static func bytes(_ objects: [Int: String]) -> [UInt8] {
        var file = HandmadePDF()
        file.object(1, "<< /Type /Catalog /Pages 2 0 R >>")
        for (number, body) in objects.sorted(by: { $0.key < $1.key }) { file.object(number, body) }
        file.table()
        return file.bytes
    }

    /// Bytes from the header to the end.
    package var end: Int { bytes.count - headerOffset }

    package mutating func text(_ text: String) { bytes += Array(text.utf8) }

    package mutating func object(_ number: Int, generation: Int = 0, _ body: String) {
        entries.append((number, generation, end))
        text("\(number) \(generation) obj\n\(body)\nendobj\n")
    }

    /// An object whose body is bytes and not text.
    package mutating func bytes(_ number: Int, _ body: [UInt8]) {
        entries.append((number, 0, end))
        text("\(number) 0 obj\n")
        bytes += body
        text("\nendobj\n")
    }

    /// Ends a revision with a table of the objects since the last one.
    ///
    /// - Parameters:
    ///   - size: `/Size`; by default one more than the highest number.
    ///   - lineEnd: what ends an entry; two characters are right.
    package mutating func table(size: Int? = nil, trailer: String = "", lineEnd: String = " \n", comment: String = "") {
        let start = end
        text("xref\n\(comment)")
        if lastSection == nil { text("0 1\n0000000000 65535 f\(lineEnd)") }
        for entry in entries.sorted(by: { $0.number < $1.number }) {
            text("\(entry.number) 1\n\(digits(entry.offset, 10)) \(digits(entry.generation, 5)) n\(lineEnd)")
        }
        let size = size ?? (entries.map(\.number).max() ?? 0) + 1
        let previous = lastSection.map { "/Prev \($0)" } ?? ""
        finish("trailer\n<< /Size \(size) /Root 1 0 R \(previous) \(trailer) >>\n", startXRef: start)
    }

    /// Ends a revision with `section`, whatever it is.
    package mutating func finish(_ section: String, startXRef: Int) {
        text("\(section)startxref\n\(startXRef)\n%%EOF\n")
        lastSection = startXRef
        entries = []
    }

    private func digits(_ value: Int, _ width: Int) -> String {
        String(String(repeating: "0", count: width) + "\(value)").suffix(width).description
    }
}

extension [UInt8] {
    /// How often `text` occurs.
    package func count(of text: String) -> Int { indices(of: text).count }

    /// Where `text` occurs.
    package func indices(of text: String) -> [Int] {
        let pattern = Array(text.utf8)
        guard count >= pattern.count else { return [] }
        return (0...(count - pattern.count)).filter { self[$0..<($0 + pattern.count)].elementsEqual(pattern) }
    }

    /// The bytes with the first occurrence of `old` replaced.
    package func replacing(_ old: String, with new: String) -> [UInt8] {
        guard let place = indices(of: old).first else { return self }
        return Array(self[..<place]) + Array(new.utf8) + Array(self[(place + old.utf8.count)...])
    }
}
