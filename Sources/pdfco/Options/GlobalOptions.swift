import ArgumentParser
import FileCoordination

/// The options that every command takes.
struct GlobalOptions: ParsableArguments {
    @Flag(help: "Print the result, or an error, as one JSON object.")
    var json = false

    @Flag(name: .shortAndLong, help: "Print no messages; errors are still printed.")
    var quiet = false

    @Flag(name: .shortAndLong, help: .seldom("Print more, such as the save method and the reason for it."))
    var verbose = false

    @Flag(help: .seldom("Do not use colour."))
    var noColor = false

    @Option(
        help: .seldom(
            "Read the document's password from the first line of a file, or of standard input ('-').", "file"),
        completion: .file())
    var passwordFile: String?

    @Flag(
        help: .seldom(
            "Do not lock files or coordinate with other processes; a save still detects changes to the file."))
    var noCoordination = false

    @Option(
        help: .seldom(
            "Seconds to wait for access, and for input from a pipe; the default is 30, 0 does not wait.", "seconds"))
    var timeout: String?

    @Option(
        help: .seldom(
            """
            If a presenter does not save or relinquish the document in time: wait until --timeout, fail with \
            status 75, or read the file as it is, with a warning. (default: read)
            """, "choice"),
        completion: .list(FileCoordinator.UnansweredPolicy.allCases.map(\.rawValue)))
    var unanswered: String?

    @Option(
        help: .seldom(
            "The purpose of this command; accesses with the same purpose never wait for each other.", "id"))
    var purpose: String?

    @Option(help: .seldom("The directory in which presenters register.", "directory"), completion: .directory)
    var runtimeDir: String?

    @Option(help: .seldom("The directory for unsaved changes.", "directory"), completion: .directory)
    var dataDir: String?

    @Option(help: .seldom("The checkpoint to use instead of the one for the document's path.", "id"))
    var uid: String?

    /// The options as they would be given again.
    var arguments: [String] {
        let values = [
            ("--password-file", passwordFile), ("--timeout", timeout), ("--unanswered", unanswered),
            ("--purpose", purpose), ("--runtime-dir", runtimeDir), ("--data-dir", dataDir), ("--uid", uid),
        ]
        let flags = [
            ("--json", json), ("--quiet", quiet), ("--verbose", verbose), ("--no-color", noColor),
            ("--no-coordination", noCoordination),
        ]
        return values.flatMap { name, value in value.map { [name, $0] } ?? [] } + flags.filter(\.1).map(\.0)
    }

    /// Returns the console that these options configure: the form of messages, their verbosity and colour.
    func console(in surroundings: Surroundings) -> Console {
        Console(json: json, quiet: quiet, verbose: verbose, color: !noColor, surroundings: surroundings)
    }
}

extension ArgumentHelp {
    /// The help of an option that few users need: `--help` and the Tab key have it, `-h` leaves it out.
    static func seldom(_ abstract: String, _ valueName: String? = nil) -> Self {
        ArgumentHelp(abstract, valueName: valueName, visibility: .hidden)
    }
}
