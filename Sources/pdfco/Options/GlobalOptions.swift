import ArgumentParser
import FileCoordination

/// The options that every command takes.
struct GlobalOptions: ListedOptions {
    var json = false
    var quiet = false
    var verbose = false
    var noColor = false
    var passwordFile: String?
    var noCoordination = false
    var timeout: String?
    var unanswered = FileCoordinator.UnansweredPolicy.read.rawValue
    var purpose: String?
    var runtimeDirectory: String?
    var dataDirectory: String?
    var checkpointIdentifier: String?

    init() {}

    init(_ values: OptionValues) throws {
        json = try values.flag("json")
        quiet = try values.flag("quiet")
        verbose = try values.flag("verbose")
        noColor = try values.flag("no-color")
        passwordFile = try values.value(of: "password-file")
        noCoordination = try values.flag("no-coordination")
        timeout = try values.value(of: "timeout")
        unanswered = try values.value(of: "unanswered", default: unanswered)
        purpose = try values.value(of: "purpose")
        runtimeDirectory = try values.value(of: "runtime-dir")
        dataDirectory = try values.value(of: "data-dir")
        checkpointIdentifier = try values.value(of: "uid")
    }

    static var options: [ListedOption] {
        [
            .flag(
                "json",
                help: "Print the result, or an error, as one JSON object."),
            .flag("quiet", short: "q", help: "Print no messages; errors are still printed."),
            .flag(
                "verbose", short: "v", isSeldom: true,
                help: "Print more, such as the save method and the reason for it."),
            .flag("no-color", isSeldom: true, help: "Do not use colour."),
            .value(
                "password-file", "file", isSeldom: true,
                help: "Read the document's password from the first line of a file, or of standard input ('-').",
                completion: .file()),
            .flag(
                "no-coordination", isSeldom: true,
                help:
                    "Do not lock files or coordinate with other processes; a save still detects changes to the file."
            ),
            .value(
                "timeout", "seconds", isSeldom: true,
                help: """
                    Seconds to wait for access, and for input from a pipe; the default is 30, 0 does not wait.
                    """),
            .value(
                "unanswered", "choice", default: FileCoordinator.UnansweredPolicy.read.rawValue, isSeldom: true,
                help: """
                    If a presenter does not save or relinquish the document in time: wait until --timeout, fail with \
                    status 75, or read the file as it is, with a warning.
                    """,
                completion: .list(FileCoordinator.UnansweredPolicy.allCases.map(\.rawValue))),
            .value(
                "purpose", "id", isSeldom: true,
                help: """
                    The purpose of this command; accesses with the same purpose never wait for each other.
                    """),
            .value(
                "runtime-dir", "directory", isSeldom: true, help: "The directory in which presenters register.",
                completion: .directory),
            .value(
                "data-dir", "directory", isSeldom: true, help: "The directory for unsaved changes.",
                completion: .directory),
            .value(
                "uid", "id", isSeldom: true, help: "The checkpoint to use instead of the one for the document's path."),
        ]
    }

    /// The options as they would be given again.
    var arguments: [String] {
        let values = [
            ("--password-file", passwordFile), ("--timeout", timeout), ("--unanswered", unanswered),
            ("--purpose", purpose), ("--runtime-dir", runtimeDirectory), ("--data-dir", dataDirectory),
            ("--uid", checkpointIdentifier),
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
