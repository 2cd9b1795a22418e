package import LinuxFiles
public import PDFModel

/// The text of a document that MuPDF's `mutool` reads, as another process.
///
/// mutool joins letters to words and lines, and knows right-to-left scripts, vertical writing and text at an angle.
public final class MuPDF: TextSource {
    static let program = "mutool"
    static let package = "mupdf-tools"

    private let file: OpenFile
    private let size: Int

    /// - Parameter file: the document, which needs no password.
    package init(reading file: consuming OpenFile, size: Int) {
        self.file = file
        self.size = size
    }

    public func read(_ pages: [PageDetails], _ body: (TextPage) -> Bool) throws(PageTextError) {
        guard !pages.isEmpty else { return }
        let details = Dictionary(pages.map { ($0.number, $0) }, uniquingKeysWith: { first, _ in first })
        let numbers = Self.ranges(details.keys.sorted())
        let words = [Self.program, "draw", "-q", "-F", "stext", "-o", "-", Program.passedFile, numbers]
        let worker = try start(words)
        var reader = StructuredText()
        var missing = details.count
        while true {
            let bytes = try read(worker)
            if bytes.isEmpty { break }
            let wantsMore = try reader.read(bytes) { page throws(PageTextError) in
                guard let details = details[page.number] else {
                    throw .notUnderstood(Self.program, reason: "a page that was not asked for")
                }
                missing -= 1
                return body(try page.inUserSpace(of: details))
            }
            guard wantsMore else { return }
        }
        let status = worker.waitForEnd()
        guard missing <= 0 else { throw .programFailed(Self.program, status: status) }
    }

    private func start(_ words: [String]) throws(PageTextError) -> WorkerProcess {
        do {
            return try WorkerProcess(
                Program(helper: words.map { Array($0.utf8) }), reading: file, size: size, seconds: 300)
        } catch {
            throw error.isMissingFile ? .programMissing(Self.program, package: Self.package) : Self.failure(error)
        }
    }

    private func read(_ worker: WorkerProcess) throws(PageTextError) -> ArraySlice<UInt8> {
        do { return try worker.output() } catch { throw Self.failure(error) }
    }

    private static func failure(_ error: SystemCallError) -> PageTextError {
        error.isTimeout ? .programTimedOut(program) : .systemCall(error)
    }

    /// Numbers as mutool reads them: `1-3,7`.
    static func ranges(_ numbers: [Int]) -> String {
        var ranges: [ClosedRange<Int>] = []
        for number in numbers {
            if let last = ranges.last, last.upperBound + 1 == number {
                ranges[ranges.count - 1] = last.lowerBound...number
            } else {
                ranges.append(number...number)
            }
        }
        return ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
            .joined(separator: ",")
    }
}

extension StructuredText.Page {
    /// The page with its characters in default user space; those without a place are left out.
    fileprivate func inUserSpace(of page: PageDetails) throws(PageTextError) -> TextPage {
        let tolerance = 1 + 0.001 * max(page.width, page.height)
        guard abs(width - page.width) <= tolerance, abs(height - page.height) <= tolerance else {
            throw .notUnderstood(
                MuPDF.program, reason: "page \(number) with another size than \(page.width) × \(page.height)")
        }
        func point(_ shown: Point) -> Point {
            page.point(shownAt: Point(shown.x / page.userUnit, shown.y / page.userUnit), in: page.cropBox)
        }
        let lines = lines.map { characters in
            PrintedLine(
                characters.map { character in
                    let box = Quadrilateral(
                        upperLeft: point(character.box.upperLeft), upperRight: point(character.box.upperRight),
                        lowerLeft: point(character.box.lowerLeft), lowerRight: point(character.box.lowerRight))
                    return TextCharacter(character.text, box)
                }
            ).line
        }
        return TextPage(number: number, lines: lines.filter { !$0.characters.isEmpty })
    }
}
