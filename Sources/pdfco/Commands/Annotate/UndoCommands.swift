import ArgumentParser
import Documents
import LinuxFiles
import SystemPackage

/// A command that goes back or forth in the unsaved changes.
private protocol StepCommand: DocumentCommand {
    var target: StepOptions { get }

    static var verb: String { get }
    static func step(
        _ workspace: Workspace, _ file: FilePath, _ count: Int
    ) throws(DocumentError) -> (changes: Int, unsaved: Int)
}

struct StepOptions: ParsableArguments {
    @Argument(help: "The PDF document.", completion: .pdf)
    var file: String

    @Option(help: ArgumentHelp("How many changes.", valueName: "number"))
    var count = "1"

    @OptionGroup(title: "Global options") var global: GlobalOptions
}

private struct StepReport: Encodable {
    var changes: Int
    var unsavedChanges: Int
}

extension StepCommand {
    var global: GlobalOptions { target.global }

    func run(in context: CommandContext) throws {
        let file = target.file
        let count = try OptionValue<Int>.count(target.count, for: "--count") as Int
        let workspace = try context.workspace(for: file)
        let result = try context.hinting(file, workspace, options: workspace.options(for: .undo)) {
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
        "Take back the last unsaved change.",
        "A change is what one command did, all its edits together. What was saved cannot be taken back.")

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
        "Make the last change that was taken back again.", "A new change ends what can be made again.")

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
