import ArgumentParser

/// Whether a command that pdfco runs gets the document's password, which is for pdfco alone otherwise.
struct PasswordPassing: ParsableArguments {
    @Flag(
        name: .customLong("pass-password"),
        help: "Give the command the document's password, in PDFCO_PASSWORD; it does not get it otherwise.")
    var isAskedFor = false

    /// The variable as the command gets it.
    func variables(_ context: CommandContext) throws(CommandFailure) -> [String: [UInt8]?] {
        ["PDFCO_PASSWORD": isAskedFor ? try context.password().map { Array($0.utf8) } : nil]
    }
}
