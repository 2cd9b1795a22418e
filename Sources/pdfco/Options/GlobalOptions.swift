import ArgumentParser
import Documents
import LinuxFiles
import SystemPackage

/// The options that every command takes.
struct GlobalOptions: ParsableArguments {
    @Flag(name: .long, help: "Print results as one JSON object, and errors as one on standard error.")
    var json = false

    @Flag(name: .shortAndLong, help: "Print no messages; errors are still printed.")
    var quiet = false

    @Flag(name: .shortAndLong, help: "Say more, such as which save method was taken and why.")
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

    /// Where messages go, and how much is said.
    var console: Console { Console(json: json, quiet: quiet, verbose: verbose, color: !noColor) }

    /// The password given by file or environment; never by an argument, which other users could see.
    func password() throws(CommandFailure) -> String? {
        guard let passwordFile else { return ThisProcess.environment("PDFCO_PASSWORD") }
        let bytes: [UInt8]
        do throws(SystemCallError) {
            bytes =
                passwordFile == "-"
                ? try StandardStream.input.readToEnd() : try OpenFile(reading: FilePath(passwordFile)).readAll()
        } catch {
            throw CommandFailure(
                kind: "passwordFile", file: passwordFile, problem: "cannot read the password: \(error)",
                exitStatus: .noInput)
        }
        let line = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
        guard let password = String(validating: line, as: UTF8.self), !line.contains(0) else {
            throw CommandFailure(
                kind: "passwordFile", file: passwordFile, problem: "the password in its first line is not UTF-8 text",
                exitStatus: .usage)
        }
        return password
    }
}
