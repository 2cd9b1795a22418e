import Checkpointing
import FoundationEssentials
import SystemPackage

@testable import Documents

extension OpenDocument<PDFContents> {
    /// Opens a file, with its unsaved changes if there is a store.
    convenience init(
        openingFileAt path: FilePath, for intent: DocumentIntent<PDFContents>, password: String? = nil,
        store: CheckpointStore? = nil,
        now: @escaping () -> Date = { Date() }
    ) throws(DocumentError) {
        var documents = DocumentStore<PDFContents>(checkpoints: store)
        (documents.options.password, documents.now) = (password, now)
        try self.init(openingFileAt: path, for: intent, in: documents)
    }
}

extension DocumentIntent<PDFContents> {
    static var rewriting: DocumentIntent<PDFContents> {
        var saving = DocumentSaving<PDFContents>()
        saving.options.rewriting = RewriteOptions()
        return .save(saving)
    }

    static var repairing: DocumentIntent<PDFContents> {
        var saving = DocumentSaving<PDFContents>()
        saving.options.repairs = true
        return .save(saving)
    }
}

/// Saves in other ways than the document was opened for.
extension OpenDocument<PDFContents> {
    private func written(_ change: (inout DocumentSaving<PDFContents>) -> Void) throws(DocumentError) -> SaveReport {
        guard let report = try saved(change) else { preconditionFailure("There is always something to write.") }
        return report
    }

    private func saved(_ change: (inout DocumentSaving<PDFContents>) -> Void) throws(DocumentError) -> SaveReport? {
        let intent = intent
        defer { self.intent = intent }
        var saving = intent.saving ?? DocumentSaving<PDFContents>()
        change(&saving)
        self.intent = .save(saving)
        return try save()
    }

    func save(_ method: SaveMethod, dryRun: Bool = false) throws(DocumentError) -> SaveReport? {
        try saved { ($0.method, $0.dryRun, $0.options.rewriting) = (method, dryRun, nil) }
    }

    @discardableResult
    func save(
        to output: FilePath, replacingExisting: Bool = false, dryRun: Bool = false
    ) throws(DocumentError) -> SaveReport {
        try written {
            ($0.output, $0.force, $0.dryRun) = (.file(output), replacingExisting, dryRun)
            $0.options.rewriting = nil
        }
    }

    @discardableResult
    func rewrite(
        _ options: RewriteOptions, to output: Output? = nil, force: Bool = false, ignoringSignatures: Bool = false,
        progress: ((Int) -> Void)? = nil
    ) throws(DocumentError) -> SaveReport {
        try written {
            ($0.options.rewriting, $0.output, $0.force) = (options, output, force)
            ($0.options.ignoresSignatures, $0.progress) = (ignoringSignatures, progress)
        }
    }

    @discardableResult
    func write(_ part: OutputPart, to output: Output) throws(DocumentError) -> SaveReport {
        try written { ($0.part, $0.output, $0.options.rewriting) = (part, output, nil) }
    }
}
