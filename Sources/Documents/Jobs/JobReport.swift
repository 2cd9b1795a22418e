public import SystemPackage

/// The result of a job on one document.
public struct JobReport {
    /// What became of the edits.
    public enum Outcome {
        /// Edits were recorded; in a dry run, would be.
        case recorded(EditReport)
        /// The document was saved, with or without edits; the save is `nil` if nothing had to be written.
        case saved(EditReport?, SaveReport?)
        /// The number of unsaved edits recovered, and the number of bytes of an interrupted save cut off.
        case restored(Int, cutBack: Int, SaveReport?)
        /// The document went back to a revision; the save is `nil` if it was already there.
        case restoredRevision(Int, SaveReport?)
    }

    /// The path of the document, as given by the caller.
    public var document: FilePath
    /// The saving options of the job.
    public let saving: DocumentSaving<PDFContents>
    /// What became of the edits.
    public let outcome: Outcome
    /// The version that keeps what was in the document's file before; `nil` if there is none.
    public var kept: FileVersion?
    /// The number of unsaved edits now; after a dry run of recording, the number there would be.
    public let unsaved: Int
    /// The number of edits that were unsaved before, and were saved with those of the job; 0 for a job without edits.
    public let savedBefore: Int
    /// What opening the document has shown about it and its checkpoint.
    public let identity: DocumentIdentity
    /// What signatures forbid and was done all the same, a sentence each.
    public let ignoredRestrictions: [String]
    /// Whether the original of the edits that were recorded is kept; `nil` if none were recorded.
    public let isOriginalKept: Bool?
    /// Whether they are the first ones made on this document, so that the user is told if no original is kept.
    public let isFirstOnDocument: Bool
    /// Why the whole file was read although part of it would normally suffice.
    public let reasonForWholeReading: String?

    init(
        _ outcome: Outcome, _ file: OpenDocument<PDFContents>, called document: FilePath,
        _ saving: DocumentSaving<PDFContents>, unsaved: Int,
        savedBefore: Int = 0
    ) {
        (self.document, self.saving, self.outcome) = (document, saving, outcome)
        (self.unsaved, self.savedBefore) = (unsaved, savedBefore)
        (ignoredRestrictions, identity) = (file.ignoredRestrictions, file.identity)
        (reasonForWholeReading, isOriginalKept) = (file.reasonForWholeReading, file.original?.isOriginalKept)
        isFirstOnDocument = file.original?.isNews ?? false
        kept = save?.kept
    }

    /// What the edits did; `nil` if there was nothing to do.
    public var edits: EditReport? {
        switch outcome {
        case .recorded(let edits): edits
        case .saved(let edits, _): edits
        case .restored, .restoredRevision: nil
        }
    }

    /// How the document was written; `nil` if it was not.
    public var save: SaveReport? {
        switch outcome {
        case .recorded: nil
        case .saved(_, let save), .restored(_, _, let save), .restoredRevision(_, let save): save
        }
    }
}
