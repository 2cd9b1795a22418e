import Checkpointing
import Documents
import FoundationEssentials
import LinuxFiles
import PDFModel
import SystemPackage

/// The JSON object of a document with unsaved changes.
extension RecoverableDocument: Encodable {
    private enum Key: CodingKey { case id, state, edits, undone, modified, lostBytes, original, originalBytes, error }

    /// The object with the document's name; `null` if the name is unknown.
    var named: NamedReport<Self> { NamedReport(["file": path?.argument], showingAbsent: true, self) }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(identifier.description, forKey: .id)
        try values.encode(condition.word, forKey: .state)
        try values.encode(edits, forKey: .edits)
        try values.encode(undone, forKey: .undone)
        try values.encode(modifiedTimestamp, forKey: .modified)
        if lostBytes > 0 { try values.encode(lostBytes, forKey: .lostBytes) }
        if originalBytes == nil, edits > 0 { try values.encode("notKept", forKey: .original) }
        try values.encodeIfPresent(originalBytes, forKey: .originalBytes)
        if case .unreadable(let cause) = condition { try values.encode(cause.reason, forKey: .error) }
    }
}

extension RecoverableDocument {
    /// Its name in messages: its path or, where that cannot be read, the path of its checkpoint.
    var shownFile: String { path?.argument ?? checkpoint.argument }

    /// The time at which the checkpoint was last written, in RFC 3339 format.
    fileprivate var modifiedTimestamp: String { Date(timeIntervalSince1970: Double(modified)).timestamp }
}

extension RecoverableDocument.Condition {
    /// A stable word for programs.
    fileprivate var word: String {
        switch self {
        case .ready: "ready"
        case .changed: "changed"
        case .saved: "saved"
        case .gone: "gone"
        case .unreadable: "unreadable"
        }
    }

    var isUnreadable: Bool { if case .unreadable = self { true } else { false } }

    /// The condition in words for users.
    fileprivate var text: String? {
        switch self {
        case .ready: nil
        case .changed: "the document has changed since"
        case .saved: "the document already has them"
        case .gone: "the document does not exist"
        case .unreadable(let error): error.reason
        }
    }
}

/// The text output about documents with unsaved changes.
enum RecoverableText {
    /// - Parameter file: the document as its user named it.
    static func line(_ document: RecoverableDocument, file: String? = nil) -> String {
        var parts = [SummaryText.counted(document.edits, "unsaved change")]
        if document.undone > 0 { parts.append("\(document.undone) undone") }
        if document.lostBytes > 0 { parts.append("\(document.lostBytes) bytes lost") }
        if document.edits > 0, document.originalBytes == nil { parts.append("original not kept") }
        if let text = document.condition.text { parts.append(text) }
        if case .unreadable = document.condition { parts.removeFirst() }
        return "\(document.identifier)  \(document.modifiedTimestamp)  \(file ?? document.shownFile): "
            + parts.joined(separator: ", ")
    }

    /// Returns what becomes of the unsaved changes of a document that another one has replaced.
    static func ofPrevious(_ file: String, _ identifier: CheckpointIdentifier, edits: Int) -> String {
        let command = "pdfco restore \(ShellWord.quoted(file)) --uid \(identifier) --on-conflict overwrite -o PATH"
        return
            "\(SummaryText.counted(edits, "unsaved change")) of the previous document \(edits == 1 ? "is" : "are") kept: "
            + "\(command) writes that document with \(SummaryText.them(edits))"
    }

    /// Says how much room the copies of documents take.
    static func sayOriginals(of documents: [RecoverableDocument], on console: Console) {
        let bytes = documents.compactMap(\.originalBytes).reduce(0, +)
        if bytes > 0 { console.say("the originals kept with them have \(bytes) bytes") }
    }

    private struct Listing: Encodable {
        var checkpoints: [NamedReport<RecoverableDocument>]
        var versions: [NamedReport<FileVersion>]?
    }

    /// - Parameter versions: the versions in conflict; `nil` if the list does not include versions.
    static func print(_ documents: [RecoverableDocument], versions: [FileVersion]? = nil, on console: Console)
        throws(CommandFailure)
    {
        guard !console.json else {
            return try console.print(
                json: Listing(
                    checkpoints: documents.map(\.named), versions: versions?.map(\.named)))
        }
        for document in documents { try console.print(line(document)) }
        sayOriginals(of: documents, on: console)
        for version in versions ?? [] { try console.print(VersionText.line(version, ofAll: true)) }
        if documents.isEmpty, versions?.isEmpty ?? true { console.say("no unsaved changes") }
    }
}

/// One edit on one line.
enum EditText {
    static func line(_ edit: Edit) -> String {
        switch edit {
        case .add(let annotation): "add     " + AnnotationText.line(annotation)
        case .update(let name, let pages, let change):
            "update  \(Annotation.short(name)) on \(text(pages)): \(text(change))"
        case .remove(let name, let pages, _): "remove  \(Annotation.short(name)) on \(text(pages))"
        case .undo(let reversal): "undo    \(Annotation.short(reversal.identifier)) on page \(reversal.page)"
        case .redo(let reversal): "redo    \(Annotation.short(reversal.identifier)) on page \(reversal.page)"
        }
    }

    private static func text(_ pages: PageRange) -> String {
        (Int("\(pages)") == nil ? "pages " : "page ") + "\(pages)"
    }

    private static func text(_ change: AnnotationChange) -> String {
        var undated = change
        undated.modificationDate = nil
        return Console.encoded(undated) ?? ""
    }
}
