import Documents
import SystemPackage

/// What `annotate` and `save` tell of what they did.
struct SaveResult {
    var file: String
    var options: SaveOptions
    var edits: EditReport?
    /// `nil` where nothing had to be written.
    var save: SaveReport?
    /// How many edits are unsaved now; after a dry run of recording, how many would be.
    var unsaved: Int
    /// How many unsaved edits were recovered; `nil` where that was not the point.
    private var restored: Int?
    /// The length in bytes of an interrupted save that was cut off.
    private var cutBack = 0
    /// The revision that the document was taken back to.
    private var revision: Int?
    /// Whether there is a checkpoint instead of a document to be written.
    private let isRecorded: Bool

    /// How many unsaved edits were dropped, because somebody else changed the document.
    private var dropped = 0
    private var checkpointSetAside: FilePath?
    /// Whether a save had been interrupted when all was in the document.
    private var wasSaved = false
    private var reasonForWholeReading: String?

    /// With what became of the document's checkpoint.
    func noting(_ document: DocumentFile) -> SaveResult {
        var result = self
        (result.dropped, result.checkpointSetAside) = (document.droppedCount, document.checkpointSetAside)
        result.wasSaved = document.hadSavedCheckpoint
        result.reasonForWholeReading = document.reasonForWholeReading
        return result
    }

    /// What a command tells that writes a document.
    init(file: String, options: SaveOptions, edits: EditReport? = nil, save: SaveReport?, unsaved: Int) {
        (self.file, self.options, self.edits, self.save, self.unsaved) = (file, options, edits, save, unsaved)
        isRecorded = false
    }

    /// What `restore` tells.
    init(file: String, options: SaveOptions, save: SaveReport?, unsaved: Int, restored: Int, cutBack: Int) {
        self.init(file: file, options: options, save: save, unsaved: unsaved)
        (self.restored, self.cutBack) = (restored, cutBack)
    }

    /// What `restore --revision` tells.
    init(file: String, options: SaveOptions, save: SaveReport?, revision: Int) {
        self.init(file: file, options: options, save: save, unsaved: 0)
        self.revision = revision
    }

    /// What a command tells that records changes.
    init(file: String, options: SaveOptions, edits: EditReport, unsaved: Int) {
        (self.file, self.options, self.edits, self.unsaved) = (file, options, edits, unsaved)
        isRecorded = true
    }

    private struct JSON: Encodable {
        var applied: Int?
        var alreadyApplied: Int?
        var restored: Int?
        var cutBack: Int?
        var revision: Int?
        var dropped: Int?
        var unsavedChanges: Int
        var saved: Bool
        var repaired: Bool?
        var method: String?
        var bytesAppended: Int
        var bytes: Int?
        var kept: String?
        var warnings: [String]?
    }

    func tell(on console: Console) throws(CommandFailure) {
        for warning in warnings { console.warn(warning, file: file) }
        if let damage = save?.repaired { console.explain("\(file): \("\(damage)")") }
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
        if console.json { try console.print(json: json) } else { console.say(text) }
    }

    private var warnings: [String] {
        let lost = save?.lostObjects ?? 0
        let loss = "\(SummaryText.counted(lost, "object")) cannot be read and \(lost == 1 ? "is" : "are") left out"
        return (edits?.warnings ?? []) + (lost > 0 ? [loss] : [])
    }

    private var json: some Encodable {
        NamedReport(["file": file, "output": options.output ?? save?.copy?.argument], object)
    }

    private var object: JSON {
        JSON(
            applied: edits?.applied, alreadyApplied: edits?.alreadyApplied, restored: restored,
            cutBack: restored == nil ? nil : cutBack, revision: revision, dropped: dropped > 0 ? dropped : nil,
            unsavedChanges: unsaved, saved: save != nil && !options.dryRun,
            repaired: options.repair ? save?.repaired != nil : nil,
            method: save?.method?.rawValue, bytesAppended: save?.bytesAppended ?? 0, bytes: save?.bytes,
            kept: save?.kept?.persistentIdentifier, warnings: warnings.isEmpty ? nil : warnings)
    }

    private var text: String {
        var parts: [String] = []
        if let edits {
            if edits.applied > 0 { parts.append("\(SummaryText.counted(edits.applied, "edit")) applied") }
            if edits.alreadyApplied > 0 { parts.append("\(edits.alreadyApplied) already applied") }
        }
        if cutBack > 0 {
            parts.append(
                "\(SummaryText.counted(cutBack, "byte")) of an interrupted save \(options.dryRun ? "would be cut off" : "cut off")"
            )
        }
        if dropped > 0 {
            parts.append(
                "\(SummaryText.counted(dropped, "unsaved edit")) \(options.dryRun ? "would be dropped" : "dropped")")
        } else if restored == 0, wasSaved {
            parts.append("has its changes already")
        } else if let restored, restored > 0 || cutBack == 0 {
            parts.append(
                "\(SummaryText.counted(restored, "edit")) \(options.dryRun ? "would be restored" : "restored")")
        }
        if let revision { parts.append("back to revision \(revision)") }
        if save?.repaired != nil { parts.append(options.dryRun ? "would be repaired" : "repaired") }
        if options.repair, edits == nil, save?.repaired == nil {
            parts.append("nothing to repair")
            if save != nil { parts.append(outcome) }
        } else {
            parts.append(outcome)
        }
        return "\(file): " + parts.joined(separator: ", ")
    }

    private var outcome: String {
        guard let kept = save?.kept else { return written }
        return "\(written), the other's document is kept as version \(kept.persistentIdentifier)"
    }

    private var written: String {
        if isRecorded {
            if options.dryRun { return "\(unsaved) would be unsaved" }
            if unsaved == 0 { return "nothing unsaved" }
            return "\(unsaved) unsaved (pdfco save writes \(unsaved == 1 ? "it" : "them"))"
        }
        guard let save else { return restored == nil && revision == nil ? "nothing to save" : "nothing to write" }
        let verb = options.dryRun ? "would be written" : "written"
        if let output = options.output { return "\(output) \(verb) (\(save.bytes) bytes)" }
        if let copy = save.copy { return "\(copy.argument) \(verb), the document is left as it is" }
        guard let method = save.method else { return "the whole file \(verb) anew (\(save.bytes) bytes)" }
        let outcome = "\(options.dryRun ? "would be saved" : "saved") by \(method.rawValue)"
        return revision == nil
            ? "\(outcome) (\(save.bytesAppended) bytes appended)" : "\(outcome) (\(save.bytes) bytes)"
    }
}
