import ArgumentParser
import LinuxFiles
import SystemPackage

/// The documents of a command, named as arguments or in a list.
struct DocumentFiles: ParsableArguments {
    @Argument(help: ArgumentHelp("One or more PDF documents.", valueName: "file"), completion: .pdf)
    var files: [String] = []

    @OptionGroup var list: FileList

    var isEmpty: Bool { files.isEmpty && !list.isGiven }

    func check() throws {
        if isEmpty { throw ValidationError("Missing expected argument '<file>'") }
    }

    /// Returns the paths of all documents, those of the list last.
    func paths(in surroundings: Surroundings) throws(CommandFailure) -> [String] {
        files.map(FileList.path) + (try list.paths(in: surroundings.inputFiles))
    }
}

/// The documents of a command, or the one document for which it runs another program, `FILE -- COMMAND`.
struct DocumentsOrProgram: ParsableArguments {
    @OptionGroup private var documents: DocumentFiles

    /// The words after the first `--`, which the argument parser does not see: it takes no two lists of arguments.
    private var words: [String] = []

    private enum CodingKeys: CodingKey { case documents }

    /// The words of the program. If the document follows the first `--`, because its name begins with a hyphen, a
    /// second one stands before them.
    var program: [String] { documents.isEmpty ? Array(words.dropFirst(2)) : words }

    private var files: [String] { documents.isEmpty ? Array(words.prefix(1)) : documents.files }

    mutating func stateProgram(_ words: some Sequence<String>) { self.words = Array(words) }

    /// Checks that there is a document.
    func check() throws {
        guard documents.isEmpty, let file = words.first else { return try documents.check() }
        guard words.count == 1 || words.count > 2 && words[1] == "--" else {
            throw ValidationError("A command follows a second --, as in -- \(file) -- COMMAND.")
        }
    }

    var isEmpty: Bool { documents.isEmpty && words.isEmpty }

    /// Whether the arguments name exactly one document.
    var isOne: Bool { files.count == 1 && !documents.list.isGiven }

    /// Returns the paths of all documents, those of the list last.
    func paths(in surroundings: Surroundings) throws(CommandFailure) -> [String] {
        documents.isEmpty ? files.map(FileList.path) : try documents.paths(in: surroundings)
    }
}

/// A command that runs another program, whose words come after `--`.
protocol ProgramRunning: ParsableCommand {
    var documents: DocumentsOrProgram { get set }
}

/// The document of a command, or a list of documents, and the one thing that follows it.
struct DocumentAnd<Second: SecondArgument>: ParsableArguments {
    @Argument(help: ArgumentHelp("The PDF document; omit it with --files-from.", valueName: "file"), completion: .pdf)
    private var first: String

    @Argument(help: ArgumentHelp(Second.help, valueName: Second.valueName), completion: Second.completion)
    private var last: String?

    @OptionGroup var list: FileList

    /// The one document; `nil` where a list is given.
    var document: String? { last == nil ? nil : first }
    var second: String { last ?? first }

    func validate() throws {
        guard (last == nil) == list.isGiven else {
            throw ValidationError(
                list.isGiven
                    ? "--files-from cannot be combined with a file argument."
                    : "Missing expected argument '<\(Second.valueName)>'")
        }
    }

    func documents(in surroundings: Surroundings) throws(CommandFailure) -> [String] {
        try list.paths(or: first, in: surroundings)
    }
}

/// What an argument after the document is.
protocol SecondArgument {
    static var valueName: String { get }
    static var help: String { get }
    static var completion: CompletionKind? { get }
}

/// A list of documents.
struct FileList: ParsableArguments {
    @Option(
        help: .seldom(
            "Read the paths of documents from a file, one per line; '-' is standard input.", "list"),
        completion: .file())
    var filesFrom: String?

    @Flag(help: .seldom("With --files-from: each path ends with a null byte, as find -print0 writes them."))
    var null = false

    var isGiven: Bool { filesFrom != nil }

    func validate() throws {
        if null, filesFrom == nil { throw ValidationError("--null needs --files-from.") }
    }

    /// Returns the paths of the list; without one, the one document.
    func paths(or document: String?, in surroundings: Surroundings) throws(CommandFailure) -> [String] {
        isGiven ? try paths(in: surroundings.inputFiles) : document.map { [Self.path($0)] } ?? []
    }

    /// Returns the path of a document as every command takes it: a name with a leading hyphen would be an option in a hint.
    static func path(_ word: String) -> String {
        word.hasPrefix("-") && !StandardInput.isMeant(by: word) ? "./" + word : word
    }

    fileprivate func paths(in inputFiles: InputFiles) throws(CommandFailure) -> [String] {
        guard let filesFrom else { return [] }
        let what = "the list of documents"
        let source = try inputFiles.lines(of: filesFrom, as: what, terminator: null ? 0 : 0x0A)
        do {
            return try source.readToEnd().filter { !$0.isEmpty }.map { Self.path(ByteText.text($0)) }
        } catch {
            throw InputFiles.failure(error, filesFrom, as: what)
        }
    }
}

extension CompletionKind {
    /// Completes the names of PDF files.
    static var pdf: CompletionKind { .file(extensions: ["pdf"]) }

    /// Completes the names of the annotations in the document on the line, which are read when the Tab key is pressed.
    static var annotationNames: CompletionKind { .custom { _, _, _ in [] } }
}
