import Documents
import LinuxFiles
import SystemPackage

/// Messages about unsaved changes whose document is uncertain or has a new path (invariant 11).
enum IdentityText {
    /// The number of related changes that are listed; a longer list helps nobody.
    private static let limit = 4

    static func notices(of document: DocumentFile, file: String) -> [String] {
        var notices: [String] = []
        if let old = document.identity.movedFrom {
            let edits = SummaryText.counted(document.unsavedCount, "unsaved edit")
            let verb = wereRecorded(document.unsavedCount)
            notices.append("the document was at \(old.argument) when its \(edits) \(verb)")
        }
        if document.identity.isInAnotherFile {
            notices.append("it is not the file that its unsaved edits were made on, but has the same bytes")
        }
        let related = document.identity.related
        notices += related.prefix(limit).map { notice(of: $0, file: file) }
        if related.count > limit { notices.append("and \(related.count - limit) more: pdfco restore lists them") }
        return notices
    }

    /// The warning that the document is put back, or read, from the copy in its checkpoint.
    static let lostContents = "its contents are lost: they are taken from the copy that was kept with its unsaved edits"

    /// Returns the warning that the end of the checkpoint cannot be read (invariant 5).
    static func loss(ofBytes count: Int) -> String {
        "the last \(SummaryText.counted(count, "byte")) of its checkpoint cannot be read: "
            + "changes recorded there are lost, all earlier changes are kept"
    }

    private static func notice(of changes: RelatedChanges, file: String) -> String {
        let edits = SummaryText.counted(changes.edits, "unsaved edit")
        let (path, verb) = (changes.path.argument, wereRecorded(changes.edits))
        let command = "pdfco restore \(ShellWord.quoted(changes.path.argument)) --to \(ShellWord.quoted(file)) writes"
        let they = changes.edits == 1 ? "it" : "them"
        return switch changes.relation {
        case .anotherName: "\(edits) \(verb) under another name of the file, \(path): \(command) \(they)"
        case .replaced:
            "\(edits) of \(path) \(verb) when this file was at that path; another file is there now: "
                + "\(command) \(they) here"
        case .ambiguous, .sameBytes:
            "\(edits) of \(path), which does not exist, may belong to this file: "
                + "\(command) \(they) here (--uid \(changes.identifier))"
        }
    }

    private static func wereRecorded(_ count: Int) -> String { count == 1 ? "was recorded" : "were recorded" }

    /// Returns a hint with the possible resolutions of a conflict that discard nothing.
    static func hint(for choices: [ConflictResolution], _ file: String) -> String {
        let words = choices.filter { $0 != .reload }.map(\.rawValue)
        let file = ShellWord.quoted(file)
        let choice = "; pdfco save \(file) --on-conflict \(words.joined(separator: " or ")) keeps them and the document"
        return "pdfco status \(file) lists them" + (words.isEmpty ? "" : choice)
    }
}
