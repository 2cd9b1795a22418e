import Cryptography
import FoundationEssentials
import LinuxFiles
import PDFModel

/// A review of documents as one HTML page that needs nothing else: comments with their replies, beside pictures of the
/// pages. It loads nothing, and runs no script but its own (Content-Security-Policy).
struct ReviewReport {
    private let date: Date
    private var contents: [(file: String, summary: String)] = []
    private var uncommented: [String] = []
    private var unread: [(file: String, problem: String)] = []
    private var sections: [UInt8] = []
    private var counts = (comments: 0, open: 0)

    init(date: Date) { self.date = date }

    /// The bytes of what documents have added.
    var count: Int { sections.count }

    var isEmpty: Bool { contents.isEmpty && uncommented.isEmpty }

    mutating func add(_ document: ReviewedDocument) {
        let threads = document.threads
        guard !threads.isEmpty else { return uncommented.append(document.file) }
        counts.comments += threads.count
        counts.open += threads.count { $0.state == "open" }
        let summary = SummaryText.counted(threads.count, "comment")
        contents.append((document.file, summary))
        sections += Self.section(document, number: contents.count, summary: summary)
    }

    /// Adds a document that cannot be read.
    mutating func add(unread file: String, _ problem: String) { unread.append((file, problem)) }

    /// Returns the page.
    func page() -> [UInt8] {
        let files = contents.map(\.file) + uncommented + unread.map(\.file)
        let title = files.count == 1 ? "Review of \(Self.shown(files[0]))" : "Review"
        let (style, script) = (PackageResources.review_css, PackageResources.review_js)
        let policy = """
            default-src 'none'; img-src data:; style-src '\(Self.hash(style))'; script-src '\(Self.hash(script))'; \
            base-uri 'none'; form-action 'none'
            """
        var page = Array(
            """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="\(policy)">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <meta name="referrer" content="no-referrer">
            <title>\(title)</title>
            <style>
            """.utf8)
        page += style + Array("</style>\n</head>\n<body>\n\(header)".utf8)
        page += Array("<main>\n".utf8) + sections
        page += Array("</main>\n<script>".utf8) + script + Array("</script>\n</body>\n</html>\n".utf8)
        return page
    }

    private var header: String {
        let comments = SummaryText.counted(counts.comments, "comment")
        let documents = SummaryText.counted(contents.count + uncommented.count, "document")
        var header = """
            <header>
            <h1>Review</h1>
            <p>\(comments), \(counts.open) open, in \(documents). \
            Made by pdfco \(Version.current) on \(Self.time(date)).</p>
            <form id="filters" role="search" aria-label="Comments" hidden>
            <label>Author <select name="author"><option value="">all</option></select></label>
            <label>Kind <select name="kind"><option value="">all</option></select></label>
            <label>State <select name="state"><option value="">all</option></select></label>
            <label>From <input type="date" name="from"></label>
            <label>To <input type="date" name="to"></label>
            <label>Text <input type="search" name="text"></label>
            <button type="reset">Show all</button>
            <output></output>
            </form>
            </header>

            """
        let items = contents.enumerated().map { index, item in
            "<a href=\"#d\(index + 1)\">\(Self.shown(item.file))</a> \(item.summary)"
        }
        if items.count > 1 {
            header += "<nav aria-label=\"Documents\">\n<h2>Documents</h2>\n\(Self.list(items))</nav>\n"
        }
        let others = others
        if !others.isEmpty { header += "<aside aria-label=\"Other documents\">\n\(others)</aside>\n" }
        return header
    }

    /// The documents of which there is nothing to show, in lists to unfold.
    private var others: String {
        let problems = unread.map { "\(Self.shown($0.file)): \(Self.shown($0.problem))" }
        return Self.unfolding("details", uncommented.map(Self.shown), "without comments")
            + Self.unfolding("details open", problems, "not read")
    }

    private static func unfolding(_ tag: String, _ items: [String], _ words: String) -> String {
        if items.isEmpty { return "" }
        let documents = SummaryText.counted(items.count, "document")
        return "<\(tag)>\n<summary>\(documents) \(words)</summary>\n\(list(items))</details>\n"
    }

    /// A file name or another text of one line; characters that change the direction of writing are escaped.
    static func shown(_ text: String) -> String { HTML.text(ShownText.line(text)) }

    static func time(_ date: Date) -> String {
        let timestamp = date.timestamp
        return "<time datetime=\"\(timestamp)\">\(timestamp.prefix(10)) \(timestamp.dropFirst(11).prefix(5)) UTC</time>"
    }

    private static func list(_ items: [String]) -> String {
        "<ul>\n\(items.map { "<li>\($0)</li>\n" }.joined())</ul>\n"
    }

    private static func hash(_ text: [UInt8]) -> String {
        "sha256-" + Data(SHA256.digest(of: text)).base64EncodedString()
    }
}
