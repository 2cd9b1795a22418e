internal import PDFModel

/// One change as a checkpoint keeps it: the edits of one command, and by what it is told later whether they still fit.
struct UnsavedChange: Codable {
    struct Item: Codable {
        var edit: Edit
        /// What the annotations that are changed or removed were like before.
        var before: String?

        init(_ edit: Edit, before: String?) {
            self.edit = edit
            self.before = before
        }
    }

    var edits: [Item]
    /// What each page touched is recognised by, by its number.
    var pages: [String: String]
    /// How many pages the document had.
    var pageCount: Int
    /// They were made although a certification or a signature forbids it, as the user asked for.
    var isForced: Bool?

    var payload: [UInt8] { JSONLine.bytes(self) }
}

extension UnsavedChange {
    /// How the name of an object ends (`12 0 R`), by which edits may know an annotation whatever its name.
    static let objectEnding = " R"

    /// What stands in the payload of a change on which edits of any name may depend: an object, a removal, and a character
    /// that names lose when they are written (U+001B).
    static let alwaysRelevant = ["\(objectEnding)\"", "\"remove\":", #"\u001"#].map { Array($0.utf8) }

    /// Whether every writer of JSON would write a name the same.
    static func isWrittenOneWay(_ name: String) -> Bool {
        name.utf8.allSatisfy { (0x20..<0x7F).contains($0) && $0 != 0x22 && $0 != 0x5C && $0 != 0x2F }
    }
}
