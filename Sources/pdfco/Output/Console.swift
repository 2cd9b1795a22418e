import FoundationEssentials
import LinuxFiles
import PDFModel

/// Writes data to standard output and messages to standard error.
///
/// All text passes through ``ShownText`` here. A failed write to standard output is an error; a failed write to
/// standard error is not. If the reader goes away (`pdfco … | head`), SIGPIPE ends the process, as usual.
struct Console: Sendable {
    let json: Bool
    let quiet: Bool
    let verbose: Bool
    let color: Bool
    let surroundings: Surroundings

    /// Prints one line of data.
    func print(_ line: String) throws(CommandFailure) { try output(ShownText.line(line) + "\n") }

    /// Prints lines of data, many with one system call.
    func print(lines: [String]) throws(CommandFailure) {
        var bytes: [UInt8] = []
        for line in lines {
            bytes += ShownText.line(line).utf8
            bytes.append(0x0A)
            guard bytes.count >= 1 << 16 else { continue }
            try output(bytes: bytes)
            bytes.removeAll(keepingCapacity: true)
        }
        if !bytes.isEmpty { try output(bytes: bytes) }
    }

    /// Prints a page of the program's own text, such as a help text.
    func print(page: String) throws(CommandFailure) { try output(page + "\n") }

    /// Prints a JSON object on one line, with its keys in a fixed order.
    func print(json value: some Encodable) throws(CommandFailure) {
        if let text = Self.encoded(value) { try output(text + "\n") }
    }

    /// Prints a result: as JSON with the names of files (``NamedReport``), or as `text` does.
    func answer(
        _ names: @autoclosure () -> [String: String?], _ report: @autoclosure () throws -> some Encodable,
        _ text: () throws -> Void
    ) throws {
        if json { try self.print(json: NamedReport(names(), report())) } else { try text() }
    }

    /// Writes data in a format of its own; in JSON, control characters are escaped.
    func print(data bytes: [UInt8], isJSON: Bool) throws(CommandFailure) {
        if isJSON {
            let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { ShownText.json(String($0)) }
            try output(lines.map { $0 + "\n" }.joined())
        } else {
            try output(bytes: bytes)
        }
    }

    /// Prints a line of JSON that another process of this program made.
    func print(madeLine line: [UInt8]) throws(CommandFailure) { try output(bytes: line + [0x0A]) }

    /// Prints a message, except with `--quiet`.
    func say(_ line: String) { if !quiet { write("pdfco: \(line)") } }

    /// Prints a message only with `--verbose`.
    func explain(_ line: String) { if verbose { write("pdfco: \(line)") } }

    func warn(_ text: String, file: String) { say("warning: \(file): \(text)") }

    /// - Parameter restrictions: what signatures forbid and was done all the same.
    func warn(ofIgnored restrictions: [String], file: String) {
        for restriction in restrictions { warn("ignored: \(restriction)", file: file) }
    }

    func report(_ failure: CommandFailure) { surroundings.messages.write(text(of: failure)) }

    /// Writes a JSON object that is not a result to standard error.
    func report(json value: some Encodable) {
        if let text = Self.encoded(value) { surroundings.messages.write(text + "\n") }
    }

    private func write(_ line: String) { surroundings.messages.write(ShownText.line(line) + "\n") }

    /// Returns the text that ``report(_:)`` writes.
    func text(of failure: CommandFailure) -> String {
        if json, let text = Self.encoded(failure.json) { return text + "\n" }
        let lines = failure.lines
        return ([emphasised(lines[0])] + lines.dropFirst()).joined(separator: "\n") + "\n"
    }

    /// Shows a percentage, which the next one overwrites; on a terminal only.
    func progress(_ percent: Int, of what: String) {
        guard showsProgress else { return }
        surroundings.messages.show(nil)
        surroundings.messages.write("\r\(ShownText.line(what)): \(percent)%" + (percent == 100 ? "\n" : ""))
    }

    /// Shows the program's own text on the terminal as it is.
    func show(_ text: String) { if showsProgress { surroundings.messages.write(text) } }

    var showsProgress: Bool { !quiet && !json && surroundings.messages.isTerminal }

    /// Whether output to a terminal is coloured.
    var allowsColor: Bool {
        let isUnwanted = surroundings.environment("NO_COLOR").map { !$0.isEmpty } ?? false
        return color && !isUnwanted && surroundings.environment("TERM") != "dumb"
    }

    /// Returns the line with `error:` in red, if the terminal and the user allow colour.
    private func emphasised(_ line: String) -> String {
        guard allowsColor, surroundings.messages.isTerminal, let place = line.firstRange(of: "error:") else {
            return line
        }
        return line[..<place.lowerBound] + "\u{1B}[31merror:\u{1B}[0m" + line[place.upperBound...]
    }

    /// Returns JSON with its keys in order, without control characters; `nil` for a number that JSON lacks.
    static func encoded(_ value: some Encodable) -> String? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .custom { date, encoder in try date.timestamp.encode(to: encoder) }
        return (try? encoder.encode(value)).map { ShownText.json(String(decoding: $0, as: UTF8.self)) }
    }

    /// Writes to standard output; all data goes through this function.
    private func output(_ text: String) throws(CommandFailure) { try output(bytes: Array(text.utf8)) }

    private func output(bytes: [UInt8]) throws(CommandFailure) {
        // What was said before comes before it.
        surroundings.messages.giveWay()
        do {
            try surroundings.output.write(bytes)
        } catch {
            // This also works on a thread that blocks signals.
            if error.errno == SystemCallError.brokenPipe { ThisProcess.endByBrokenPipe() }
            throw CommandFailure(writingOutput: error)
        }
    }
}

extension Surroundings {
    /// The console for all errors, including those in the arguments: it takes its options from the unparsed arguments.
    var console: Console {
        let options = words.prefix { $0 != "--" }
        return Console(
            json: options.contains("--json"), quiet: false, verbose: false, color: !options.contains("--no-color"),
            surroundings: self)
    }
}
