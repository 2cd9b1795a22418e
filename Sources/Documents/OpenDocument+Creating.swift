public import Checkpointing
internal import LinuxFiles
public import PDFModel
public import SystemPackage

extension OpenDocument<PDFContents> {
    /// Creates a document of blank pages, which appears complete or not at all; when this returns, it is on disk.
    ///
    /// Call this inside the accessor of a `DocumentAccess.creating` access.
    ///
    /// - Parameters:
    ///   - document: the pages.
    ///   - path: the new file, in a directory that exists.
    ///   - replacingExisting: whether an existing file may be replaced.
    ///   - dryRun: do everything except write.
    ///   - store: where the unsaved changes of a document that was there before get another identifier, because they are not of this
    ///     one.
    /// - Returns: the length of the document in bytes.
    /// - Throws: `fileExists`.
    public static func create(
        _ document: BlankDocument, at path: FilePath, replacingExisting: Bool = false, dryRun: Bool = false,
        in store: CheckpointStore? = nil
    ) throws(DocumentError) -> (bytes: Int, setApart: (identifier: CheckpointIdentifier, edits: Int)?) {
        let file = try NewFile(at: path, besides: nil, replacingExisting: replacingExisting)
        let bytes = try translating(of: path) { try document.bytes() }
        let memory = OwnedBytes(bytes)
        do throws(PDFError) {
            let readBack = try PDFFile(bytes: memory.bytes, keeping: memory, password: nil, for: .editing)
            guard try readBack.pageCount() == document.pageCount else { throw .damaged("the number of pages differs") }
        } catch {
            throw DocumentError(.disagreement("\(error)"), path)
        }
        // Those of a document that is replaced belong to it until then.
        var setApart = try dryRun || !path.isAbsent ? nil : store?.setApart(ofNewFileAt: path)
        var failure: DocumentError?
        do { try file.write(dryRun: dryRun) { try $0.append(bytes) } } catch {
            // Then the new document is there.
            guard case .notSaved(.nameNotDurable) = error.situation else { throw error }
            failure = error
        }
        if !dryRun, setApart == nil { setApart = try store?.setApart(ofNewFileAt: path) }
        if let failure { throw failure }
        return (bytes.count, setApart)
    }
}
