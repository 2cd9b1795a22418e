import Documents

/// What `annotate` and `save` tell of what they did.
struct SaveResult {
    var file: String
    var options: SaveOptions
    var edits: EditReport?
    /// `nil` where nothing had to be written.
    var save: SaveReport?

    private struct JSON: Encodable {
        var file: String
        var applied: Int?
        var alreadyApplied: Int?
        var unsavedChanges: Int
        var saved: Bool
        var repaired: Bool?
        var output: String?
        var method: String?
        var bytesAppended: Int
        var bytes: Int?
        var warnings: [String]?
    }

    func tell(on console: Console) {
        for warning in warnings { console.warn(warning, file: file) }
        if let damage = save?.repaired { console.explain("\(file): \(CommandFailure(damage, file: file).problem)") }
        if let reason = save?.reason {
            if save?.method == .append {
                console.explain("\(file): appended in place: \(reason)")
            } else {
                console.warn(reason, file: file)
            }
        }
        if console.json { console.print(json: json) } else { console.say(text) }
    }

    private var warnings: [String] {
        let lost = save?.lostObjects ?? 0
        let loss = "\(SummaryText.counted(lost, "object")) cannot be read and \(lost == 1 ? "is" : "are") left out"
        return (edits?.warnings ?? []) + (lost > 0 ? [loss] : [])
    }

    private var json: some Encodable {
        JSON(
            file: file, applied: edits?.applied, alreadyApplied: edits?.alreadyApplied,
            unsavedChanges: options.dryRun ? edits?.applied ?? 0 : 0, saved: save != nil && !options.dryRun,
            repaired: options.repair ? save?.repaired != nil : nil, output: options.output,
            method: save?.method?.rawValue, bytesAppended: save?.bytesAppended ?? 0, bytes: save?.bytes,
            warnings: warnings.isEmpty ? nil : warnings)
    }

    private var text: String {
        var parts: [String] = []
        if let edits {
            if edits.applied > 0 { parts.append("\(SummaryText.counted(edits.applied, "edit")) applied") }
            if edits.alreadyApplied > 0 { parts.append("\(edits.alreadyApplied) already applied") }
        }
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
        guard let save else { return "nothing to save" }
        let verb = options.dryRun ? "would be written" : "written"
        if let output = options.output { return "\(output) \(verb) (\(save.bytes) bytes)" }
        guard let method = save.method else { return "the whole file \(verb) anew (\(save.bytes) bytes)" }
        let outcome = "\(options.dryRun ? "would be saved" : "saved") by \(method.rawValue)"
        return "\(outcome) (\(save.bytesAppended) bytes appended)"
    }
}
