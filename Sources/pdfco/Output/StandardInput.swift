/// The document that comes through standard input: `-`, or a path that leads there.
///
/// No other process can have it, and nothing can be recorded for it: operations on it are not coordinated and have no
/// checkpoint.
enum StandardInput {
    static func isMeant(by file: String) -> Bool { ["-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"].contains(file) }

    /// The document in text for people.
    static func shown(_ file: String) -> String { isMeant(by: file) ? "standard input" : file }

    /// Throws if the command needs a file.
    static func refuse(_ file: String) throws(CommandFailure) {
        guard isMeant(by: file) else { return }
        throw CommandFailure.usage(
            "the command needs a file, not standard input", file: file, hint: "a file named '-' is ./-")
    }
}
