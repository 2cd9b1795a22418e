internal import AnnotationFormats
internal import LinuxFiles
internal import PDFModel
internal import SystemPackage

/// Turns a source of annotations into edits of one document.
struct AnnotationImport {
    private let source: AnnotationSource
    private let document: OpenDocument<PDFContents>
    /// Whether each annotation is checked before it is an edit. The editor checks them all, too, but cannot say where one
    /// is in the source.
    private let checksEach: Bool
    private(set) var warnings: [String] = []
    /// The annotations of each page as they are, where that matters.
    private var existing: [Int: [CodePoints<String>: Annotation]]?
    private var pages: [Int: Page] = [:]

    /// An annotation to add, with its location in the source; still an edit, because there may be thousands, and each is
    /// large.
    private struct Item {
        let location: String
        let change: ImportedAnnotations.Change

        var annotation: Annotation {
            guard case .add(let annotation, _) = change else { preconditionFailure("Only additions are items.") }
            return annotation
        }

        var outerRect: Rectangle? { if case .add(_, let outer) = change { outer } else { nil } }
    }

    init(_ source: AnnotationSource, _ document: OpenDocument<PDFContents>, checkingEach: Bool = false) {
        (self.source, self.document) = (source, document)
        checksEach = checkingEach || source.skipsInvalid
    }

    /// Throws where one of the sources of edits has an annotation that cannot be added, with its location there.
    static func check(_ edits: [EditTemplate], for document: OpenDocument<PDFContents>) throws(DocumentError) {
        for case .source(let source) in edits {
            var checked = AnnotationImport(source, document, checkingEach: true)
            _ = try checked.edits()
        }
    }

    /// Returns the edits: all, or with ``AnnotationSource/skipsInvalid`` those that are possible.
    mutating func edits(after planned: [Edit] = []) throws(DocumentError) -> [Edit] {
        var imported = try read()
        var (added, others): ([Item], [Edit]) = ([], [])
        var marked: [(location: String, stated: StatedAnnotation)] = []
        var hasReplies = false
        // What is taken over is freed: each list of thousands of annotations takes megabytes.
        imported.items.reverse()
        while let item = imported.items.popLast() {
            do throws(FormatError) {
                var change = try item.change.get()
                switch change {
                case .add(let stated, let outer):
                    guard let annotation = try moved(stated) else { continue }
                    if source.pageMap != nil { change = .add(annotation, within: outer) }
                    if checksEach { try check(annotation) }
                    hasReplies = hasReplies || annotation.inReplyTo != nil
                    added.append(Item(location: item.location, change: change))
                case .addAtMatches(let stated):
                    guard source.pageMap == nil else { throw FormatError("a page map does not apply to find") }
                    marked.append((item.location, stated))
                case .modify(let annotation, let stated):
                    guard let annotation = try moved(annotation), let name = annotation.name else { continue }
                    guard try annotations(onPage: annotation.page)[CodePoints(name)] != nil else {
                        throw FormatError("page \(annotation.page) has no annotation named '\(name)'")
                    }
                    others.append(Self.update(name, AnnotationChange(to: annotation, stated: stated), annotation.page))
                case .remove(let name, let page):
                    let range = try page.flatMap { page throws(FormatError) in try moved(page) }.map(
                        PageRange.init(page:))
                    others.append(.remove(name: name, pages: range ?? .all))
                }
            } catch { try refuse(error, item.location) }
        }
        warnings += imported.losses.sentences
        var edits: [Edit] = []
        var names: Set<CodePoints<String>> = []
        if hasReplies { added = Self.withRepliesLast(added) }
        edits.reserveCapacity(added.count)
        added.reverse()
        while let item = added.popLast() {
            do {
                let annotation = item.annotation
                if hasReplies { try checkTarget(of: annotation, names) }
                if let edit = try edit(adding: annotation, within: item.outerRect) { edits.append(edit) }
                if hasReplies, let name = annotation.name { names.insert(CodePoints("\(annotation.page) \(name)")) }
            } catch { try refuse(error, item.location) }
        }
        for (location, stated) in marked {
            do { edits += try marks(stated, after: planned + edits) } catch {
                guard source.skipsInvalid else { throw error }
                warnings.append("skipped: \(location): \(error.reason)")
            }
        }
        return try removals(imported) + edits + others
    }

