internal import FileDocuments
internal import PDFModel
internal import Typesetting

/// One change as stored in a checkpoint: the edits of one command, and the data that shows later whether they still
/// fit.
public struct PDFChange: Codable, RecordedChange {
    struct Item: Codable {
        var edit: Edit
        /// The fingerprint of the annotations that are changed or removed, before the edit.
        var before: String?
        /// The texts in embedded fonts, which another machine, or this one later, may not be able to set alike.
        var texts: [SetText]?

        init(_ edit: Edit, before: String?, texts: [SetText] = []) {
            self.edit = edit
            self.before = before
            self.texts = texts.isEmpty ? nil : texts
        }
    }

    var edits: [Item]
    /// The fingerprints of the affected pages, by page number.
    var pages: [String: String]
    /// The number of pages in the document.
    var pageCount: Int
    /// Whether they were made at the user's request although a certification or a signature forbids it.
    var isForced: Bool?
    /// The saved change that this one takes back or makes again; `nil` if it is a change of its own.
    public var step: SavedStep?

    init(_ edits: [Item], pages: [String: String] = [:], pageCount: Int) {
        (self.edits, self.pages, self.pageCount) = (edits, pages, pageCount)
    }

    /// The most edits that a change may have to be taken back after a save.
    static let reversibleCount = 10_000
}

/// The form in a checkpoint: a JSON object that begins with the names of the annotations that the change is about, so
/// that they can be read without the rest.
extension PDFChange {
    private static let beginning = Array(#"{"names":["#.utf8)
    private static let quote = UInt8(ascii: "\"")

    public init?(payload: [UInt8]) {
        guard let change: Self = JSONLine.value(payload) else { return nil }
        self = change
    }

    public var editCount: Int { edits.count }

    public var payload: [UInt8] {
        let object = JSONLine.bytes(self)
        guard let names else { return object }
        let list = names.map { "\"\($0)\"" }.joined(separator: ",")
        return Self.beginning + Array("\(list)],".utf8) + object.dropFirst()
    }

    /// The names of the annotations that the edits refer to; `nil` if edits of other annotations may depend on the
    /// change, too: a pop-up window is removed with its annotation.
    private var names: [String]? {
        var names: [String] = []
        for item in edits {
            switch item.edit {
            case .remove, .undo, .redo: return nil
            case .add, .update: break
            }
            names += item.edit.names
        }
        return names.allSatisfy(Self.isPlain) ? names : nil
    }

    /// Returns the names at the beginning of a payload; `nil` if there are none, and the change may be about any
    /// annotation.
    static func names(in payload: UnsafeRawBufferPointer) -> [String]? {
        guard payload.starts(with: beginning) else { return nil }
        var names: [String] = []
        var rest = payload[beginning.count...]
        while rest.first == quote, let end = rest.dropFirst().firstIndex(of: quote) {
            names.append(String(decoding: rest[..<end].dropFirst(), as: UTF8.self))
            rest = rest[(end + 1)...]
            if rest.first == UInt8(ascii: ",") { rest = rest.dropFirst() }
        }
        return rest.first == UInt8(ascii: "]") ? names : nil
    }

    /// Whether a name identifies the same annotation wherever it is written: it is kept unchanged in PDF and in JSON,
    /// and is no object reference (`12 0 R`), by which edits may identify an annotation regardless of its name.
    static func isPlain(_ name: String) -> Bool {
        name.utf8.allSatisfy { $0 >= 0x20 && $0 != quote && $0 != UInt8(ascii: "\\") }
            && !name.hasSuffix(" R") && IndirectReference(identifier: name) == nil
    }
}
