extension GlobalOptions {
    /// The options that a session adds to those of each command; the password is not among them.
    func sessionArguments(purpose: String) -> [String] {
        var options = self
        (options.purpose, options.passwordFile) = (purpose, nil)
        return options.arguments
    }
}