    private func read() throws(DocumentError) -> ImportedAnnotations {
        let bytes = ByteText.withoutMark(source.bytes)
        let format: (any ReadableFormat.Type)? =
            if let name = source.format { KnownFormats.readable.first { $0.name == name } } else {
                KnownFormats.format(of: bytes, fileExtension: source.path.extension)
            }
        do throws(FormatError) {
            guard let format else {
                if bytes.isEmpty { return ImportedAnnotations() }
                let names = KnownFormats.readable.map { $0.name }.joined(separator: ", ")
                throw FormatError("it is in none of the formats \(names)")
            }
            let context = try context(needsPages: format.needsPages)
            var imported = try format.read(bytes, for: context)
            if !source.keepsActions { imported.leaveOutActions() }
            return imported
        } catch { throw failure(error) }
    }

    private func context(needsPages: Bool) throws(FormatError) -> DocumentContext {
        try ofDocument { document throws(DocumentError) in
            DocumentContext(
                identifiers: try document.fileIdentifiers(), pages: needsPages ? try document.pageDetails() : [])
        }
    }

    /// Returns the edits that mark each match.
    private mutating func marks(_ stated: StatedAnnotation, after planned: [Edit]) throws(DocumentError) -> [Edit] {
        guard let find = stated.find else { return [] }
        var template = stated.annotation
        template.setCreationDate(document.store.now())
        let range = stated.pages ?? .all
        let marks = try document.additions(template, stated.stated, onPages: range, at: find, noting: &warnings)
        return try EarlierMarks(in: document, onPages: range, planned).edits(marking: marks, stated.stated, at: find)
    }

    // MARK: Errors

    private func failure(_ error: FormatError) -> DocumentError {
        DocumentError(.pdf(.invalidAnnotation(error.description)), source.path)
    }

    /// Leaves an annotation out, or throws.
    private mutating func refuse(_ error: FormatError, _ location: String) throws(DocumentError) {
        let error = FormatError(error.reason, at: error.location ?? location)
        guard source.skipsInvalid else { throw failure(error) }
        warnings.append("skipped: \(error)")
    }

    private func ofDocument<Result>(
        _ body: (OpenDocument<PDFContents>) throws(DocumentError) -> Result
    ) throws(FormatError) -> Result {
        do { return try body(document) } catch {
            throw FormatError(error.situation.pdf?.description ?? "\(error)")
        }
    }

    // MARK: Pages

    private func moved(_ page: Int) throws(FormatError) -> Int? {
        guard let map = source.pageMap else { return page }
        switch map[page] {
        case .page(let new): return new
        case .gone: return nil
        case .unknown: throw FormatError("the page map has no entry for page \(page)")
        }
    }

    /// Returns the annotation on the page where it is now; `nil` where the page is gone.
    private mutating func moved(_ annotation: Annotation) throws(FormatError) -> Annotation? {
        guard let map = source.pageMap else { return annotation }
        var annotation = annotation
        guard let page = try moved(annotation.page) else {
            warnings.append("page \(annotation.page) is gone: the \(annotation.subtype) on it is left out")
            return nil
        }
        annotation.page = page
        if case .page(let target?) = annotation.destination {
            guard case .page(let new) = map[target] else {
                throw FormatError("the page map has no entry for page \(target), the destination of the link")
            }
            annotation.destination = .page(new)
        }
        if let actions = annotation.actions.flatMap(AnnotationActions.init) {
            let entries = try actions.entries { target throws(FormatError) in
                guard case .page(let new) = map[target] else {
                    throw FormatError("the page map has no entry for page \(target), the destination of an action")
                }
                return .integer(new - 1)
            }
            annotation.actions = AnnotationActions(entries)?.bytes
        }
        return annotation
    }

    // MARK: Annotations

    private mutating func page(_ number: Int) throws(FormatError) -> Page {
        if let page = pages[number] { return page }
        let page = try ofDocument { document throws(DocumentError) in try document.page(number) }
        pages[number] = page
        return page
    }

    /// Throws what is wrong with an annotation.
    private mutating func check(_ annotation: Annotation) throws(FormatError) {
        let page = try page(annotation.page)
        do throws(PDFError) {
            _ = try annotation.validated(on: page)
            guard annotation.canBeAdded else { throw .invalidAnnotation("the \(annotation.subtype) has no contents") }
        } catch {
            if case .invalidAnnotation(let reason) = error { throw FormatError(reason) }
            throw FormatError("\(error)")
        }
    }

    private mutating func annotations(onPage page: Int) throws(FormatError) -> [CodePoints<String>: Annotation] {
        if existing == nil {
            let all = try ofDocument { document throws(DocumentError) in try document.annotations() }
            var byPage: [Int: [CodePoints<String>: Annotation]] = [:]
            for listed in all {
                for name in [listed.annotation.name, listed.reference?.description].compactMap({
                    $0.map(CodePoints.init)
                })
                where byPage[listed.annotation.page]?[name] == nil {
                    byPage[listed.annotation.page, default: [:]][name] = listed.annotation
                }
            }
            existing = byPage
        }
        return existing?[page] ?? [:]
    }

