import Documents
import LinuxFiles
import SystemPackage

/// Messages about unsaved changes whose document is uncertain or has a new path (invariant 11).
enum IdentityText {
    /// The number of related changes that are listed; a longer list helps nobody.
    private static let limit = 4

    static func notices(of document: OpenDocument<PDFContents>, file: String) -> [String] {
        var notices: [String] = []
        if let old = document.identity.movedFrom {
            let edits = SummaryText.counted(document.unsavedCount, "unsaved change")
            let verb = wereRecorded(document.unsavedCount)
            notices.append("the document was at \(old.argument) when its \(edits) \(verb)")
        }
        if document.identity.isInAnotherFile {
            notices.append("it is not the file that its unsaved changes were made on, but has the same bytes")
        }
        let related = document.identity.related
        notices += related.prefix(limit).map { notice(of: $0, file: file) }
        if related.count > limit { notices.append("and \(related.count - limit) more: pdfco restore lists them") }
        return notices
    }

    /// The warning that the document is put back, or read, from the copy in its checkpoint.
    ///
    /// - Parameters:
    ///   - aside: the new name of what was in its place.
    ///   - version: what was in its place.
    static func lostContents(_ aside: FilePath?, _ version: FileVersion?) -> String {
        "it is missing or damaged: using the copy kept with its unsaved changes"
            + (aside.map { "; what was there is \($0.argument) now" } ?? "")
            + (version.map { "; what was there is kept as version \($0.persistentIdentifier)" } ?? "")
    }

    /// The warning that a document that is deleted or overwritten by others will not come back.
    static let withoutOriginal =
        "no copy of the document is kept with its unsaved changes: save soon, or set PDFCO_KEEP_BASE to keep a large one"

    /// Returns the warning that the end of the checkpoint cannot be read (invariant 5).
    static func loss(ofBytes count: Int) -> String {
        "the last \(SummaryText.counted(count, "byte")) of its checkpoint cannot be read: "
            + "changes recorded there are lost, all earlier changes are kept"
    }

    private static func notice(of changes: RelatedCheckpoint, file: String) -> String {
        let edits = SummaryText.counted(changes.edits, "unsaved change")
        let (path, verb) = (changes.path.argument, wereRecorded(changes.edits))
        let restore = "pdfco restore \(ShellWord.quoted(changes.path.argument))"
        let command = "\(restore) --to \(ShellWord.quoted(file)) writes"
        let they = SummaryText.them(changes.edits)
        return switch changes.relation {
        case .anotherName: "\(edits) \(verb) under another name of the file, \(path): \(command) \(they)"
        case .replaced:
            "\(edits) of \(path) \(verb) when this file was at that path; another file is there now: "
                + "\(command) \(they) here"
        case .ambiguous, .sameBytes:
            "\(edits) of \(path), which does not exist, may belong to this file: "
                + "\(restore) --uid \(changes.identifier) --to \(ShellWord.quoted(file)) writes \(they) here"
        }
    }

    private static func wereRecorded(_ count: Int) -> String { count == 1 ? "was recorded" : "were recorded" }

    /// Returns a hint with the possible resolutions of a conflict that discard nothing.
    ///
    /// - Parameter checkpoint: the chosen one, where it is not that of the document's path.
    static func hint(for choices: [ConflictResolution], _ file: String, checkpoint: String?) -> String {
        let file = ShellWord.quoted(file) + (checkpoint.map { " --uid \(ShellWord.quoted($0))" } ?? "")
        let list = "pdfco status \(file) lists them"
        if choices.contains(.copy) {
            return list + "; pdfco save \(file) --on-conflict copy writes them to a new file"
        }
        return choices.contains(.overwrite)
            ? list + "; pdfco save \(file) --on-conflict overwrite keeps the other document as a version" : list
    }
}
