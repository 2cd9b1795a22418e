internal import LinuxFiles
public import PDFModel
public import PageImages
public import PageText
internal import SystemPackage

extension OpenDocument<PDFContents> {
    /// Returns the text of the chosen pages.
    ///
    /// - Parameters:
    ///   - range: the pages.
    ///   - words: the path of a file that has the words of the pages; `nil` has them read from the document.
    public func text(onPages range: PageRange = .all, words: String? = nil) throws(DocumentError) -> [TextPage] {
        var pages: [TextPage] = []
        try readText(onPages: range, words) { details, source throws(PageTextError) in
            try source.read(details) { page in
                pages.append(page)
                return true
            }
        }
        return pages
    }

    /// Returns the annotations that a template stands for: one at each match on the chosen pages, with names that follow
    /// from the matches, so that doing it twice adds each once.
    ///
    /// - Parameter warnings: gets one about text that differs in letter case alone.
    func additions(
        _ template: Annotation, _ stated: AnnotationChange, onPages range: PageRange, at place: TextPlace,
        noting warnings: inout [String]
    ) throws(DocumentError) -> [Annotation] {
        var matches: [TextMatch] = []
        var details: [Int: PageDetails] = [:]
        var hidden: [Int: [Rectangle]] = [:]
        var others: [TextMatch] = []
        // What an earlier search has added is not text to mark.
        for listed in template.showsContents ? try annotations(onPages: range) : [] {
            let annotation = listed.annotation
            guard annotation.subtype == template.subtype, DerivedNames.isDerived(annotation.name) else { continue }
            hidden[annotation.page, default: []].append(annotation.rect)
        }
        try readText(onPages: range, place.words) { pages, source throws(PageTextError) in
            details = Dictionary(pages.map { ($0.number, $0) }, uniquingKeysWith: { first, _ in first })
            matches = try place.query.matches(on: pages, in: source, besides: hidden) { others.append($0) }
        }
        if let other = others.first {
            let more = others.count > 1 ? " and \(others.count - 1) more" : ""
            warnings.append("page \(other.page) also has '\(other.text)'\(more), in other letter case")
        }
        return matches.compactMap { match in
            guard let page = details[match.page] else { return nil }
            var annotation = place.placed(template, at: match.quads, on: page)
            annotation.name = DerivedNames.name(of: template, stated, at: match)
            return annotation
        }
    }

    /// Runs `body` with the details of the chosen pages, each once, in the order of the document, and a source of their text.
    private func readText(
        onPages range: PageRange, _ words: String?,
        _ body: ([PageDetails], any TextSource) throws(PageTextError) -> Void
    ) throws(DocumentError) {
        var seen: Set<Int> = []
        let pages = try pageDetails(range).filter { seen.insert($0.number).inserted }.sorted { $0.number < $1.number }
        if let words {
            let path = FilePath(argument: words)
            do { try body(pages, WordFile(readingFileAt: path)) } catch {
                switch error {
                case .invalidWords: throw DocumentError(.text(error), path)
                case .systemCall(let cause): throw DocumentError(cause, path)
                default: throw DocumentError(.text(error), self.path)
                }
            }
            return
        }
        try readingCopy { file, size throws(DocumentError) in
            do throws(PageTextError) { try body(pages, MuPDF(reading: file, size: size)) } catch {
                throw DocumentError(.text(error), path)
            }
        }
    }

    /// Runs `body` with an open file that another program can read: the document with its unsaved changes, and without
    /// encryption. The file is the document's own where that is the same, and otherwise in memory.
    func readingCopy(
        _ body: (consuming OpenFile, Int) throws(DocumentError) -> Void
    ) throws(DocumentError) {
        let contents = try opened()
        let shown = try shown()
        guard shown.isEncrypted || unsavedCount > 0 || contents.isEarlier else {
            return try contents.requiringUnchanged { () throws(DocumentError) in
                let file = try translating(of: path) { try OpenFile(duplicating: contents.source.file, path: path) }
                try body(file, contents.wholeBytes.count)
            }
        }
        var decrypted: [UInt8]?
        if shown.isEncrypted { decrypted = try contents.reading { () throws(PDFError) in try shown.decrypted() } }
        let file = try translating(of: path) {
            if let decrypted { try OpenFile(inMemory: decrypted) } else { try OpenFile(inMemory: shown.bytes) }
        }
        try body(file, decrypted?.count ?? shown.bytes.count)
    }

    /// Returns pictures of pages with their annotations, by the numbers of the pages, and why some are missing.
    ///
    /// They are drawn by `mutool`, or by `pdftoppm` where that is not there or fails.
    public func pictures(
        of pages: [PageDetails]
    ) throws(DocumentError) -> (pictures: [Int: PagePicture], problem: RenderingError?) {
        var pictures: [Int: PagePicture] = [:]
        var problem: RenderingError?
        guard !pages.isEmpty else { return (pictures, nil) }
        try readingCopy { file, size throws(DocumentError) in
            for renderer in PageRenderer.all {
                let missing = pages.filter { pictures[$0.number] == nil }
                do throws(RenderingError) {
                    try renderer.draw(missing, of: file, size: size) { pictures[$0] = $1 }
                    problem = nil
                    return
                } catch {
                    // That a second program is not there matters less than why the first one failed.
                    if problem == nil || error != .noProgram { problem = error }
                }
            }
        }
        return (pictures, problem)
    }
}
