public import SystemPackage

/// What was done with one document.
public struct JobReport {
    public enum Outcome {
        /// Edits were recorded; in a dry run, would be.
        case recorded(EditReport)
        /// The document was saved, after edits or not; without a save nothing had to be written.
        case saved(EditReport?, SaveReport?)
        /// So many unsaved edits were recovered, and so many bytes of an interrupted save were cut off.
        case restored(Int, cutBack: Int, SaveReport?)
        /// The document is what it was at a revision; without a save it was already.
        case wentBack(toRevision: Int, SaveReport?)
    }

    /// The document as the caller calls it.
    public let document: FilePath
    /// How it was to be written.
    public let saving: Saving
    public let outcome: Outcome
    /// How many edits are unsaved now; after a dry run of recording, how many would be.
    public let unsaved: Int
    /// How many unsaved edits were dropped, because somebody else changed the document.
    public let dropped: Int
    /// Where a part of the checkpoint is kept that cannot be read.
    public let checkpointSetAside: FilePath?
    /// Whether a save had been interrupted when all was in the document.
    public let wasSaved: Bool
    /// Why the whole file was read although less would have done.
    public let reasonForWholeReading: String?

    init(_ outcome: Outcome, _ file: DocumentFile, called document: FilePath, _ saving: Saving, unsaved: Int) {
        (self.document, self.saving, self.outcome, self.unsaved) = (document, saving, outcome, unsaved)
        (dropped, checkpointSetAside) = (file.droppedCount, file.checkpointSetAside)
        (wasSaved, reasonForWholeReading) = (file.hadSavedCheckpoint, file.reasonForWholeReading)
    }

    public var edits: EditReport? {
        switch outcome {
        case .recorded(let edits): edits
        case .saved(let edits, _): edits
        case .restored, .wentBack: nil
        }
    }

    public var save: SaveReport? {
        switch outcome {
        case .recorded: nil
        case .saved(_, let save), .restored(_, _, let save), .wentBack(_, let save): save
        }
    }
}
