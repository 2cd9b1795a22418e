package import LinuxFiles
package import PDFModel

/// A program that draws pages, as another process with limits.
package struct PageRenderer: Sendable {
    package let name: String
    /// Whether it draws any list of pages in one run, and ends at the first one that it cannot draw.
    private let takesList: Bool
    private let arguments: @Sendable (_ pages: String, PageDetails) -> [String]

    /// The programs, the faster one first.
    package static let all: [PageRenderer] = [
        PageRenderer(name: "mutool", takesList: true) { pages, _ in
            let side = String(Int(longestSide))
            return [
                "draw", "-q", "-F", "png", "-r", String(Int(resolution)), "-w", side, "-h", side, "-o", "-",
                Program.passedFile, pages,
            ]
        },
        PageRenderer(name: "pdftoppm", takesList: false) { pages, details in
            // It does not know the unit of a page.
            let longest = max(details.cropBox.width, details.cropBox.height, 1)
            let dots = min(resolution * details.userUnit, longestSide * 72 / longest)
            return [
                "-q", "-png", "-cropbox", "-r", String(dots), "-f", pages, "-l", pages, Program.passedFile,
            ]
        },
    ]

    /// In pixels for an inch: text of the usual size is legible.
    private static let resolution = 108.0
    /// In pixels: larger pages are drawn smaller.
    private static let longestSide = 1_600.0

    /// Draws pages, and hands over each picture with the number of its page.
    ///
    /// - Parameters:
    ///   - pages: each once, in order.
    ///   - file: the document, which needs no password.
    package func draw(
        _ pages: [PageDetails], of file: borrowing OpenFile, size: Int, _ body: (Int, PagePicture) -> Void
    ) throws(RenderingError) {
        guard !takesList else { return try run(pages, file, size, body) }
        var failure: RenderingError?
        for page in pages {
            do {
                try run([page], file, size, body)
            } catch {
                // A page that cannot be drawn says nothing about the others.
                guard case .programFailed(_, let status) = error, status < 128 else { throw error }
                failure = error
            }
        }
        if let failure { throw failure }
    }

    private func run(
        _ pages: [PageDetails], _ file: borrowing OpenFile, _ size: Int, _ body: (Int, PagePicture) -> Void
    ) throws(RenderingError) {
        guard let first = pages.first else { return }
        let words = [name] + arguments(pages.map { String($0.number) }.joined(separator: ","), first)
        let worker: WorkerProcess
        do {
            worker = try WorkerProcess(
                Program(helper: words.map { Array($0.utf8) }), reading: file, size: size, seconds: 120)
        } catch {
            throw error.isMissingFile ? .noProgram : failure(error)
        }
        var stream = PictureStream()
        var remaining = pages[...]
        while true {
            let bytes: ArraySlice<UInt8>
            do { bytes = try worker.output() } catch { throw failure(error) }
            if bytes.isEmpty { break }
            for picture in try stream.read(bytes) {
                guard let page = remaining.popFirst(), picture.shows(page) else { throw .notUnderstood }
                body(page.number, picture)
            }
        }
        let status = worker.waitForEnd()
        if !remaining.isEmpty { throw .programFailed(name, status: status) }
    }

    private func failure(_ error: SystemCallError) -> RenderingError {
        error.isTimeout ? .programTimedOut(name) : .systemCall(error.sentence())
    }
}

extension PagePicture {
    /// Whether it has the proportions of the page, within a pixel or two.
    fileprivate func shows(_ page: PageDetails) -> Bool {
        guard page.width > 0, page.height > 0 else { return false }
        let scale = Double(max(width, height)) / max(page.width, page.height)
        return abs(Double(width) - page.width * scale) <= 2 && abs(Double(height) - page.height * scale) <= 2
    }
}
