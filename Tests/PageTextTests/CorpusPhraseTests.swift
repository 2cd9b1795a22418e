import LinuxFiles
import Mutations
import SystemPackage
import TestSupport
import Testing

@testable import PDFModel
@testable import PageText

/// What poppler reads on the pages of real files is found there, at the same place.
struct CorpusPhraseTests {
    /// How much of what two rectangles cover together both cover.
    private func agreement(_ one: Rectangle, _ other: Rectangle) -> Double {
        let width = min(one.x1, other.x1) - max(one.x0, other.x0)
        let height = min(one.y1, other.y1) - max(one.y0, other.y0)
        guard width > 0, height > 0 else { return 0 }
        let both = width * height
        return both / (one.width * one.height + other.width * other.height - both)
    }

    /// The text of the pages as poppler reads it, at the same places in default user space.
    private func popplersPages(of path: FilePath, _ details: [PageDetails]) async throws -> [TextPage] {
        let table = try await Command("pdftotext", ["-tsv", path.string, "-"]).run()
        guard table.exitStatus == 0, let words = try? WordFile(table.output) else { return [] }
        var pages: [TextPage] = []
        try? words.read(details) { page in
            pages.append(page)
            return true
        }
        return pages
    }

    /// Looks for a phrase; returns how well the nearest match agrees with where it is expected, or why there is none.
    private func search(
        _ phrase: String, at place: Rectangle, on page: PageDetails, of path: FilePath
    ) -> Result<Double, PageTextError> {
        Result { () throws(PageTextError) in
            let matches: [TextMatch]
            do {
                let file = try OpenFile(reading: path)
                let size = try file.status().size
                matches = try TextQuery(phrase).matches(on: [page], in: MuPDF(reading: file, size: size))
            } catch let error as PageTextError {
                throw error
            } catch {
                throw .noText
            }
            let bounds = matches.compactMap { Rectangle(enclosing: $0.quads.flatMap(\.points)) }
            return bounds.map { agreement($0, place) }.max() ?? 0
        }
    }

    /// Words as they stand in their line: poppler also divides where the font changes, and shows no space there. `nil` for words
    /// that lie over each other, of two lines that poppler takes for one.
    private func joined(_ words: ArraySlice<TextWord>) -> String? {
        var text = words.first?.text ?? ""
        for (word, next) in zip(words, words.dropFirst()) {
            let gap = max(
                next.box.lowerLeft.x - word.box.lowerRight.x, word.box.lowerLeft.x - next.box.lowerRight.x)
            let height = word.box.upperLeft.y - word.box.lowerLeft.y
            if gap < -0.2 * abs(height) { return nil }
            text += (abs(gap) < 0.05 * abs(height) ? "" : " ") + next.text
        }
        return text
    }

    /// A phrase, and where poppler sees it.
    private struct Phrase {
        var text: String
        var place: Rectangle
        var page: Int
    }

    /// Picks at random one to four words that follow each other in a line; `nil` where nothing can be picked.
    private func phrase(of lines: [(page: Int, words: [TextWord])], _ random: inout SeededGenerator) -> Phrase? {
        for _ in 0..<20 {
            guard let (page, words) = lines.randomElement(using: &random) else { return nil }
            let start = Int.random(in: words.indices, using: &random)
            let part = words[start..<min(words.count, start + .random(in: 1...4, using: &random))]
            guard var text = joined(part) else { continue }
            // poppler's table has the letters of a word from left to right.
            if text.unicodeScalars.contains(where: \.isRightToLeft) { text = String(text.reversed()) }
            let scalars = text.unicodeScalars
            // Patterns are drawn with fonts of a single letter.
            if Set(scalars.filter(\.properties.isAlphabetic)).count > 2,
                !scalars.contains(where: { $0 == "\u{FFFD}" || $0.properties.generalCategory == .privateUse }),
                let place = Rectangle(enclosing: part.flatMap(\.box.points))
            {
                return Phrase(text: text, place: place, page: page)
            }
        }
        return nil
    }

