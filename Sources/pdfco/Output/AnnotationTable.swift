import FoundationEssentials
import LinuxFiles
import PDFModel

/// A table of annotations, for programs other than pdfco.
enum AnnotationTable {
    case csv, markdown

    /// The lines above the first document's rows.
    var head: [String] { self == .csv ? [Self.columns.joined(separator: ",")] : [] }

    /// The lines above the rows of a document.
    ///
    /// - Parameter isAlone: whether the command has no other document.
    func head(of file: String, isAlone: Bool) -> [String] {
        guard self == .markdown else { return [] }
        let title = isAlone ? [] : ["## \(Self.markdown(file))", ""]
        return title + ["| page | subtype | author | date | state | contents |", "|---|---|---|---|---|---|"]
    }

    /// The lines below the rows of a document.
    var foot: [String] { self == .markdown ? [""] : [] }

    /// The lines of an annotation's row; in CSV, text can have several.
    func row(_ listed: ListedAnnotation, _ review: Review?, of file: String) -> [String] {
        let annotation = listed.annotation
        let texts = [
            annotation.subtype, annotation.author ?? "", annotation.lastDate?.timestamp ?? "",
            annotation.state ?? review.map { $0.isClosed ? $0.state : "" } ?? "", annotation.contents ?? "",
        ]
        switch self {
        case .markdown:
            let cells = ["\(annotation.page)"] + texts.map(Self.markdown)
            return ["| \(cells.joined(separator: " | ")) |"]
        case .csv:
            let more = [listed.identifier ?? "", annotation.inReplyTo ?? ""].map(Self.csv)
            let rect = annotation.rect
            let places = [rect.x0, rect.y0, rect.x1, rect.y1].map(HTML.number)
            let cells = [Self.csv(ByteText.readable(file)), "\(annotation.page)"] + texts.map(Self.csv) + more + places
            return cells.joined(separator: ",").split(separator: "\n", omittingEmptySubsequences: false)
                .map(String.init)
        }
    }

    private static let columns = [
        "file", "page", "subtype", "author", "date", "state", "contents", "name", "inReplyTo", "x0", "y0", "x1", "y1",
    ]

    /// Returns a field (RFC 4180) in which no cell is a formula, which a spreadsheet would run: an apostrophe before a cell
    /// keeps it text. One that separates fields otherwise also begins a cell after a semicolon, a tab or a line feed.
    private static func csv(_ text: String) -> String {
        let whole = lines(of: text).joined(separator: "\n").unicodeScalars
        let cells = whole.split(omittingEmptySubsequences: false) { ";\t\n".unicodeScalars.contains($0) }
        var field = whole.first.map { "\t\n".unicodeScalars.contains($0) } == true ? "'" : ""
        for cell in cells {
            if cell.startIndex > whole.startIndex {
                field.unicodeScalars.append(whole[whole.index(before: cell.startIndex)])
            }
            if isFormula(cell) { field += "'" }
            field.unicodeScalars += cell
        }
        guard field.unicodeScalars.contains(where: { ",;\"\t\n".unicodeScalars.contains($0) }) else { return field }
        return "\"" + field.replacing("\"", with: "\"\"") + "\""
    }

    /// Whether the first character that is seen, and is no quotation mark, begins a formula.
    private static func isFormula(_ cell: Substring.UnicodeScalarView) -> Bool {
        let first = cell.first {
            $0 != "\"" && !$0.properties.isWhitespace && !$0.properties.isDefaultIgnorableCodePoint
                && ![.control, .format].contains($0.properties.generalCategory)
        }
        return first.map { "=+-@＝＋－＠".unicodeScalars.contains($0) } ?? false
    }

    /// Returns text of one line in which nothing is markup (CommonMark, 2.4).
    private static func markdown(_ text: String) -> String {
        lines(of: text).map { line in
            var escaped = ""
            for scalar in line.unicodeScalars {
                if "\\`*_[]<>|~&$".unicodeScalars.contains(scalar) { escaped += "\\" }
                escaped.unicodeScalars.append(scalar)
            }
            return escaped
        }.joined(separator: "<br>")
    }

    private static func lines(of text: String) -> [Substring] {
        text.split(omittingEmptySubsequences: false) { $0.isNewline }
    }
}
