import ArgumentParser

/// The argument parser's error message as one line, and a hint that names the right help text.
enum UsageMessage {
    static func problem(of error: any Error) -> String {
        let message = PDFCo.message(for: error)
        let line = message.split(separator: "\n").first.map(String.init) ?? "invalid arguments"
        let trimmed = line.hasSuffix(".") ? String(line.dropLast()) : line
        return trimmed.prefix(1).lowercased() + trimmed.dropFirst()
    }

    /// Returns a hint with the command that the usage text in the error's full message names.
    static func hint(for error: any Error) -> String {
        let usage = PDFCo.fullMessage(for: error).split(separator: "\n").first { $0.hasPrefix("Usage: ") } ?? ""
        let words = usage.dropFirst("Usage: ".count).split(separator: " ").prefix { word in
            word.allSatisfy { $0.isLowercase || $0 == "-" } && !word.hasPrefix("-")
        }
        return (words.isEmpty ? ["pdfco"] : words).joined(separator: " ") + " --help shows the usage"
    }
}
