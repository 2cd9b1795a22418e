import ArgumentParser

/// The options that every command takes.
struct GlobalOptions: ParsableArguments {
    @Flag(name: .long, help: "Print results as one JSON object, and errors as one on standard error.")
    var json = false

    @Flag(name: .shortAndLong, help: "Print no messages; errors are still printed.")
    var quiet = false

    @Flag(name: .shortAndLong, help: "Say more, such as which save method was taken and why.")
    var verbose = false

    @Flag(name: .customLong("no-color"), help: "Use no colour.")
    var noColor = false

    @Option(
        name: .customLong("password-file"),
        help: ArgumentHelp(
            "Read the document's password from the first line of a file, or of standard input ('-').",
            valueName: "file"),
        completion: .file())
    var passwordFile: String?

    @Flag(
        name: .customLong("no-coordination"),
        help: "Take neither locks nor notice of other processes; a file that changed meanwhile is still noticed.")
    var noCoordination = false

    @Option(help: ArgumentHelp("How long to wait for access, 30 by default; 0: not at all.", valueName: "seconds"))
    var timeout: String?

    @Option(
        help: ArgumentHelp(
            "Name the operation this command is a part of: its parts never wait for each other.", valueName: "id"))
    var purpose: String?

    @Option(
        name: .customLong("runtime-dir"),
        help: ArgumentHelp("Where programs that have documents open are found.", valueName: "directory"),
        completion: .directory)
    var runtimeDirectory: String?

    @Option(
        name: .customLong("data-dir"),
        help: ArgumentHelp("Where unsaved changes are kept.", valueName: "directory"), completion: .directory)
    var dataDirectory: String?

    @Option(
        name: .customLong("uid"),
        help: ArgumentHelp("Which checkpoint is the document's, if not that of its path.", valueName: "id"))
    var checkpointIdentifier: String?

    /// The console that these options configure: the form of messages, their verbosity and colour.
    var console: Console { Console(json: json, quiet: quiet, verbose: verbose, color: !noColor) }
}
