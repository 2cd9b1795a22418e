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
            let isPutBack = try Self.isUndo && putBack(file, context)
            if count > 1 || !isPutBack { try step(file, isPutBack ? count - 1 : count, context) }
        }
    }

    /// Puts the document back that a revision or version has replaced, if nothing has changed since.
    private func putBack(_ file: String, _ context: CommandContext) throws -> Bool {
        try StandardInput.refuse(file)
        guard try context.existingStore() != nil,
            let version = try FileVersion.replacedByGoingBack(at: FilePath(argument: file), in: context.versions())
        else { return false }
        let change = VersionChange(
            file: file, identifier: version.persistentIdentifier, saving: Saving(), context: context,
            reason: "put back by undo")
        do { try change.goBack() } catch let error as DocumentError where error.situation == .unsavedChanges {
            return false
        }
        return true
    }

    private func step(_ file: String, _ count: Int, _ context: CommandContext) throws {
        try StandardInput.refuse(file)
        var workspace = try context.workspace(for: file)
        workspace.ignoresSignatures = target.ignoreSignatures
        let report: UndoReport
        let path = FilePath(argument: file)
        do { report = try Self.isUndo ? workspace.undo(path, count) : workspace.redo(path, count) } catch {
            throw try context.hinted(error, file, workspace)
        }
        guard report.changes > 0 else {
            throw CommandFailure(
                kind: "nothingTo" + Self.verb.capitalizedFirst, file: file, problem: "there is nothing to \(Self.verb)",
                exitStatus: .negative)
        }
        try context.console.answer(["file": file], report) {
            let done = "\(Self.isUndo ? "undone" : "redone"): \(UndoneEdit.text(report.edits))"
            context.console.say(
                "\(file): \(done); " + JobText.pending(report.unsaved, savedBy: context.commandToSave(file)))
        }
        context.console.warn(ofIgnored: report.ignoredRestrictions, file: file)
        for left in report.left { context.console.warn("'\(left.name)' stays as it is: \(left.reason)", file: file) }
        if let obstacle = report.obstacle { throw obstacle }
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

extension String {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
