import ArgumentParser
import Documents
import LinuxFiles
import SystemPackage

/// Where and how a command's result is written.
struct SaveOptions: ListedOptions {
    private(set) var output: String?
    private var directory: String?
    private(set) var incrementOutput: String?
    private(set) var writing = WritingOptions()

    init() {}

    init(_ values: OptionValues) throws {
        output = try values.value(of: "output")
        directory = try values.value(of: "output-dir")
        incrementOutput = try values.value(of: "increment-to")
        writing = try WritingOptions(values)
    }

    static var options: [ListedOption] {
        [
            .value(
                "output", short: "o", "out",
                help: """
                    Write a new file OUT ('-': standard output); {name} in it is the name of the document without .pdf.
                    """,
                completion: .pdf),
            .value(
                "output-dir", "dir", isSeldom: true,
                help: """
                    Write a new file into DIR for each document, under the document's name, and leave the documents as they \
                    are.
                    """,
                completion: .directory),
            .value(
                "increment-to", "out", isSeldom: true,
                help: """
                    Write only what a save would append to the document, to a new file OUT; '-' is standard output. \
                    The document followed by OUT is the saved document.
                    """,
                completion: .file()),
        ] + WritingOptions.options
    }

    var force: Bool { writing.force }
    var dryRun: Bool { writing.dryRun }

    /// The option that names where the result goes, if it does not go into the document.
    var outputOption: String? {
        if output != nil { return "-o" }
        if directory != nil { return "--output-dir" }
        return incrementOutput != nil ? "--increment-to" : nil
    }

    func validate() throws {
        let named = [("-o", output), ("--output-dir", directory), ("--increment-to", incrementOutput)].filter {
            $0.1 != nil
        }
        if named.count > 1 { throw ValidationError("\(named[0].0) and \(named[1].0) cannot be combined.") }
        if let (option, value) = named.first, value?.isEmpty == true {
            throw ValidationError("\(option) needs a name.")
        }
        if incrementOutput != nil, writing.rewrite {
            throw ValidationError("--increment-to cannot be combined with --rewrite.")
        }
        try writing.validate()
    }

    /// Returns the options as a ``Saving`` of one document.
    func saving(of file: String, _ console: Console) throws(CommandFailure) -> Saving {
        var saving = try writing.saving()
        saving.output = try names?.name(for: file).map { name throws(CommandFailure) in try Output(named: name, console)
        }
        saving.part = incrementOutput == nil ? .document : .increment
        if console.showsProgress { saving.progress = { console.progress($0, of: file) } }
        return saving
    }

    /// Throws if the results of two documents would be one file.
    func checkOutputs(of files: [String]) throws(CommandFailure) { try names?.check(files) }

    /// The names of the new files; `nil` if no option names one.
    private var names: OutputNames? {
        outputOption.map {
            OutputNames(
                option: $0, path: output ?? incrementOutput, directory: directory,
                format: incrementOutput == nil ? .pdf : nil)
        }
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
            throw CommandFailure(
                kind: "usage", problem: "standard output is a terminal, and '-' writes a document to it",
                hint: "redirect it: pdfco … -o - > OUT", exitStatus: .usage)
        }
        self = .stream(console.surroundings.output.descriptor)
    }

    /// The name that an argument has for it.
    var argument: String { path?.argument ?? "-" }
}
