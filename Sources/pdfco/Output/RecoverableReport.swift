import Checkpointing
import Documents
import FoundationEssentials
import LinuxFiles
import PDFModel
import SystemPackage

/// The JSON object of a document with unsaved changes.
struct RecoverableReport: Encodable {
    var id: String
    var state: String
    var edits: Int
    var undone: Int
    var modified: String
    var lostBytes: Int?
    var error: String?

    /// Returns the object with the document's name; `null` if the name is unknown.
    static func named(_ document: RecoverableDocument) -> NamedReport<RecoverableReport> {
        NamedReport(["file": document.path?.argument], showingAbsent: true, RecoverableReport(document))
    }

    private init(_ document: RecoverableDocument) {
        id = document.identifier.description
        state = document.condition.word
        edits = document.edits
        undone = document.undone
        modified = document.modifiedTimestamp
        lostBytes = document.lostBytes > 0 ? document.lostBytes : nil
        if case .unreadable(let cause) = document.condition {
            error = cause.reason
        }
    }
}

extension RecoverableDocument {
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
    static func line(_ document: RecoverableDocument, file: String) -> String {
        var parts = [SummaryText.counted(document.edits, "unsaved change")]
        if document.undone > 0 { parts.append("\(document.undone) undone") }
        if document.lostBytes > 0 { parts.append("\(document.lostBytes) bytes lost") }
        if let text = document.condition.text { parts.append(text) }
        if case .unreadable = document.condition { parts.removeFirst() }
        return "\(document.identifier)  \(document.modifiedTimestamp)  \(file): " + parts.joined(separator: ", ")
    }

    private struct Listing: Encodable {
        var checkpoints: [NamedReport<RecoverableReport>]
        var versions: [NamedReport<VersionItem>]?
    }

    /// - Parameter versions: the versions in conflict; `nil` if the list does not include versions.
    static func print(_ documents: [RecoverableDocument], versions: [FileVersion]? = nil, on console: Console)
        throws(CommandFailure)
    {
        guard !console.json else {
            return try console.print(
                json: Listing(
                    checkpoints: documents.map(RecoverableReport.named), versions: versions?.map(VersionItem.named)))
        }
        for document in documents {
            try console.print(line(document, file: document.path?.argument ?? document.checkpoint.argument))
        }
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
        case .takeBack(let reversal): "undo    \(Annotation.short(reversal.identifier)) on page \(reversal.page)"
        case .makeAgain(let reversal): "redo    \(Annotation.short(reversal.identifier)) on page \(reversal.page)"
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
