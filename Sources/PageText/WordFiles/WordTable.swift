internal import PDFModel

/// The tables of words that `tesseract` and `pdftotext -tsv` write: fields separated by tabs, with their names in the
/// first line.
enum WordTable {
    private static let names = ["level", "page_num", "line_num", "left", "top", "width", "height", "text"]

    static func pages(_ bytes: ArraySlice<UInt8>) throws(PageTextError) -> [WordFile.Page] {
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        let header = fields(lines[0])
        let columns = names.map { name in header.firstIndex(of: name) }
        guard !columns.contains(nil) else {
            throw .invalidWords("it is neither hOCR nor ALTO nor a table of words", line: 1)
        }
        let groups = ["page_num", "block_num", "par_num", "line_num"].compactMap { header.firstIndex(of: $0) }
        var pages: [WordFile.Page] = []
        var group: [String] = []
        for (index, line) in lines.enumerated().dropFirst() where !line.isEmpty {
            let row = fields(line)
            func text(_ name: Int) -> String? { columns[name].flatMap { row.indices.contains($0) ? row[$0] : nil } }
            guard let level = text(0).flatMap(Int.init), let number = text(1).flatMap(Int.init),
                let left = text(3).flatMap(Double.init), let top = text(4).flatMap(Double.init),
                let width = text(5).flatMap(Double.init), let height = text(6).flatMap(Double.init),
                [left, top, width, height].allSatisfy(\.isFinite)
            else { throw .invalidWords("a row of the table has other fields than its first line", line: index + 1) }
            if level == 1 {
                guard width > 0, height > 0 else {
                    throw .invalidWords("a page has no size", line: index + 1)
                }
                pages.append(WordFile.Page(number: number, width: width, height: height, place: index + 1))
            }
            // The row of a page begins a line, even if it is there twice, and so does that of a line: poppler does not number
            // lines throughout.
            if level == 1 || level == 4 { group = [] }
            guard level == 5, let word = text(7), !word.allSatisfy(\.isWhitespace) else { continue }
            guard pages.last?.number == number else {
                throw .invalidWords("a word is on a page without a row", line: index + 1)
            }
            let own = groups.map { row.indices.contains($0) ? row[$0] : "" }
            if own != group { pages[pages.count - 1].lines.append([]) }
            group = own
            let last = pages[pages.count - 1].lines.count - 1
            pages[pages.count - 1].lines[last].append(
                WordFile.Word(text: word, box: Rectangle(left, top, left + width, top + height)))
        }
        return pages
    }

    private static func fields(_ line: ArraySlice<UInt8>) -> [String] {
        let line = line.last == 0x0D ? line.dropLast() : line
        return line.split(separator: 0x09, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
    }
}
