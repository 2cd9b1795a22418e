import ArgumentParser
import Documents
import LinuxFiles
import SystemPackage

/// A command that undoes or redoes changes.
private protocol StepCommand: DocumentCommand {
    var target: StepOptions { get }

    /// Whether it undoes changes, and does not redo them.
    static var isUndo: Bool { get }
}

struct StepOptions: ParsableArguments {
    @OptionGroup var documents: DocumentFiles

    @Option(help: ArgumentHelp("The number of changes to undo or redo. (default: 1)", valueName: "number"))
    var count: String?

    @Flag(help: ArgumentHelp(ignoreSignaturesHelp))
    var ignoreSignatures = false

    @OptionGroup var global: GlobalOptions

    func validate() throws { try documents.check() }
}

extension StepCommand {
    var global: GlobalOptions { target.global }

    private static var verb: String { isUndo ? "undo" : "redo" }

    func run(in context: CommandContext) throws {
        let count = try OptionValue<Int>.count(target.count, for: "--count") ?? 1
        try context.forEach(of: try target.documents.paths(in: context.surroundings)) { file, context in
            try StandardInput.refuse(file)
            var (left, obstacle) = (count, DocumentError?.none)
            while left > 0 {
                if Self.isUndo, try putBack(file, context) {
                    (left, obstacle) = (left - 1, nil)
                    continue
                }
                if let obstacle { throw obstacle }
                // Any file may have gone back to a version; more is undone in PDF documents alone.
                if try !context.isPDF(file), try !context.versions(of: file).isEmpty {
                    if left < count { break }
                    throw CommandFailure(
                        kind: "nothingTo" + Self.verb.capitalizedFirst, file: file,
                        problem: "there is nothing to \(Self.verb)",
                        hint:
                            "pdfco log \(ShellWord.quoted(file)) lists its versions, and pdfco restore brings one back",
                        exitStatus: .negative)
                }
                let (changes, reason) = try step(file, left, context)
                if changes == 0, reason == nil, left == count {
                    throw CommandFailure(
                        kind: "nothingTo" + Self.verb.capitalizedFirst, file: file,
                        problem: "there is nothing to \(Self.verb)", exitStatus: .negative)
                }
                guard let reason else { break }
                guard reason.saysWentBack else { throw reason }
                (left, obstacle) = (left - changes, reason)
            }
        }
    }

    /// Puts the document back that a revision or version has replaced, if nothing has changed since.
    private func putBack(_ file: String, _ context: CommandContext) throws -> Bool {
        // This says only whether access to write is needed, where it is asked again.
        guard try context.existingStore() != nil,
            try FileVersion.replacedByGoingBack(at: FilePath(argument: file), in: context.versions()) != nil
        else { return false }
        do { return try VersionChange.undo(file, context) } catch let error as DocumentError
            where error.situation == .unsavedChanges
        { return false }
    }

    /// Undoes or redoes changes, up to where the document went back to a version or revision.
    private func step(
        _ file: String, _ count: Int, _ context: CommandContext
    ) throws -> (changes: Int, obstacle: DocumentError?) {
        var documents = try context.documents(for: file)
        documents.options.ignoresSignatures = target.ignoreSignatures
        let report: UndoReport
        let path = FilePath(argument: file)
        do { report = try Self.isUndo ? documents.undo(path, count) : documents.redo(path, count) } catch {
            guard !error.saysWentBack else { return (0, error) }
            throw try context.hinted(error, file, documents)
        }
        guard report.changes > 0 else { return (0, nil) }
        try context.console.answer(["file": file], report) {
            let done = "\(Self.isUndo ? "undone" : "redone"): \(UndoneEdit.text(report.edits))"
            context.console.say(
                "\(file): \(done); " + JobText.pending(report.unsaved, savedBy: context.commandToSave(file)))
        }
        context.console.warn(ofIgnored: report.ignoredRestrictions, file: file)
        for left in report.left { context.console.warn("'\(left.name)' stays as it is: \(left.reason)", file: file) }
        return (report.changes, report.obstacle)
    }

    fileprivate static func stepping(_ abstract: String) -> CommandConfiguration {
        CommandConfiguration(
            commandName: verb, _superCommandName: "pdfco", abstract: abstract,
            usage: "pdfco \(verb) [<options>] <file> ...",
            discussion: "EXAMPLE\n  pdfco \(verb) report.pdf")
    }
}

struct UndoCommand: StepCommand {
    fileprivate static let isUndo = true
    static let configuration = stepping("Undo the last change.")

    @OptionGroup var target: StepOptions
}

struct RedoCommand: StepCommand {
    fileprivate static let isUndo = false
    static let configuration = stepping("Redo the last change that was undone.")

    @OptionGroup var target: StepOptions
}

extension DocumentError {
    fileprivate var saysWentBack: Bool { if case .wentBack = situation { true } else { false } }
}
