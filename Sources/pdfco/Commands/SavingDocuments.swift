import Documents
import LinuxFiles
import PDFModel
import SystemPackage

extension SaveOptions {
    /// What a document is opened for.
    var purpose: DocumentFile.Purpose { rewrite ? .rewriting : repair ? .repairing : .editing }

    /// Whether the document itself is written.
    var writesDocument: Bool { !dryRun && output == nil }

    /// What is done with the document's file: a coordinated write from before it is opened until it is saved, or, where a new file
    /// is written, a read of the one and a write of the other.
    var access: DocumentFile.Access {
        if dryRun { return .reading() }
        return output.map { .copying(to: FilePath(argument: $0)) } ?? .writing
    }

    /// Saves as the options say; `nil` where they ask for nothing and nothing is unsaved.
    func save(_ document: DocumentFile, file: String, console: Console) throws -> SaveReport? {
        let method = try OptionValue<SaveMethod>.word(method, for: "--method") as SaveMethod
        if let rewriteOptions = try rewriteOptions() {
            let progress: (Int) -> Void = { console.progress($0, of: file) }
            return try document.rewrite(
                rewriteOptions, to: output.map { FilePath(argument: $0) }, force: force, dryRun: dryRun,
                progress: console.showsProgress ? progress : nil)
        }
        if let output {
            return try document.save(to: FilePath(argument: output), replacingExisting: force, dryRun: dryRun)
        }
        return try document.save(method, dryRun: dryRun)
    }
}
