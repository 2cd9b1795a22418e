import LinuxFiles
import SystemPackage

/// The value of `--contents`: a text; `-` or `@FILE` for one that is read; `@@…` for one that begins with `@`.
enum ContentsArgument {
    /// The length of the longest text that is read, in bytes.
    private static let limit = 1 << 20

    static func text(_ argument: String) throws(CommandFailure) -> String {
        if argument == "-" {
            try StandardInput.claim(for: "--contents")
            return try text(in: nil, argument)
        }
        guard argument.hasPrefix("@") else { return argument }
        let name = String(argument.dropFirst())
        if name.hasPrefix("@") { return name }
        guard !name.isEmpty else {
            throw CommandFailure(
                kind: "usage", problem: "--contents @ names no file", hint: literal, exitStatus: .usage)
        }
        return try text(in: FilePath(argument: name), name)
    }

    private static let literal = "write --contents @@TEXT for the text @TEXT"

    /// Reads a text, without the end of its last line.
    ///
    /// - Parameter path: `nil` for standard input.
    private static func text(in path: FilePath?, _ name: String) throws(CommandFailure) -> String {
        func refusal(_ problem: String, hint: String? = nil, _ exitStatus: ExitStatus) -> CommandFailure {
            CommandFailure(
                kind: "source", file: name, problem: "cannot be read for --contents: \(problem)", hint: hint,
                exitStatus: exitStatus)
        }
        var bytes: [UInt8]
        do throws(SystemCallError) {
            bytes = try StreamedFile.bytes(of: path, atMost: limit)
        } catch {
            guard error.errno != SystemCallError.fileTooLarge else {
                throw refusal("it is longer than \(limit >> 20) MiB", .dataError)
            }
            throw refusal("\(error)", hint: path == nil ? nil : literal, .noInput)
        }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
        guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0), !ByteText.hasEscapes(text) else {
            throw refusal("it is not text in UTF-8", hint: "convert it with iconv -t UTF-8", .dataError)
        }
        return text.last?.isNewline == true ? String(text.dropLast()) : text
    }
}
