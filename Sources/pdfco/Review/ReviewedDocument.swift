import Documents
import PDFModel
import PageImages

/// A document as a review shows it: the pages that have comments.
struct ReviewedDocument {
    struct Page {
        var details: PageDetails
        var picture: PagePicture?
        var threads: [ReviewThread]
    }

    /// The document as the command calls it.
    var file: String
    var pages: [Page]
    /// Why pictures are missing.
    var problem: RenderingError?

    init(_ document: OpenDocument<PDFContents>, called file: String, withUnsavedChanges: Bool) throws(DocumentError) {
        let annotations = try document.annotations(withUnsavedChanges: withUnsavedChanges)
        let threads = Dictionary(grouping: ReviewThread.threads(in: annotations), by: \.page)
        let details = try threads.isEmpty ? [] : document.pageDetails().filter { threads[$0.number] != nil }
        let drawn = try document.pictures(of: details)
        self.file = file
        problem = drawn.problem
        pages = details.map { page in
            Page(details: page, picture: drawn.pictures[page.number], threads: threads[page.number] ?? [])
        }
    }

    var threads: [ReviewThread] { pages.flatMap(\.threads) }
    var pictureCount: Int { pages.count { $0.picture != nil } }
}
