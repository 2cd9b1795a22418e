import TestSupport
import Testing

@testable import PDFModel

extension PDFFile {
    /// The file that `contents` are, read no further than it is asked where all readers must agree.
    convenience init(
        partial contents: [UInt8], password: String? = nil, following base: PDFFile? = nil
    ) throws(PDFError) {
        let memory = OwnedBytes(contents)
        try self.init(
            bytes: memory.bytes, keeping: memory, password: password, for: .editing, isPartial: true, following: base)
    }

    convenience init(_ contents: [UInt8], password: String?, _ way: WayOfReading) throws(PDFError) {
        switch way {
        case .partial: try self.init(partial: contents, password: password)
        case .whole:
            let memory = OwnedBytes(contents)
            try self.init(bytes: memory.bytes, keeping: memory, password: password, for: .editing)
        }
    }
}

/// How a file is read for editing.
enum WayOfReading {
    case whole, partial
}

/// What a file answers to all that can be asked, errors included.
struct Answers: Equatable {
    private(set) var answers: [String: [UInt8]] = [:]
    /// Why a partial reader ended before all was asked.
    private(set) var reasons: Set<String> = []

    /// Whether libqpdf has complained; then what it answers depends on what was asked before.
    private(set) var hasDamage = false

    /// How many objects are asked for.
    private static let objectLimit = 120

    init(_ bytes: [UInt8], password: String? = nil, _ way: WayOfReading) {
        let questions: [(inout Self, PDFFile) -> Void] = [
            { $0.askFile($1) }, { $0.askPages($1) }, { $0.askObjects($1) }, { $0.askIncrements($1) },
        ]
        // Each with a file of its own: where a partial reader ends, all that is asked later is read whole.
        for ask in questions {
            do {
                let file = try PDFFile(bytes, password: password, way)
                ask(&self, file)
                if let reason = file.reasonForWholeReading { reasons.insert(reason) }
                if file.hasDamage { hasDamage = true }
            } catch {
                answers["opening"] = Array("\(error)".utf8)
            }
        }
    }

    /// Whether the file does not open.
    var isRefused: Bool { answers["opening"] != nil }

    static func == (left: Self, right: Self) -> Bool { left.answers == right.answers }

    /// The questions that are answered differently.
    func differences(from other: Self) -> [String] {
        Set(answers.keys).union(other.answers.keys).filter { answers[$0] != other.answers[$0] }.sorted().prefix(5).map {
            let (one, two) = (answers[$0] ?? [], other.answers[$0] ?? [])
            return
                "\($0): \(String(decoding: one.prefix(300), as: UTF8.self)) | \(String(decoding: two.prefix(300), as: UTF8.self))"
        }
    }

    private mutating func ask(_ question: String, _ answer: () throws(PDFError) -> [UInt8]) {
        do {
            answers[question] = try answer()
        } catch {
            answers[question] = Array("\(error)".utf8)
        }
    }

    private static func text(_ object: PDFObject) -> [UInt8] {
        guard case .stream(let stream) = object else { return ObjectWriter.bytes(of: object) }
        return Array("stream ".utf8) + ObjectWriter.bytes(of: .dictionary(stream.dictionary))
    }

    private mutating func askFile(_ file: PDFFile) {
        ask("trailer") { () throws(PDFError) in Self.text(.dictionary(try file.trailer())) }
        ask("version") { () throws(PDFError) in Array("\(file.version) \(file.isEncrypted)".utf8) }
        ask("encryption") { () throws(PDFError) in Array("\(try file.encryption() as Any)".utf8) }
        ask("key") { () throws(PDFError) in try file.encryptionKey() ?? [] }
        ask("signatures") { () throws(PDFError) in Array("\(try file.signatureFields())".utf8) }
        ask("certification") { () throws(PDFError) in Array("\(try file.certificationLevel() as Any)".utf8) }
    }

    private mutating func askPages(_ file: PDFFile) {
        ask("pages") { () throws(PDFError) in Array("\(try file.pageCount())".utf8) }
        for number in 1...min((try? file.pageCount()) ?? 1, 8) {
            ask("page \(number)") { () throws(PDFError) in
                let page = try file.page(number)
                return Array("\(page.cropBox) \(page.rotation) \(page.place)".utf8)
                    + Self.text(.dictionary(page.dictionary))
            }
            ask("fingerprint \(number)") { () throws(PDFError) in Array(try file.pageFingerprint(number).utf8) }
        }
        ask("annotations") { () throws(PDFError) in
            try file.annotations().flatMap {
                Array("\($0.reference as Any) \($0.hasAppearance)".utf8)
                    + Self.text(.dictionary($0.annotation.entries()))
            }
        }
        ask("annotation count") { () throws(PDFError) in Array("\(try file.annotationCount())".utf8) }
    }

    private mutating func askObjects(_ file: PDFFile) {
        var seen: Set<IndirectReference> = []
        var level = Self.references(in: .dictionary((try? file.trailer()) ?? [:]))
        while !level.isEmpty, seen.count < Self.objectLimit {
            level = level.filter { seen.insert($0).inserted }
            var next: [IndirectReference] = []
            for reference in level {
                ask("\(reference)") { () throws(PDFError) in
                    let object = try file.object(reference)
                    next += Self.references(in: object)
                    return Self.text(object)
                }
                ask("/Type of \(reference)") { () throws(PDFError) in
                    Self.text(try file.entry(.type, of: reference))
                }
            }
            level = next
        }
    }

    private static func references(in object: PDFObject) -> [IndirectReference] {
        switch object {
        case .array(let items): items.flatMap(references)
        case .dictionary, .stream:
            (object.dictionaryValue ?? [:]).sorted { $0.key < $1.key }.flatMap { references(in: $0.value) }
        case .reference(let reference): [reference]
        default: []
        }
    }

    private mutating func askIncrements(_ file: PDFFile) {
        ask("adding") { () throws(PDFError) in
            var editor = try AnnotationEditor(file, now: .fixed, ignoringSignatures: true)
            _ = try editor.add(.square("new"))
            _ = try editor.add(.square("newer", onPage: editor.pageCount))
            return try editor.increment().bytes
        }
        ask("removing") { () throws(PDFError) in
            guard let listed = try file.annotations().first else { return [] }
            var editor = try AnnotationEditor(file, now: .fixed, ignoringSignatures: true)
            let name = listed.annotation.name ?? listed.reference?.description ?? ""
            _ = try editor.remove(name, onPages: [listed.annotation.page])
            return try editor.increment().bytes
        }
    }
}
