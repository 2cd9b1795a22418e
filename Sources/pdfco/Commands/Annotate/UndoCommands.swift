import ArgumentParser
import Documents

/// A command that goes back or forth in the unsaved changes.
private protocol StepCommand: WorkspaceCommand {
    var target: StepOptions { get }

    static var verb: String { get }
    static func step(_ document: DocumentFile, _ count: Int) throws -> (changes: Int, unsaved: Int)
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

    func run(in workspace: Workspace) throws {
        let file = target.file
        let count = try OptionValue<Int>.count(target.count, for: "--count") as Int
        let checkpoint = try workspace.checkpoints(for: .undo)
        let result = try workspace.opened(file, .reading(savingChanges: false), for: .reading, checkpoint) { document in
            try Self.step(document, count)
        }
        guard result.changes > 0 else {
            throw CommandFailure(
                kind: "nothingTo" + Self.verb.capitalizedFirst, file: file, problem: "there is nothing to \(Self.verb)",
                exitStatus: .negative)
        }
        if workspace.json {
            try workspace.console.print(
                json: NamedReport(
                    ["file": file], StepReport(changes: result.changes, unsavedChanges: result.unsaved)))
        } else {
            let changes = SummaryText.counted(result.changes, "change")
            workspace.console.say(
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

    fileprivate static func step(_ document: DocumentFile, _ count: Int) throws -> (changes: Int, unsaved: Int) {
        try document.undo(count)
    }
}

struct RedoCommand: StepCommand {
    fileprivate static let verb = "redo"
    static let configuration = stepping(
        "Make the last change that was taken back again.", "A new change ends what can be made again.")

    @OptionGroup var target: StepOptions

    fileprivate static func step(_ document: DocumentFile, _ count: Int) throws -> (changes: Int, unsaved: Int) {
        try document.redo(count)
    }
}

extension String {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
