internal import PDFModel

/// One change as stored in a checkpoint: the edits of one command, and the data that shows later whether they still
/// fit.
struct UnsavedChange: Codable {
    struct Item: Codable {
        var edit: Edit
        /// The fingerprint of the annotations that are changed or removed, before the edit.
        var before: String?

        init(_ edit: Edit, before: String?) {
            self.edit = edit
            self.before = before
        }
    }

    var edits: [Item]
    /// The fingerprints of the affected pages, by page number.
    var pages: [String: String]
    /// The number of pages in the document.
    var pageCount: Int
    /// Whether they were made at the user's request although a certification or a signature forbids it.
    var isForced: Bool?

    var payload: [UInt8] { JSONLine.bytes(self) }
}

extension UnsavedChange {
    /// The suffix of an object reference (`12 0 R`), by which edits may identify an annotation regardless of its name.
    static let objectEnding = " R"

    /// The byte sequences in the payload of a change that edits of any name may depend on: an object reference, a
    /// removal, and a character that is lost when names are written (U+001B).
    static let alwaysRelevant = ["\(objectEnding)\"", "\"remove\":", #"\u001"#].map { Array($0.utf8) }

    /// Whether every JSON encoder would write a name the same way.
    static func isWrittenOneWay(_ name: String) -> Bool {
        name.utf8.allSatisfy { (0x20..<0x7F).contains($0) && $0 != 0x22 && $0 != 0x5C && $0 != 0x2F }
    }
}
