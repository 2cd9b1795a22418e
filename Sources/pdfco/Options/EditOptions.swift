import ArgumentParser
import Documents
import SystemPackage

/// How the edits of a command reach the disk.
struct EditOptions: ParsableArguments {
    @Flag(name: .long, help: "Save the document itself.")
    var save = false

    @OptionGroup var saving: SaveOptions

    /// Opens the document, applies the edits that `edits` makes for it, and saves unless `check` objects.
    func run(
        _ file: String, _ global: GlobalOptions, _ edits: (Document) throws -> [Edit],
        check: (EditReport) throws -> Void = { _ in }
    ) throws {
        try checkDestination()
        let console = global.console
        let result = try global.editing(file, saving) { document in
            let report = try document.perform(try edits(document), overridingCertification: saving.force)
            try check(report)
            let saved = try saving.save(document, file: file, console: console)
            return SaveResult(file: file, options: saving, edits: report, save: saved)
        }
        result.tell(on: console)
    }

    /// Unsaved changes are recorded by checkpoints, which are not there yet: an edit must say where it goes.
    private func checkDestination() throws(CommandFailure) {
        if save, saving.output != nil {
            throw CommandFailure(
                kind: "usage", problem: "--save and -o exclude each other",
                hint: "--save writes the document itself, -o OUT a new file", exitStatus: .usage)
        }
        guard save || saving.output != nil || saving.dryRun else {
            throw CommandFailure(
                kind: "usage",
                problem: "recording unsaved changes is not in this version: say where the edit is to be saved",
                hint: "add --save to save the document itself, or -o OUT to write a new file", exitStatus: .usage)
        }
    }
}
