internal import LinuxFiles
public import PDFModel
public import SystemPackage

extension DocumentFile {
    /// Makes a new document of blank pages, which appears fully formed or not at all; when this returns it is on the disk.
    ///
    /// To be called inside the accessor of an access ``Access/creating``.
    ///
    /// - Parameters:
    ///   - replacingExisting: whether a file that is there may be replaced.
    ///   - dryRun: do everything but write.
    /// - Returns: its length in bytes.
    /// - Throws: ``DocumentError/Situation/fileExists``.
    public static func create(
        _ document: BlankDocument, at path: FilePath, replacingExisting: Bool = false, dryRun: Bool = false
    ) throws(DocumentError) -> Int {
        let file = try NewFile(at: path, besides: nil, replacingExisting: replacingExisting)
        let bytes = try translatingPDFErrors(of: path) { () throws(PDFError) in try document.bytes() }
        let memory = OwnedBytes(bytes)
        do throws(PDFError) {
            let readBack = try PDFFile(bytes: memory.bytes, keeping: memory, password: nil, for: .editing)
            guard try readBack.pageCount() == document.pageCount else { throw .damaged("the number of pages differs") }
        } catch {
            throw DocumentError(.disagreement("\(error)"), path)
        }
        try file.write(rights: nil, dryRun: dryRun) { new throws(FileSaveError) in try new.append(bytes) }
        return bytes.count
    }
}
