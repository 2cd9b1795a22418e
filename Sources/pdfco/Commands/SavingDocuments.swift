import Documents
import PDFModel
import SystemPackage

extension SaveOptions {
    /// Saves as the options say; `nil` where they ask for nothing and nothing is unsaved.
    func save(_ document: Document, file: String, dryRun: Bool, console: Console) async throws -> SaveReport? {
        if let rewriteOptions {
            let progress: @Sendable (Int) -> Void = { console.progress($0, of: file) }
            return try await document.rewrite(
                rewriteOptions, to: output.map { FilePath($0) }, force: force, dryRun: dryRun,
                progress: console.showsProgress ? progress : nil)
        }
        if let output {
            return try await document.save(to: FilePath(output), replacingExisting: force, dryRun: dryRun)
        }
        guard try await document.hasUnsavedChanges() else { return nil }
        return try await document.save(method, dryRun: dryRun)
    }
}
