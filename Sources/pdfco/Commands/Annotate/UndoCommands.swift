import ArgumentParser
import Documents
import LinuxFiles
import SystemPackage

/// A command that undoes or redoes unsaved changes.
private protocol StepCommand: DocumentCommand {
    var target: StepOptions { get }

    static var verb: String { get }
    static func step(
        _ workspace: Workspace, _ file: FilePath, _ count: Int
    ) throws(DocumentError) -> (changes: Int, unsaved: Int)
}

struct StepOptions: ParsableArguments {
    @OptionGroup var documents: DocumentFiles

    @Option(help: ArgumentHelp("The number of changes to undo or redo.", valueName: "number"))
    var count = "1"

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws { try documents.check() }
}

private struct StepReport: Encodable {
    var changes: Int
    var unsavedChanges: Int
}

extension StepCommand {
    var global: GlobalOptions { target.global }

    func run(in context: CommandContext) throws {
        let count = try OptionValue<Int>.count(target.count, for: "--count") as Int
        try context.forEach(of: try target.documents.paths()) { try step($0, count, $1) }
    }

    private func step(_ file: String, _ count: Int, _ context: CommandContext) throws {
        try StandardInput.refuse(file)
        let workspace = try context.workspace(for: file)
        let result = try context.hinting(file, workspace) {
            try Self.step(workspace, FilePath(argument: file), count)
        }
        guard result.changes > 0 else {
            throw CommandFailure(
                kind: "nothingTo" + Self.verb.capitalizedFirst, file: file, problem: "there is nothing to \(Self.verb)",
                exitStatus: .negative)
        }
        if context.json {
            try context.console.print(
                json: NamedReport(
                    ["file": file], StepReport(changes: result.changes, unsavedChanges: result.unsaved)))
        } else {
            let changes = SummaryText.counted(result.changes, "change")
            context.console.say(
                "\(file): \(changes) \(Self.verb == "undo" ? "undone" : "redone"), \(result.unsaved) unsaved")
        }
    }

    fileprivate static func stepping(_ abstract: String, _ discussion: String) -> CommandConfiguration {
        CommandConfiguration(
            commandName: verb, _superCommandName: "pdfco annotate", abstract: abstract,
            discussion: discussion + "\n\nEXAMPLE\n  pdfco annotate \(verb) report.pdf")
    }
}

struct UndoCommand: StepCommand {
    fileprivate static let verb = "undo"
    static let configuration = stepping(
        "Undo the last unsaved change.",
        "A change is everything that one command did, with all its edits. Saved changes cannot be undone.")

    @OptionGroup var target: StepOptions

    fileprivate static func step(
        _ workspace: Workspace, _ file: FilePath, _ count: Int
    ) throws(DocumentError) -> (changes: Int, unsaved: Int) {
        try workspace.undo(file, count)
    }
}

struct RedoCommand: StepCommand {
    fileprivate static let verb = "redo"
    static let configuration = stepping(
        "Redo the last change that was undone.", "After a new change, nothing can be redone.")

    @OptionGroup var target: StepOptions

    fileprivate static func step(
        _ workspace: Workspace, _ file: FilePath, _ count: Int
    ) throws(DocumentError) -> (changes: Int, unsaved: Int) {
        try workspace.redo(file, count)
    }
}

extension String {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
