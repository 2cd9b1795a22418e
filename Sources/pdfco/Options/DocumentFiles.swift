import ArgumentParser
import LinuxFiles
import SystemPackage

/// The documents of a command, named as arguments or in a list.
struct DocumentFiles: ListedOptions {
    fileprivate(set) var files: [String] = []
    fileprivate(set) var list = FileList()

    init() {}

    init(_ values: OptionValues) throws {
        files = try values.arguments("files")
        list = try FileList(values)
    }

    static var options: [ListedOption] {
        let files = ListedOption(name: "files", isRequired: true, kind: .argument) { _ in
            Argument<[String]>(
                wrappedValue: [], help: ArgumentHelp("One or more PDF documents.", valueName: "file"),
                completion: .pdf)
        }
        return [files] + FileList.options
    }

    func validate() throws { try list.validate() }

    var isEmpty: Bool { files.isEmpty && !list.isGiven }

    func check() throws {
        if isEmpty { throw ValidationError("Missing expected argument '<file>'") }
    }

    /// Returns the paths of all documents, those of the list last.
    func paths(in surroundings: Surroundings) throws(CommandFailure) -> [String] {
        files + (try list.paths(in: surroundings.inputFiles))
    }
}

/// The documents of a command, or the one document for which it runs another program, `FILE -- COMMAND`.
///
/// Where the document stands behind the first `--`, because its name begins with a hyphen, a second one stands before
/// the command.
struct DocumentsOrCommand: ListedOptions {
    private var documents = DocumentFiles()
    private(set) var command: [String] = []

    init() {}

    init(_ values: OptionValues) throws {
        guard GivenOptions.haveTerminator else {
            documents = try DocumentFiles(values)
            return
        }
        documents.files = try values.argument("file").map { [$0] } ?? []
        documents.list = try FileList(values)
        command = try values.arguments("command")
    }

    /// The argument parser takes no two lists of arguments; there is a command only behind `--`, and then one document.
    static var options: [ListedOption] {
        guard GivenOptions.haveTerminator else { return DocumentFiles.options }
        let file = ListedOption(name: "file", isRequired: true, kind: .argument) { _ in
            Argument<String?>(help: ArgumentHelp("The PDF document.", valueName: "file"), completion: .pdf)
        }
        let command = ListedOption(name: "command", isRequired: true, kind: .argument) { _ in
            Argument<[String]>(
                wrappedValue: [], parsing: .postTerminator, help: ArgumentHelp("The command.", valueName: "command"))
        }
        return [file, command] + FileList.options
    }

    func validate() throws { try documents.validate() }

    /// Checks that there is a document, and takes one that stands behind the first `--`.
    mutating func check() throws {
        guard isEmpty, let file = command.first else { return try documents.check() }
        guard command.count == 1 || command.count > 2 && command[1] == "--" else {
            throw ValidationError("A command follows a second --, as in -- \(file) -- COMMAND.")
        }
        (documents.files, command) = ([file], Array(command.dropFirst(2)))
    }

    var isEmpty: Bool { documents.isEmpty }

    /// Whether the arguments name exactly one document.
    var isOne: Bool { documents.files.count == 1 && !documents.list.isGiven }

    /// Returns the paths of all documents, those of the list last.
    func paths(in surroundings: Surroundings) throws(CommandFailure) -> [String] {
        try documents.paths(in: surroundings)
    }
}

/// The document of a command, or a list of documents, and the one thing that comes behind it.
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

/// What an argument behind the document is.
protocol SecondArgument {
    static var valueName: String { get }
    static var help: String { get }
    static var completion: CompletionKind? { get }
}

/// A list of documents.
struct FileList: ListedOptions {
    private(set) var path: String?
    private(set) var null = false

    init() {}

    init(_ values: OptionValues) throws {
        (path, null) = (try values.value(of: "files-from"), try values.flag("null"))
    }

    static var options: [ListedOption] {
        [
            .value(
                "files-from", "list", isSeldom: true,
                help: "Read the paths of documents from a file, one per line; '-' is standard input.",
                completion: .file()),
            .flag(
                "null", isSeldom: true,
                help: "With --files-from: each path ends with a null byte, as find -print0 writes them."),
        ]
    }

    var isGiven: Bool { path != nil }

    func validate() throws {
        if null, path == nil { throw ValidationError("--null needs --files-from.") }
    }

    /// Returns the paths of the list; without one, the one document.
    func paths(or document: String?, in surroundings: Surroundings) throws(CommandFailure) -> [String] {
        isGiven ? try paths(in: surroundings.inputFiles) : document.map { [$0] } ?? []
    }

    fileprivate func paths(in inputFiles: InputFiles) throws(CommandFailure) -> [String] {
        guard let path else { return [] }
        let what = "the list of documents"
        let source = try inputFiles.lines(of: path, as: what, terminator: null ? 0 : 0x0A)
        do {
            return try source.readToEnd().filter { !$0.isEmpty }.map { ByteText.text($0) }
        } catch {
            throw InputFiles.failure(error, path, as: what)
        }
    }
}
