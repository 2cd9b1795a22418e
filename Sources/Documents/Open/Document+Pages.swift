internal import FileDocuments
public import PDFModel
internal import SystemPackage

extension Document {
    /// Returns the size, position, rotation and label of pages, in the order of the range: `width` and
    /// `height` are what readers show, in 1/72 inch.
    ///
    /// - Throws: `PDFError.pageOutOfRange` as a ``DocumentError`` for a page that the document does not
    ///   have.
    public func pageDetails(_ range: PageRange = .all) async throws(DocumentError) -> [PageDetails] {
        try await reading { file throws(DocumentError) in try file.pageDetails(range) }
    }
}
