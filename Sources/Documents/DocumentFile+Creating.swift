internal import LinuxFiles
public import PDFModel
public import SystemPackage

extension DocumentFile {
    /// Creates a document of blank pages, which appears complete or not at all; when this returns, it is on disk.
    ///
    /// Call this inside the accessor of a `DocumentAccess.creating` access.
    ///
    /// - Parameters:
    ///   - document: the pages.
    ///   - path: the new file, in a directory that exists.
    ///   - replacingExisting: whether an existing file may be replaced.
    ///   - dryRun: do everything except write.
    /// - Returns: the length of the document in bytes.
    /// - Throws: `fileExists`.
    public static func create(
        _ document: BlankDocument, at path: FilePath, replacingExisting: Bool = false, dryRun: Bool = false
    ) throws(DocumentError) -> Int {
        let file = try NewFile(at: path, besides: nil, replacingExisting: replacingExisting)
        let bytes = try translating(of: path) { try document.bytes() }
        let memory = OwnedBytes(bytes)
        do throws(PDFError) {
            let readBack = try PDFFile(bytes: memory.bytes, keeping: memory, password: nil, for: .editing)
            guard try readBack.pageCount() == document.pageCount else { throw .damaged("the number of pages differs") }
        } catch {
            throw DocumentError(.disagreement("\(error)"), path)
        }
        try file.write(dryRun: dryRun) { try $0.append(bytes) }
        return bytes.count
    }
}
