import ArgumentParser

/// The option that passes the document's password to a command that pdfco runs, which does not get it otherwise.
struct PasswordPassing: ParsableArguments {
    @Flag(
        help: .seldom("Pass the document's password to the command in PDFCO_PASSWORD; by default, it is not passed."))
    var passPassword = false
}
