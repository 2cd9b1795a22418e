import FoundationEssentials
import LinuxFiles

/// Data to standard output, messages to standard error.
///
/// All text goes through ``ShownText`` here. What cannot be written to standard output is an error, what cannot be written to
/// standard error is not. A reader that goes away (`pdfco … | head`) ends the process as it ends any other: by SIGPIPE.
struct Console: Sendable {
    let json: Bool
    let quiet: Bool
    let verbose: Bool
    let color: Bool

    /// For errors in the arguments as much as for others: what was asked for is looked for in the arguments themselves.
    static var forErrors: Console {
        let options = ThisProcess.arguments.prefix { $0 != Array("--".utf8) }
        return Console(
            json: options.contains(Array("--json".utf8)), quiet: false, verbose: false,
            color: !options.contains(Array("--no-color".utf8)))
    }

    /// One line of data.
    func print(_ line: String) throws(CommandFailure) { try Self.output(ShownText.line(line) + "\n") }

    /// A page of the program's own words, such as a help text.
    func print(page: String) throws(CommandFailure) { try Self.output(page + "\n") }

    /// One JSON object on a line of its own, keys in a fixed order.
    func print(json value: some Encodable) throws(CommandFailure) {
        if let text = Self.encoded(value) { try Self.output(text + "\n") }
    }

    /// What is said unless `--quiet` asks for silence.
    func say(_ line: String) { if !quiet { tell(line: "pdfco: \(line)") } }

    /// What only `--verbose` wants to know.
    func explain(_ line: String) { if verbose { tell(line: "pdfco: \(line)") } }

    func warn(_ text: String, file: String) { say("warning: \(file): \(text)") }

    func tell(_ failure: CommandFailure) { Self.message(text(of: failure)) }

    /// An object for programs that is no result.
    func tell(json value: some Encodable) {
        if let text = Self.encoded(value) { Self.message(text + "\n") }
    }

    private func tell(line: String) { Self.message(ShownText.line(line) + "\n") }

    /// What ``tell(_:)`` writes.
    func text(of failure: CommandFailure) -> String {
        if json, let text = Self.encoded(failure.json) { return text + "\n" }
        let lines = failure.lines
        return ([emphasised(lines[0])] + lines.dropFirst()).joined(separator: "\n") + "\n"
    }

    /// A percentage that is overwritten by the next, on a terminal only.
    func progress(_ percent: Int, of what: String) {
        guard showsProgress else { return }
        Self.message("\r\(ShownText.line(what)): \(percent) %" + (percent == 100 ? "\n" : ""))
    }

    var showsProgress: Bool { !quiet && !json && StandardStream.error.isTerminal }

    /// Whether a terminal gets colour.
    var allowsColor: Bool {
        let isUnwanted = ThisProcess.environment("NO_COLOR").map { !$0.isEmpty } ?? false
        return color && !isUnwanted && ThisProcess.environment("TERM") != "dumb"
    }

    /// `error:` in red, where the terminal and the user want colour.
    private func emphasised(_ line: String) -> String {
        guard allowsColor, StandardStream.error.isTerminal, let place = line.firstRange(of: "error:") else {
            return line
        }
        return line[..<place.lowerBound] + "\u{1B}[31merror:\u{1B}[0m" + line[place.upperBound...]
    }

    static func encoded(_ value: some Encodable) -> String? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(value)).map { ShownText.json(String(decoding: $0, as: UTF8.self)) }
    }

    /// Where not even writing an error message works there is nobody left to tell.
    private static func message(_ text: String) { try? StandardStream.error.write(Array(text.utf8)) }

    /// The one way of data to standard output.
    private static func output(_ text: String) throws(CommandFailure) {
        do throws(SystemCallError) {
            try StandardStream.output.write(Array(text.utf8))
        } catch {
            // On a thread that takes no signals, too.
            if error.errno == SystemCallError.brokenPipe { ThisProcess.endByBrokenPipe() }
            throw CommandFailure(writingOutput: error)
        }
    }
}
