import AnnotationFormats
import ArgumentParser
import LinuxFiles
import SystemPackage

/// The names of the new files that a command writes, one for each document.
struct OutputNames {
    /// The option that says where they go, as the user knows it.
    let option: String
    /// A path, in which `{name}` stands for the name of a document; `nil` if they go into `directory`.
    var path: String?
    var directory: String?
    /// What the files hold; `nil` if that is no format of its own, or the user has chosen it.
    var format: OutputFormat?

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

    /// Throws if the new files of two documents would be one file, or have the extension of another format.
    func check(_ files: [String], ending: String? = nil) throws(CommandFailure) {
        try format?.check(path)
        var documents: [String: String] = [:]
        for file in files {
            if dependsOnDocument, StandardInput.isMeant(by: file) {
                throw CommandFailure.usage(
                    "standard input has no name for its new file", file: file,
                    hint: "name it with -o OUT; a file named '-' is ./-")
            }
            guard let output = name(for: file, ending: ending) else { continue }
            if documents[output] != nil, !dependsOnDocument {
                throw CommandFailure.usage(
                    "\(option) names one new file for several documents", file: output,
                    hint: "write a new file for each document with --output-dir DIR")
            }
            if let other = documents[output] {
                throw CommandFailure.usage(
                    "its new file would have the same path as that of \(other)", file: file,
                    hint: "write each to its own OUT with pdfco batch")
            }
            documents[output] = file
        }
    }

    /// Throws if more than one of the options for a name is given, or one without a name.
    static func checkOptions(_ options: [(name: String, value: String?)]) throws {
        let given = options.filter { $0.value != nil }
        if given.count > 1 { throw ValidationError("\(given[0].name) and \(given[1].name) cannot be combined.") }
        if let (name, value) = given.first, value?.isEmpty == true { throw ValidationError("\(name) needs a name.") }
    }

    /// Whether each document's new file has another name.
    private var dependsOnDocument: Bool { directory != nil || path?.contains(Self.placeholder) == true }

    private static let placeholder = "{name}"
}

/// What a new file holds, with the extensions that its name may have.
struct OutputFormat {
    /// The name, to complete the sentence "it would be …".
    let title: String
    let extensions: [String]
    /// The option that chooses the format for any name; `nil` if there is none.
    var option: String?

    static let pdf = OutputFormat(title: "a PDF document", extensions: ["pdf"])
    static let html = OutputFormat(title: "an HTML page", extensions: ["html", "htm"])

    /// The extensions that promise a format: others, or none, fit every file.
    private static let known =
        [pdf, html].flatMap(\.extensions) + KnownFormats.all.flatMap { $0.fileExtensions }
        + ["csv", "doc", "docx", "md", "odt", "txt", "xls", "xlsx", "xml"]

    /// Throws if the extension of a path promises another format: another program would open the file in vain.
    func check(_ argument: String?) throws(CommandFailure) {
        guard let argument, let ending = FilePath(argument: argument).extension?.lowercased(),
            !extensions.contains(ending), Self.known.contains(ending)
        else { return }
        throw CommandFailure.usage(
            "its name ends in .\(ending), but it would be \(title)", file: argument,
            hint: "choose a name that ends in .\(extensions[0])" + (option.map { ", or add \($0)" } ?? ""))
    }
}

/// Where a command that changes no document writes what it takes from each.
struct OutputOptions: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            """
            Write to OUT; '-' is standard output. {name} in OUT stands for the name of the document without .pdf.
            """,
            valueName: "out"),
        completion: .file())
    var output: String?

    @Option(
        help: ArgumentHelp("Write a file into DIR for each document, named after it.", valueName: "dir"),
        completion: .directory)
    var outputDir: String?

    @Flag(help: "Replace OUT if it exists.")
    var force = false

    func validate() throws { try OutputNames.checkOptions([("-o", output), ("--output-dir", outputDir)]) }

    /// Returns the names of the new files, after checking that no two documents have the same one.
    ///
    /// - Parameters:
    ///   - ending: what names in a directory end with; empty if that is known only later.
    ///   - format: what the files hold, if their extension may not say otherwise.
    func names(
        for files: [String], ending: String, _ format: OutputFormat? = nil
    ) throws(CommandFailure) -> OutputNames {
        let names = OutputNames(
            option: output == nil ? "--output-dir" : "-o", path: output, directory: outputDir, format: format)
        guard files.count == 1 || output != nil || outputDir != nil else {
            throw CommandFailure.usage(
                "several documents need several new files", hint: "add --output-dir DIR, or {name} in -o OUT")
        }
        try names.check(files, ending: ending)
        return names
    }
}