    /// A document of the corpus with the lines of its pages as poppler reads them.
    private struct Source {
        var document: CorpusDocument
        var pages: [PageDetails]
        var lines: [(page: Int, words: [TextWord])]
    }

    private func source(_ document: CorpusDocument) async throws -> Source? {
        guard let bytes = try? document.path.readBytes(), let file = try? PDFFile(bytes: bytes),
            let details = try? file.pageDetails()
        else { return nil }
        let pages = try await popplersPages(of: document.path, details)
        // What annotations show is no text of the page.
        let listed = (try? file.annotations()) ?? []
        let shown = Dictionary(
            grouping: listed.map(\.annotation).filter { ["FreeText", "Stamp", "Widget"].contains($0.subtype) },
            by: \.page)
        let lines = pages.flatMap { page in
            page.lines.map { line in
                let words = line.words.filter { word in
                    !(shown[page.number] ?? []).contains { $0.rect.contains(word.box.center) }
                }
                return (page: page.number, words: words)
            }
        }
        return Source(document: document, pages: details, lines: lines.filter { !$0.words.isEmpty })
    }

    /// Calls a function for each element, for two at once, and returns the results in the order of the elements.
    private static func results<Element: Sendable, Result: Sendable>(
        of elements: [Element], _ body: @escaping @Sendable (Element) async throws -> Result
    ) async throws -> [Result] {
        try await withThrowingTaskGroup(of: [(Int, Result)].self) { group in
            for side in 0...1 {
                group.addTask {
                    var results: [(Int, Result)] = []
                    for index in stride(from: side, to: elements.count, by: 2) {
                        results.append((index, try await body(elements[index])))
                    }
                    return results
                }
            }
            let all = try await group.reduce(into: []) { $0 += $1 }
            return all.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    @Test(.corpus, .timeLimit(.minutes(10)))
    func `Two hundred phrases picked at random are found where poppler sees them`() async throws {
        var random = SeededGenerator(state: 2026)
        var phrases: [(Source, Phrase)] = []
        var sources: [Source] = []
        let read = try await Self.results(of: Corpus.documents) { try await source($0) }
        for source in read.compactMap(\.self) {
            guard let phrase = phrase(of: source.lines, &random) else { continue }
            sources.append(source)
            phrases.append((source, phrase))
        }
        // The others from anywhere in their text.
        let places = sources.indices.flatMap { index in sources[index].lines.indices.map { (index, $0) } }
        while phrases.count < 200, let (index, line) = places.randomElement(using: &random) {
            let source = sources[index]
            if let phrase = phrase(of: [source.lines[line]], &random) { phrases.append((source, phrase)) }
        }
        var (missing, apart): ([String], [String]) = ([], [])
        let found = try await Self.results(of: phrases) { source, phrase in
            let page = try #require(source.pages.first { $0.number == phrase.page })
            return search(phrase.text, at: phrase.place, on: page, of: source.document.path)
        }
        for ((source, phrase), result) in zip(phrases, found) {
            let name = "\(source.document.name) page \(phrase.page): '\(phrase.text)'"
            switch result {
            case .success(0.7...): break
            case .success(let agreement): apart.append("\(name): \(agreement)")
            case .failure: missing.append(name)
            }
        }
        print("\(phrases.count) phrases of \(sources.count) documents:", terminator: " ")
        print("\(missing.count) not found, \(apart.count) found with an agreement of less than 0.7")
        for line in missing + apart { print("  \(line)") }
        // MuPDF does not decode all fonts as poppler does, and reads fewer form fields. Some fonts state other heights
        // than their letters have, and poppler believes them.
        #expect(phrases.count >= 200)
        #expect((missing + apart).count * 100 <= phrases.count * 3, "\((missing + apart).joined(separator: "; "))")
    }
}

extension PDFFile {
    fileprivate convenience init(bytes: [UInt8]) throws(PDFError) {
        let memory = OwnedBytes(bytes)
        try self.init(bytes: memory.bytes, keeping: memory, for: .editing)
    }
}
