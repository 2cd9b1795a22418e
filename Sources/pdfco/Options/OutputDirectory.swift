import ArgumentParser
import LinuxFiles
import SystemPackage

/// A directory for new files, one for each document.
struct OutputDirectory: ParsableArguments {
    @Option(
        name: .customLong("output-dir"),
        help: ArgumentHelp(
            "Write a new file into DIR for each document, under the document's name, and leave the documents as they are.",
            valueName: "dir"),
        completion: .directory)
    var directory: String?

    /// Returns the new file for a document; `nil` without the option.
    func output(for file: String) -> String? {
        guard let directory, let name = FilePath(argument: file).lastComponent else { return nil }
        return FilePath(argument: directory).appending(name).argument
    }

    /// Throws if the new files of two documents would be one, or a single new file is named for several documents.
    ///
    /// - Parameter output: the new file that `-o` names.
    func check(_ paths: [String], besides output: String?) throws(CommandFailure) {
        if let output, directory != nil || paths.count > 1 {
            throw CommandFailure(
                kind: "usage", file: output, problem: "-o names one new file, for one document",
                hint: "--output-dir DIR takes the new files of several", exitStatus: .usage)
        }
        guard directory != nil else { return }
        var documents: [FilePath.Component: String] = [:]
        for path in paths {
            guard let name = FilePath(argument: path).lastComponent else { continue }
            if let other = documents[name] {
                throw CommandFailure(
                    kind: "usage", file: path, problem: "its new file would be that of \(other), too",
                    hint: "annotate batch writes each to an output of its own; nothing was written", exitStatus: .usage)
            }
            documents[name] = path
        }
    }
}
