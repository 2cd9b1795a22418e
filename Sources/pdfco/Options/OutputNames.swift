import ArgumentParser
import LinuxFiles
import SystemPackage

/// The names of the new files that a command writes, one for each document.
struct OutputNames {
    /// Extensions that say what a file holds: another format in such a file would mislead.
    static let knownExtensions: Set = ["csv", "fdf", "htm", "html", "json", "md", "pdf", "txt", "xfdf", "xml"]

    /// The option that says where they go, as the user knows it.
    let option: String
    /// A path, in which `{name}` stands for the name of a document; `nil` if they go into `directory`.
    var path: String?
    var directory: String?

    /// Returns the name of the new file for a document.
    ///
    /// - Parameter ending: what a name in the directory ends with instead of the document's `.pdf`, if that differs.
    func name(for file: String, ending: String? = nil) -> String? {
        guard let document = FilePath(argument: file).lastComponent else { return path }
        let isPDF = document.extension?.lowercased() == "pdf"
        let name = FilePath(root: nil, [document]).argument
        let stem = isPDF ? String(name.dropLast(".pdf".count)) : name
        guard let directory else { return path?.replacing(Self.placeholder, with: stem) }
        let new = FilePath(argument: ending.map { stem + $0 } ?? name)
        return FilePath(argument: directory).appending(new.components).argument
    }

    /// Throws if the new files of two documents would be one file.
    func check(_ files: [String], ending: String? = nil) throws(CommandFailure) {
        var documents: [String: String] = [:]
        for file in files {
            if dependsOnDocument, StandardInput.isMeant(by: file) {
                throw CommandFailure(
                    kind: "usage", file: file, problem: "standard input has no name for its new file",
                    hint: "name it with -o OUT; a file named '-' is ./-", exitStatus: .usage)
            }
            guard let output = name(for: file, ending: ending) else { continue }
            if documents[output] != nil, !dependsOnDocument {
                throw CommandFailure(
                    kind: "usage", file: output, problem: "\(option) names one new file for several documents",
                    hint: "write a new file for each document with --output-dir DIR", exitStatus: .usage)
            }
            if let other = documents[output] {
                throw CommandFailure(
                    kind: "usage", file: file, problem: "its new file would have the same path as that of \(other)",
                    hint: "give each job its own output with annotate batch; nothing was written", exitStatus: .usage)
            }
            documents[output] = file
        }
    }

    /// Whether each document's new file has another name.
    private var dependsOnDocument: Bool { directory != nil || path?.contains(Self.placeholder) == true }

    private static let placeholder = "{name}"
}

/// Where a command that changes no document writes what it takes from each.
struct OutputOptions: ParsableArguments {
    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp(
            """
            Write to OUT; '-' is standard output. {name} in OUT stands for the name of the document without .pdf.
            """,
            valueName: "out"),
        completion: .file())
    var path: String?

    @Option(
        name: .customLong("output-dir"),
        help: ArgumentHelp("Write a file into DIR for each document, named after it.", valueName: "dir"),
        completion: .directory)
    var directory: String?

    @Flag(name: .long, help: "Replace OUT if it exists.")
    var force = false

    func validate() throws {
        if path != nil, directory != nil { throw ValidationError("-o and --output-dir cannot be combined.") }
        if path?.isEmpty == true { throw ValidationError("-o needs a name.") }
        if directory?.isEmpty == true { throw ValidationError("--output-dir needs a name.") }
    }

    /// Returns the names of the new files, after checking that no two documents have the same one.
    ///
    /// - Parameter ending: what names in a directory end with; empty if that is known only later.
    func names(for files: [String], ending: String) throws(CommandFailure) -> OutputNames {
        let names = OutputNames(option: path == nil ? "--output-dir" : "-o", path: path, directory: directory)
        guard files.count == 1 || path != nil || directory != nil else {
            throw CommandFailure(
                kind: "usage", problem: "several documents need several new files",
                hint: "add --output-dir DIR, or {name} in -o OUT", exitStatus: .usage)
        }
        try names.check(files, ending: ending)
        return names
    }
}
