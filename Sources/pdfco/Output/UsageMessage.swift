import ArgumentParser

/// The argument parser's error message as one line, and a hint that names the right help text.
enum UsageMessage {
    static func problem(of error: any Error) -> String {
        let message = PDFCo.message(for: error)
        let line = message.split(separator: "\n").first.map(String.init) ?? "invalid arguments"
        if let option = unknownOption(in: line) { return "unknown option '\(option)'" }
        let trimmed = line.hasSuffix(".") ? String(line.dropLast()) : line
        return trimmed.prefix(1).lowercased() + trimmed.dropFirst()
    }

    /// Returns a hint with the command that the usage text in the error's full message names.
    static func hint(for error: any Error) -> String {
        let usage = PDFCo.fullMessage(for: error).split(separator: "\n").first { $0.hasPrefix("Usage: ") } ?? ""
        let words = usage.dropFirst("Usage: ".count).split(separator: " ").prefix { word in
            word.allSatisfy { $0.isLowercase || $0 == "-" } && !word.hasPrefix("-")
        }
        let command = words.isEmpty ? ["pdfco"] : words.map(String.init)
        let help = command.joined(separator: " ") + " --help shows the usage"
        guard let option = unknownOption(in: PDFCo.message(for: error)), option.hasPrefix("--"),
            let suggestion = UnknownOption.suggestion(for: String(option.dropFirst(2)), of: command)
        else { return help }
        return "\(suggestion) \(help)"
    }

    /// The parser adds a suggestion of its own, which may be nothing like what was typed.
    private static func unknownOption(in message: String) -> Substring? {
        let beginning = "Unknown option '"
        guard message.hasPrefix(beginning) else { return nil }
        return message.dropFirst(beginning.count).prefix { $0 != "'" }
    }
}
