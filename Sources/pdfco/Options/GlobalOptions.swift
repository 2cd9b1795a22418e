import ArgumentParser

/// The options that every command takes.
struct GlobalOptions: ParsableArguments {
    @Flag(name: .long, help: "Print the result as one JSON object, and an error as one JSON object on standard error.")
    var json = false

    @Flag(name: .shortAndLong, help: "Print no messages; errors are still printed.")
    var quiet = false

    @Flag(name: .shortAndLong, help: "Print more, such as the save method and the reason for it.")
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
        help: "Do not lock files or coordinate with other processes; changes to the file meanwhile are still detected.")
    var noCoordination = false

    @Option(
        help: ArgumentHelp(
            "How long to wait for access; the default is 30, and 0 means not at all.", valueName: "seconds"))
    var timeout: String?

    @Option(
        help: ArgumentHelp(
            "The purpose that this command is part of; accesses of the same purpose never wait for each other.",
            valueName: "id"))
    var purpose: String?

    @Option(
        name: .customLong("runtime-dir"),
        help: ArgumentHelp("The directory in which presenters register.", valueName: "directory"),
        completion: .directory)
    var runtimeDirectory: String?

    @Option(
        name: .customLong("data-dir"),
        help: ArgumentHelp("Where unsaved changes are kept.", valueName: "directory"), completion: .directory)
    var dataDirectory: String?

    @Option(
        name: .customLong("uid"),
        help: ArgumentHelp("The document's checkpoint, if not the one for its path.", valueName: "id"))
    var checkpointIdentifier: String?

    /// The console that these options configure: the form of messages, their verbosity and colour.
    var console: Console { Console(json: json, quiet: quiet, verbose: verbose, color: !noColor) }
}
