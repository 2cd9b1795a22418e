public import PDFModel

/// Something that knows the text of a document's pages.
public protocol TextSource {
    /// Reads pages in order, and hands each to `body` until it returns `false`.
    func read(_ pages: [PageDetails], _ body: (TextPage) -> Bool) throws(PageTextError)
}
