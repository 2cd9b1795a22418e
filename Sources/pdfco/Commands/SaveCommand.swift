import ArgumentParser
import Checkpointing
import Documents
import LinuxFiles
import PDFModel
import SystemPackage

/// `pdfco save`: saves a document in place or to a new file.
struct SaveCommand: DocumentCommand, ProgramRunning {
    static let configuration = CommandConfiguration(
        "save", abstract: "Write unsaved changes; repair or rewrite a document.",
        usage: """
            pdfco save [<options>] <file> ...
            pdfco save [<options>] --all
            pdfco save [<options>] <file> -- <command> ...
            """,
        examples: """
              pdfco save report.pdf
              pdfco save report.pdf -- qpdf --replace-input --linearize report.pdf
              pdfco save notes.txt --keep-version -- sed -i s/May/June/ notes.txt
              pdfco save --repair damaged.pdf
              pdfco save --rewrite --linearize report.pdf
              pdfco save --rewrite damaged.pdf -o recovered.pdf
            man pdfco-save describes the second: a program that writes the document while
            no other process does.
            """)

    @OptionGroup var documents: DocumentsOrProgram

    @Flag(help: "Save every document that has unsaved changes.")
    var all = false

    @Flag(help: "Keep the file as it was before as a version, whatever its kind.")
    var keepVersion = false

    @Option(
        help: ArgumentHelp("Keep it under a name; it stays until somebody removes it.", valueName: "name"))
    var versionName: String?

    @OptionGroup(title: "Saving") var output: DestinationOptions
    @OptionGroup(title: "Saving") var writing: WritingOptions
    @OptionGroup(title: "Saving") var rewriting: RewritingOptions
    @OptionGroup(title: "Saving") var passing: PasswordPassing
    @OptionGroup var global: GlobalOptions

    /// What is noted of the version; `nil` if none is to be kept.
    private var version: VersionNote? {
        keepVersion || versionName != nil ? VersionNote(.added, name: versionName) : nil
    }

    private var saving: SaveOptions { SaveOptions(output: output, writing: writing, rewriting: rewriting) }

    func validate() throws { try saving.validate() }

    private func check() throws {
        if all {
            if !documents.isEmpty { throw ValidationError("--all takes no file, and no command after --.") }
        } else {
            try documents.check()
        }
        if passing.passPassword, documents.program.isEmpty {
            throw ValidationError("--pass-password needs a command after --.")
        }
        if all, let option = output.option {
            throw ValidationError("\(option) cannot be combined with --all.")
        }
        if versionName?.isEmpty == true { throw ValidationError("--version-name needs a name.") }
        if version != nil, let option = output.option ?? (writing.dryRun ? "--dry-run" : nil) {
            throw ValidationError("--keep-version cannot be combined with \(option).")
        }
        if !documents.program.isEmpty, !documents.isOne {
            throw ValidationError("A command after -- takes one document.")
        }
    }

    func run(in context: CommandContext) throws {
        try check()
        guard !all else {
            let store = try context.store()
            let documents = try OpenDocument<PDFContents>.recoverable(in: store)
            return try documents.filter { $0.edits > 0 && $0.condition != .saved }.forEachPath(context) {
                try save($0, $1)
            }
        }
        let paths = try documents.paths(in: context.surroundings)
        if !documents.program.isEmpty {
            try context.run(documents.program, passing, during: .writing, of: paths[0], keeping: version)
        }
        try saving.checkOutputs(of: paths)
        try context.forEach(of: paths) { try save($0, $1) }
    }

    private func save(_ file: String, _ context: CommandContext) throws {
        var saving = try saving.saving(of: file, context.console)
        // Nobody named a document that is lost.
        if all { saving.restores = false }
        let job = Job(FilePath(argument: file), [], to: .file(saving))
        guard let version else {
            try context.perform(job)
            return
        }
        try context.keeping(file, as: version) { context, kept in
            if try context.isPDF(file) {
                try context.perform(job, kept: kept)
            } else {
                try context.console.answer(["file": file], ["kept": kept.persistentIdentifier]) {
                    context.say(kept, of: file)
                }
            }
        }
    }
}