    /// Throws where an annotation replies to what is neither in the source nor in the document.
    private mutating func checkTarget(of annotation: Annotation, _ names: Set<CodePoints<String>>) throws(FormatError) {
        guard let target = annotation.inReplyTo, !names.contains(CodePoints("\(annotation.page) \(target)")),
            try annotations(onPage: annotation.page)[CodePoints(target)] == nil
        else { return }
        throw FormatError(
            "it replies to '\(target)', which is neither in the source nor on page \(annotation.page)")
    }

    /// The annotations in an order in which each comes after the one that it replies to, if that is among them.
    private static func withRepliesLast(_ items: [Item]) -> [Item] {
        func key(_ page: Int, _ name: String) -> CodePoints<String> { CodePoints("\(page) \(name)") }
        var first: [CodePoints<String>: Int] = [:]
        for (index, item) in items.enumerated() {
            guard let name = item.annotation.name else { continue }
            first[key(item.annotation.page, name), default: index] = first[key(item.annotation.page, name)] ?? index
        }
        var (ordered, done): ([Item], [Bool]) = ([], Array(repeating: false, count: items.count))
        for start in items.indices where !done[start] {
            // Up from the reply to the first comment; reversed, that one comes first.
            var (chain, index): ([Int], Int?) = ([], start)
            while let current = index, !done[current] {
                done[current] = true
                chain.append(current)
                let annotation = items[current].annotation
                index = annotation.inReplyTo.flatMap { first[key(annotation.page, $0)] }
            }
            ordered += chain.reversed().map { items[$0] }
        }
        return ordered
    }

    // MARK: Edits

    private mutating func edit(
        adding annotation: Annotation, within outer: Rectangle?
    ) throws(FormatError) -> Edit? {
        var annotation = annotation
        annotation.setCreationDate(document.store.now())
        guard let name = annotation.name else {
            annotation.name = source.derivesNames ? names.next(for: annotation) : Annotation.uniqueName()
            return .added(annotation, document.store.now())
        }
        annotation = try present(annotation, name, within: outer) ?? annotation
        guard source.onDuplicate != .fail, let other = try annotations(onPage: annotation.page)[CodePoints(name)],
            let new = try? annotation.validated(on: page(annotation.page)),
            !other.hasSameContent(as: new)
        else { return .added(annotation, document.store.now()) }
        guard source.onDuplicate == .update else {
            warnings.append("page \(annotation.page) already has an annotation named '\(name)'; it stays as it is")
            return nil
        }
        guard other.subtype == annotation.subtype else {
            throw FormatError("page \(annotation.page) already has a \(other.subtype) named '\(name)'")
        }
        return Self.update(name, AnnotationChange(to: new), new.page)
    }

    /// Returns the annotation that the document has by that name, if it is this one except for what the source states
    /// differently: the rectangle of what is drawn, and rich text without an XML declaration.
    private mutating func present(
        _ annotation: Annotation, _ name: String, within outer: Rectangle?
    ) throws(FormatError) -> Annotation? {
        guard outer != nil || annotation.richContents != nil,
            let other = try annotations(onPage: annotation.page)[CodePoints(name)]
        else { return nil }
        var whole = annotation
        whole.rect = outer ?? annotation.rect
        if let rich = annotation.richContents, let otherRich = other.richContents,
            XFDFFormat.isSameRichText(rich, otherRich)
        {
            whole.richContents = otherRich
        }
        guard let new = try? whole.validated(on: page(annotation.page)), other.hasSameContent(as: new) else {
            return nil
        }
        return whole
    }

    private static func update(_ name: String, _ change: AnnotationChange, _ page: Int) -> Edit {
        .update(name: name, pages: PageRange(page: page), change: change)
    }

    private var names = DerivedNames()

    /// The objects that the source removes, if it is about this document.
    private func removals(_ imported: ImportedAnnotations) throws(DocumentError) -> [Edit] {
        guard !imported.removedObjects.isEmpty else { return [] }
        guard let first = imported.identifiers.first, try document.fileIdentifiers().first == first else {
            throw failure(
                FormatError("it removes objects of another document: the identifiers (pdfId) are not those of this one")
            )
        }
        return imported.removedObjects.map { .remove(name: $0.description, pages: .all) }
    }
}
