import ArgumentParser

/// The option that passes the document's password to a command that pdfco runs; without it, only pdfco has the password.
struct PasswordPassing: ParsableArguments {
    @Flag(
        name: .customLong("pass-password"),
        help: "Give the command the document's password, in PDFCO_PASSWORD; it does not get it otherwise.")
    var isAskedFor = false

    /// Returns the password variable for the command's environment.
    func variables(_ context: CommandContext) throws(CommandFailure) -> [String: [UInt8]?] {
        ["PDFCO_PASSWORD": isAskedFor ? try context.password().map { Array($0.utf8) } : nil]
    }
}
