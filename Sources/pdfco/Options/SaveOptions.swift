import ArgumentParser
import Documents
import LinuxFiles
import SystemPackage

/// Where a command writes its result, if not into the document.
struct DestinationOptions: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Write a new file OUT ('-': standard output); {name} in it is the name of the document without .pdf.",
            valueName: "out"),
        completion: .pdf)
    var output: String?

    @Option(
        help: .seldom(
            """
            Write a new file into DIR for each document, under the document's name, and leave the documents as they \
            are.
            """, "dir"),
        completion: .directory)
    var outputDir: String?

    @Option(
        help: .seldom(
            """
            Write only what a save would append to the document, to a new file OUT; '-' is standard output. The document \
            followed by OUT is the saved document.
            """, "out"),
        completion: .file())
    var incrementTo: String?

    private var options: [(name: String, value: String?)] {
        [("-o", output), ("--output-dir", outputDir), ("--increment-to", incrementTo)]
    }

    /// The option that is given; `nil` if the result goes into the document.
    var option: String? { options.first { $0.value != nil }?.name }

    func validate() throws { try OutputNames.checkOptions(options) }

    /// The names of the new files; `nil` if no option names one.
    fileprivate var names: OutputNames? {
        option.map {
            OutputNames(
                option: $0, path: output ?? incrementTo, directory: outputDir,
                format: incrementTo == nil ? .pdf : nil)
        }
    }
}

/// Where and how a command's result is written.
struct SaveOptions {
    let output: DestinationOptions
    let writing: WritingOptions
    let rewriting: RewritingOptions

    func validate() throws {
        if output.incrementTo != nil, rewriting.rewrite {
            throw ValidationError("--increment-to cannot be combined with --rewrite.")
        }
        try writing.validate(with: rewriting)
    }

    /// The first option given that applies only if the document is written.
    var firstAboutSaving: String? { rewriting.first ?? writing.method.map { _ in "--method" } }

    /// Returns the options as a ``DocumentSaving`` of one document.
    func saving(of file: String, _ console: Console) throws(CommandFailure) -> DocumentSaving<PDFContents> {
        var saving = try writing.saving(rewriting)
        saving.output = try output.names?.name(for: file).map { name throws(CommandFailure) in
            try Output(named: name, console)
        }
        saving.part = output.incrementTo == nil ? .document : .increment
        if console.showsProgress { saving.progress = { console.progress($0, of: file) } }
        return saving
    }

    /// Throws if the results of two documents would be one file.
    ///
    /// - Parameter asPDF: whether they are PDF documents, and not whatever the documents are.
    func checkOutputs(of files: [String], asPDF: Bool = true) throws(CommandFailure) {
        var names = output.names
        if !asPDF { names?.format = nil }
        try names?.check(files)
    }
}

extension Output {
    /// - Parameter argument: a path; `-` is standard output.
    fileprivate init(named argument: String, _ console: Console) throws(CommandFailure) {
        guard argument == "-" else {
            self = .file(FilePath(argument: argument))
            return
        }
        guard !console.surroundings.output.isTerminal else {
            throw CommandFailure.usage(
                "standard output is a terminal, and '-' writes a document to it",
                hint: "redirect it: pdfco … -o - > OUT")
        }
        self = .stream(console.surroundings.output.descriptor)
    }

    /// The name that an argument has for it.
    var argument: String { path?.argument ?? "-" }
}
