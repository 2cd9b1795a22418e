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

    @Test(.enabled(if: Corpus.directory != nil), .timeLimit(.minutes(10)))
    func `Phrases picked at random are found where poppler sees them`() async throws {
        var random = SeededGenerator(state: 2026)
        var (count, missing, apart): (Int, [String], [String]) = (0, [], [])
        for document in Corpus.documents where document.expectation == .annotate && !document.needsRepair {
            guard let bytes = try? document.path.readBytes(), let file = try? PDFFile(bytes: bytes),
                let details = try? file.pageDetails()
            else { continue }
            let pages = try await popplersPages(of: document.path, details)
            let lines = pages.flatMap { page in page.lines.map { (page.number, $0.words) } }.filter { line in
                line.1.contains { $0.text.unicodeScalars.count(where: \.properties.isAlphabetic) > 2 }
            }
            for _ in 0..<2 {
                guard let (number, words) = lines.randomElement(using: &random) else { break }
                let start = Int.random(in: words.indices, using: &random)
                let part = words[start..<min(words.count, start + .random(in: 1...4, using: &random))]
                let phrase = part.map(\.text).joined(separator: " ")
                let scalars = phrase.unicodeScalars
                guard scalars.count(where: \.properties.isAlphabetic) > 2,
                    !scalars.contains(where: { $0 == "\u{FFFD}" || $0.properties.generalCategory == .privateUse }),
                    let place = Rectangle(enclosing: part.flatMap(\.box.points)),
                    let page = details.first(where: { $0.number == number })
                else { continue }
                count += 1
                let name = "\(document.name) page \(number): '\(phrase)'"
                switch search(phrase, at: place, on: page, of: document.path) {
                case .success(0.7...): break
                case .success(let agreement): apart.append("\(name): \(agreement)")
                case .failure: missing.append(name)
                }
            }
        }
        // MuPDF does not decode all fonts as poppler does, and reads fewer form fields; for some fonts, the two disagree on
        // how high a line is.
        #expect(count >= 120)
        #expect(missing.count * 100 <= count * 5, "\(missing.count) of \(count): \(missing.joined(separator: "; "))")
        #expect(apart.count * 100 <= count * 10, "\(apart.count) of \(count): \(apart.joined(separator: "; "))")
    }
}

extension PDFFile {
    fileprivate convenience init(bytes: [UInt8]) throws(PDFError) {
        let memory = OwnedBytes(bytes)
        try self.init(bytes: memory.bytes, keeping: memory, for: .editing)
    }
}
