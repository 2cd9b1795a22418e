import ArgumentParser
import Documents

extension CommandConfiguration {
    /// The configuration of a command of the program.
    ///
    /// - Parameter examples: lines of the help, each two spaces to the right of its title.
    init(
        _ name: String, of parent: String = "pdfco", abstract: String, usage: String? = nil,
        behindDocument second: String? = nil, examples: String,
        aliases: [String] = []
    ) {
        let usual = second.map { second in
            ["<file>", "--files-from <list>"].map { "pdfco \(name) [<options>] \($0) \(second)" }
        }
        let title = examples.contains("\n") ? "EXAMPLES" : "EXAMPLE"
        self.init(
            commandName: name, _superCommandName: parent, abstract: abstract,
            usage: usage ?? usual?.joined(separator: "\n"),
            discussion: "\(title)\n\(examples)", aliases: aliases)
    }
}

/// A command of the program.
protocol ProgramCommand: ParsableCommand {
    func run(in surroundings: Surroundings) throws
}

/// A command on documents, which runs on the command line or in a session.
protocol DocumentCommand: ProgramCommand, Sendable {
    var global: GlobalOptions { get }

    func run(in context: CommandContext) throws
}

extension DocumentCommand {
    func run(in surroundings: Surroundings) throws {
        let context = CommandContext(options: global, surroundings: surroundings)
        try surroundings.checkClock()
        surroundings.inputFiles.patience = .seconds(try context.timeoutSeconds())
        try run(in: context)
    }
}

/// A command that makes the same edits in each document that it names.
protocol EditingCommand: DocumentCommand {
    var edit: EditOptions { get }

    /// The documents.
    func paths(in surroundings: Surroundings) throws -> [String]

    /// Whether removing annotations that do not exist is an error.
    var mustApply: Bool { get }

    /// What such an edit does not do, which users are told once it is made.
    var caution: String? { get }

    /// Makes the edits of the options, and of the files that they name.
    func edits(in context: CommandContext) throws -> [EditTemplate]
}

extension EditingCommand {
    var mustApply: Bool { false }
    var caution: String? { nil }

    func run(in context: CommandContext) throws {
        var edits = try edits(in: context)
        let paths = try paths(in: context.surroundings)
        try edit.saving.checkOutputs(of: paths)
        var caution = caution
        try context.forEach(of: paths) { file, context in
            let report = try context.perform(try job(file, edits, context.console)).edits
            // Numbering goes on with the next document.
            let count = (report?.applied ?? 0) + (report?.alreadyApplied ?? 0)
            edits = edits.map { $0.numbered(after: count) }
            if let text = caution { context.console.warn(text, file: file) }
            caution = nil
        }
    }

    /// Returns the job of these edits in one document.
    func job(_ file: String, _ edits: [EditTemplate], _ console: Console) throws(CommandFailure) -> Job {
        var job = try edit.job(file, edits, console)
        job.mustApply = mustApply
        return job
    }
}
