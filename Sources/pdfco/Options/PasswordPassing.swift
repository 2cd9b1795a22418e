import ArgumentParser

/// The option that passes the document's password to a command that pdfco runs, which does not get it otherwise.
struct PasswordPassing: ListedOptions {
    private(set) var isAskedFor = false

    init() {}

    init(_ values: OptionValues) throws { isAskedFor = try values.flag("pass-password") }

    static var options: [ListedOption] {
        [
            .flag(
                "pass-password", isSeldom: true,
                help: "Pass the document's password to the command in PDFCO_PASSWORD; by default, it is not passed.")
        ]
    }
}
