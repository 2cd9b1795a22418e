import Documents
import LinuxFiles
import PDFModel
import SystemPackage

extension SaveOptions {
    /// Returns the options as a ``Saving``.
    func saving(of file: String, _ console: Console) throws(CommandFailure) -> Saving {
        var saving = try writing.saving()
        saving.output = output.map { FilePath(argument: $0) }
        if console.showsProgress { saving.progress = { console.progress($0, of: file) } }
        return saving
    }
}

extension WritingOptions {
    /// Returns the options as a ``Saving`` of the document itself.
    func saving() throws(CommandFailure) -> Saving {
        var saving = Saving()
        saving.method = try OptionValue<SaveMethod>.word(method, for: "--method")
        saving.repairs = repair
        saving.rewriting = try rewriteOptions()
        (saving.force, saving.dryRun) = (force, dryRun)
        saving.onConflict = try conflictResolution()
        return saving
    }
}
