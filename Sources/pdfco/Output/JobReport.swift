import Documents
import LinuxFiles
import SystemPackage

/// What a command did with one document. ``JobText`` says it to people, ``JobJSON`` to programs; neither decides anything.
struct JobReport {
    enum Outcome {
        /// Edits were recorded; in a dry run, would be.
        case recorded(EditReport)
        /// The document was saved, after edits or not; without a save nothing had to be written.
        case saved(EditReport?, SaveReport?)
        /// So many unsaved edits were recovered, and so many bytes of an interrupted save were cut off.
        case restored(Int, cutBack: Int, SaveReport?)
        /// The document is what it was at a revision; without a save it was already.
        case wentBack(toRevision: Int, SaveReport?)
    }

    let file: String
    let options: SaveOptions
    let outcome: Outcome
    /// How many edits are unsaved now; after a dry run of recording, how many would be.
    let unsaved: Int
    /// How many unsaved edits were dropped, because somebody else changed the document.
    let dropped: Int
    /// Where a part of the checkpoint is kept that cannot be read.
    let checkpointSetAside: FilePath?
    /// Whether a save had been interrupted when all was in the document.
    let wasSaved: Bool
    private let reasonForWholeReading: String?

    init(_ outcome: Outcome, _ document: DocumentFile, file: String, _ options: SaveOptions, unsaved: Int) {
        (self.outcome, self.file, self.options, self.unsaved) = (outcome, file, options, unsaved)
        (dropped, checkpointSetAside) = (document.droppedCount, document.checkpointSetAside)
        (wasSaved, reasonForWholeReading) = (document.hadSavedCheckpoint, document.reasonForWholeReading)
    }

    var edits: EditReport? {
        switch outcome {
        case .recorded(let edits): edits
        case .saved(let edits, _): edits
        case .restored, .wentBack: nil
        }
    }

    var save: SaveReport? {
        switch outcome {
        case .recorded: nil
        case .saved(_, let save), .restored(_, _, let save), .wentBack(_, let save): save
        }
    }

    var warnings: [String] {
        let lost = save?.lostObjects ?? 0
        let loss = "\(SummaryText.counted(lost, "object")) cannot be read and \(lost == 1 ? "is" : "are") left out"
        return (edits?.warnings ?? []) + (lost > 0 ? [loss] : [])
    }

    func tell(on console: Console) throws(CommandFailure) {
        for warning in warnings { console.warn(warning, file: file) }
        if let damage = save?.repaired { console.explain("\(file): \(damage)") }
        if let reason = reasonForWholeReading { console.explain("\(file): read whole: \(reason)") }
        if let reason = save?.reason {
            if save?.method == .append {
                console.explain("\(file): appended in place: \(reason)")
            } else {
                console.warn(reason, file: file)
            }
        }
        if let aside = checkpointSetAside {
            console.warn("a part of its checkpoint cannot be read and is kept in \(aside.argument)", file: file)
        }
        if console.json { try console.print(json: JobJSON.named(self)) } else { console.say(JobText.line(self)) }
    }
}
