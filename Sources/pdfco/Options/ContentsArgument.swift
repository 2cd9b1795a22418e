import LinuxFiles
import SystemPackage

/// The value of `--contents`: a text; `-` or `@FILE` for one that is read; `@@…` for one that begins with `@`.
enum ContentsArgument {
    /// The length of the longest text that is read, in bytes.
    private static let limit = 1 << 20

    static func text(_ argument: String, _ inputFiles: InputFiles) throws(CommandFailure) -> String {
        if argument == "-" { return try text(in: argument, inputFiles) }
        guard argument.hasPrefix("@") else { return argument }
        let name = String(argument.dropFirst())
        if name.hasPrefix("@") { return name }
        guard !name.isEmpty else {
            throw CommandFailure.usage("--contents @ names no file", hint: literal)
        }
        return try text(in: name, inputFiles)
    }

    private static let literal = "write --contents @@TEXT for the text @TEXT"

    /// Reads a text, without the end of its last line.
    private static func text(in file: String, _ inputFiles: InputFiles) throws(CommandFailure) -> String {
        var bytes: [UInt8]
        do {
            bytes = try inputFiles.read(file, as: "the text for --contents", atMost: limit, mayBeEmpty: true)
        } catch {
            var failure = error
            if failure.exitStatus == .noInput, file != "-" { failure.hint = literal }
            throw failure
        }
        bytes = ByteText.withoutMark(bytes)
        guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0), !ByteText.hasEscapes(text) else {
            throw CommandFailure(
                kind: "source", file: file, problem: "cannot read the text for --contents: it is not UTF-8",
                hint: "convert it first: iconv -f ISO-8859-1 -t UTF-8 FILE, with the file's own encoding",
                exitStatus: .dataError)
        }
        return text.last?.isNewline == true ? String(text.dropLast()) : text
    }
}
