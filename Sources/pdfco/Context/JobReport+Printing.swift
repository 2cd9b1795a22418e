import Documents
import LinuxFiles
import PDFModel
import SystemPackage

extension JobReport {
    var file: String { document.argument }
    /// The document in a message.
    var shownFile: String { StandardInput.shown(file) }

    var warnings: [String] {
        let lost = save?.lostObjects ?? 0
        let loss = "\(SummaryText.counted(lost, "object")) cannot be read and \(lost == 1 ? "is" : "are") omitted"
        let isWithout = isOriginalKept == false && isFirstOnDocument
        return (edits?.warnings ?? []) + (lost > 0 ? [loss] : []) + (isWithout ? [IdentityText.withoutOriginal] : [])
    }

    /// For an increment that was written without its document, the length of what it follows; `nil` if the document was
    /// written.
    var baseBytes: Int? { saving.part == .increment ? save.map { $0.bytes - $0.bytesAppended } : nil }

    /// The annotations that met the conditions of a command that writes nothing.
    var selectedInDryRun: [ListedAnnotation] { saving.dryRun ? edits?.selected ?? [] : [] }

    /// Warns where nobody is at a terminal and the edit is not in the document: a script that wanted it there would not notice.
    /// Once is enough for all documents.
    func warnIfOnlyRecorded(in context: CommandContext) {
        let console = context.console
        guard case .recorded = outcome, edits?.applied ?? 0 > 0, !saving.dryRun, !console.json,
            !console.surroundings.output.isTerminal, console.surroundings.environment("PDFCO_SAVE") != "0",
            console.surroundings.isFirst("warning of an unsaved change")
        else { return }
        let command = context.commandToSave(file)
        console.warn("not saved yet: run `\(command)`, and add --save in scripts", file: shownFile)
    }

    /// Prints the report; as a message where standard output has the document.
    func print(in context: CommandContext) throws(CommandFailure) {
        let (file, console) = (shownFile, context.console)
        for warning in warnings { console.warn(warning, file: file) }
        console.warn(ofIgnored: ignoredRestrictions, file: file)
        if let damage = save?.repaired { console.explain("\(file): \(damage)") }
        if let reason = reasonForWholeReading { console.explain("\(file): read completely: \(reason)") }
        if let reason = save?.reason {
            if save?.method == .append {
                console.explain("\(file): appended in place: \(reason)")
            } else {
                console.warn(reason, file: file)
            }
        }
        if let aside = identity.checkpointSetAside {
            console.warn("part of the checkpoint cannot be read; it is kept in \(aside.argument)", file: file)
        }
        if !console.json {
            for listed in selectedInDryRun { try console.print(AnnotationText.line(listed)) }
        }
        switch console.json {
        case true where saving.output?.isStream == true && !saving.dryRun: console.report(json: JobJSON.named(self))
        case true: try console.print(json: JobJSON.named(self))
        case false:
            console.say(JobText.line(self, savedBy: context.commandToSave(file)))
        }
    }
}

extension CommandContext {
    /// Returns the command that saves a document, as it is typed here. One that needs a password needs it again.
    func commandToSave(_ file: String) -> String {
        if session != nil { return "save" }
        let password = options.passwordFile.map { " --password-file \(ShellWord.quoted($0))" } ?? ""
        return "pdfco save \(ShellWord.quoted(file))\(password)"
    }
}
