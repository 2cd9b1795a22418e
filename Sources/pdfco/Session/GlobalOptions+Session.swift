extension GlobalOptions {
    /// The options that a session adds to those of each command; the password is not among them.
    func sessionArguments(purpose: String) -> [String] {
        let options = [
            ("--purpose", purpose), ("--timeout", timeout), ("--runtime-dir", runtimeDirectory),
            ("--data-dir", dataDirectory),
            ("--uid", checkpointIdentifier),
        ]
        let flags = [
            ("--json", json), ("--quiet", quiet), ("--verbose", verbose), ("--no-color", noColor),
            ("--no-coordination", noCoordination),
        ]
        return options.flatMap { name, value in value.map { [name, $0] } ?? [] } + flags.filter(\.1).map(\.0)
    }
}
