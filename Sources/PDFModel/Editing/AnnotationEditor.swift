public import FoundationEssentials

/// Adds, changes and removes annotations of one file, and gives the increment that makes them so.
///
/// Every edit is known by the annotation's name (`/NM`), unique on its page (ISO 32000-2, 12.5.2); applying an edit twice
/// equals applying it once. The file itself is only read.
public struct AnnotationEditor {
    /// What an edit did.
    public enum Outcome: Sendable, Equatable {
        case applied
        /// The document is as the edit wants it; nothing was changed.
        case alreadyApplied
    }

    private let file: PDFFile
    private let tree: PageTree
    private var update: IncrementalUpdate
    private var pages: [Int: PageAnnotations] = [:]
    private let now: Date
    private var overridingCertification: Bool
    /// The numbers of the pages with annotations that were added, changed or removed, or that were as an edit wants them.
    public private(set) var touchedPages: Set<Int> = []
    /// What the user should know of the edits: a rectangle outside the page, characters without a glyph.
    public private(set) var warnings: [String] = []

    /// Begins editing `file`, which must have been read for editing.
    ///
    /// - Parameters:
    ///   - now: the modification date (`/M`) that edited annotations get where they state none.
    ///   - overridingCertification: go on although a certification or a signature's lock forbids it.
    ///   - isPreview: the increment is only to be looked at, which nothing forbids.
    /// - Throws: ``PDFError/annotatingNotPermitted``, ``PDFError/certified(level:byField:)``, ``PDFError/locked(byField:level:)``
    ///   and ``PDFError/signatureBeyondEnd(inField:)``.
    public init(
        _ file: PDFFile, now: Date, overridingCertification: Bool = false, isPreview: Bool = false
    ) throws(PDFError) {
        if !isPreview { try file.checkMayAnnotate(overridingCertification: overridingCertification) }
        self.file = file
        self.now = now
        self.overridingCertification = overridingCertification || isPreview
        tree = try file.pageTree()
        update = try IncrementalUpdate(of: file)
    }

    public var pageCount: Int { tree.count }

    /// Lets certifications and locks count for the edits to come, where they did not for those before.
    public mutating func respectCertification() throws(PDFError) {
        guard overridingCertification else { return }
        try file.checkMayAnnotate()
        overridingCertification = false
    }

    /// What is to be appended to the file; empty where no edit changed anything.
    public func increment() throws(PDFError) -> Increment {
        var update = update
        let changed = pages.values.filter(\.isChanged).sorted { $0.page.number < $1.page.number }
        for page in changed { page.write(to: &update) }
        try tree.move(changed.filter(\.isMoved).map { ($0.page.place, $0.pageReference) }, in: &update)
        return try update.increment()
    }

    /// What tells whether the annotations named `name` on the pages given are as they were: a hash of what they look and read
    /// like, 16 hexadecimal digits; `nil` where there are none.
    public mutating func fingerprint(
        of name: String, onPages numbers: some Sequence<Int>
    ) throws(PDFError) -> String? {
        var found: [Annotation] = []
        for number in numbers {
            _ = try load(number)
            found += try find(name, orObject: true, onPage: number).map(\.annotation)
        }
        return found.isEmpty ? nil : Annotation.fingerprint(of: found)
    }

    // MARK: Edits

    /// Adds an annotation.
    ///
    /// - Throws: ``PDFError/nameTaken(_:page:)`` where the page has another annotation of that name.
    public mutating func add(_ annotation: Annotation) throws(PDFError) -> Outcome {
        let page = try load(annotation.page)
        var dated = annotation
        dated.modificationDate = annotation.modificationDate ?? now
        let new = try dated.validated(on: page.page)
        touchedPages.insert(annotation.page)
        if let name = new.name, let existing = try find(name, onPage: annotation.page).first {
            guard existing.annotation.hasSameContent(as: new) else { throw .nameTaken(name, page: annotation.page) }
            return .alreadyApplied
        }
        let drawing = new.drawing(on: page.page)
        warnings += new.warnings(on: page.page, of: drawing)
        var dictionary = new.entries()
        dictionary[.pageOfAnnotation] = .reference(page.pageReference)
        dictionary[.appearance] = appearanceDictionary(drawing.stream)
        dictionary[.inReplyTo] = try target(new.inReplyTo, onPage: annotation.page)
        let reference = update.add(.dictionary(dictionary))
        pages[annotation.page]?.append(.reference(reference), named: new.name)
        return .applied
    }

    /// Changes every annotation named `name` on the pages given; one without a name by its object, `12 0 R`.
    ///
    /// Entries that the change does not touch stay as whoever wrote them left them; the appearance is drawn anew only
    /// where it looks different afterwards.
    public mutating func update(
        _ name: String, onPages numbers: some Sequence<Int>, with change: AnnotationChange
    ) throws(PDFError) -> Outcome {
        var outcome: Outcome?
        for number in numbers {
            let page = try load(number)
            for found in try find(name, orObject: true, onPage: number) {
                try checkIsNotLocked(found)
                touchedPages.insert(number)
                let isChanged = try apply(change, to: found, on: page)
                outcome = isChanged ? .applied : outcome ?? .alreadyApplied
            }
        }
        guard let outcome else { throw .noSuchAnnotation(name) }
        return outcome
    }

    /// Removes every annotation named `name` on the pages given, each with its pop-up window; one without a name by its
    /// object, `12 0 R`.
    ///
    /// The object itself stays in the older revision, where replies and the structure tree may still refer to it.
    public mutating func remove(_ name: String, onPages numbers: some Sequence<Int>) throws(PDFError) -> Outcome {
        var outcome = Outcome.alreadyApplied
        for number in numbers {
            _ = try load(number)
            let found = try find(name, orObject: true, onPage: number)
            guard !found.isEmpty else { continue }
            for annotation in found {
                try checkIsNotLocked(annotation)
                try check(annotation.annotation.flagAgainstRemoval, of: annotation)
            }
            touchedPages.insert(number)
            let popups = found.compactMap { $0.dictionary[.popup]?.referenceValue }
            let positions = Set(found.map(\.position))
            pages[number]?.remove { position, item in
                positions.contains(position) || item.referenceValue.map(popups.contains) ?? false
            }
            outcome = .applied
        }
        return outcome
    }

    private func checkIsNotLocked(_ found: Found) throws(PDFError) {
        if !overridingCertification { try file.checkIsNotLocked(found.dictionary) }
    }

    /// Throws where one of the annotation's own flags forbids what is about to be done.
    private func check(_ flag: AnnotationFlag?, of found: Found) throws(PDFError) {
        guard !overridingCertification, let flag else { return }
        throw .annotationLocked(found.annotation.name ?? found.item.referenceValue?.description ?? "", by: flag)
    }

    // MARK: Annotations of a page

    private struct Found {
        var position: Int
        var item: PDFObject
        var dictionary: PDFDictionary
        var annotation: Annotation
    }

    private mutating func load(_ number: Int) throws(PDFError) -> PageAnnotations {
        if let page = pages[number] { return page }
        let found = try tree.page(number)
        if case .name(let type) = found.dictionary[.type], type != .page {
            throw .damaged("page \(number) is no page but an object of the type /\(type.text)")
        }
        let page = try PageAnnotations(found, tree, file, &update)
        pages[number] = page
        return page
    }

    /// The annotations of that name; where there is none, and objects count, the one whose object `name` states (`12 0 R`).
    private mutating func find(
        _ name: String, orObject: Bool = false, onPage number: Int
    ) throws(PDFError) -> [Found] {
        guard var page = pages[number] else { return [] }
        if page.hasUnknownNames {
            try file.prepareEntries(of: page.items)
            try page.learnNames { item throws(PDFError) in try update.entry(.name, of: item).stringValue?.text }
            pages[number] = page
        }
        var positions = page.positions(of: name)
        if orObject, positions.isEmpty {
            positions = page.items.indices.filter { page.items[$0].referenceValue?.description == name }
        }
        guard !positions.isEmpty else { return [] }
        let overlay = update
        let value = { (object: PDFObject) throws(PDFError) -> PDFObject in try overlay.resolve(object) }
        var found: [Found] = []
        for position in positions {
            let item = page.items[position]
            guard let dictionary = try value(item).dictionaryValue,
                let annotation = try Annotation.read(dictionary, page: number, from: file, resolving: value)
            else { continue }
            found.append(Found(position: position, item: item, dictionary: dictionary, annotation: annotation))
        }
        return found
    }

    /// Whether anything changed.
    private mutating func apply(
        _ change: AnnotationChange, to found: Found, on annotations: PageAnnotations
    ) throws(PDFError) -> Bool {
        let page = annotations.page
        let before = found.annotation
        var dated = before.applying(change)
        dated.modificationDate = change.modificationDate ?? now
        let new = try dated.validated(on: page)
        guard !new.hasSameContent(as: before) else { return false }
        try check(before.flag(against: dated), of: found)
        let drawing = new.drawing(on: page)
        warnings += new.warnings(on: page, of: drawing)
        var old = found.dictionary
        if case .reference(let reference) = found.item {
            old = try update.wholeObject(reference).dictionaryValue ?? old
        }
        var dictionary = new.entries(replacing: old)
        let drawn = drawing.stream
        if dictionary[.appearance] == nil || drawn != (try? before.validated(on: page))?.appearance(on: page) {
            dictionary[.appearance] = appearanceDictionary(drawn)
            dictionary[.appearanceState] = nil
        }
        if !Optional.haveSameCodePoints(new.inReplyTo, before.inReplyTo) {
            dictionary[.inReplyTo] = try target(new.inReplyTo, onPage: page.number)
        }
        if case .reference(let reference) = found.item, try isOnOnePage(reference) {
            update.replace(reference, with: .dictionary(dictionary))
        } else {
            dictionary[.pageOfAnnotation] = .reference(annotations.pageReference)
            let own = update.add(.dictionary(dictionary))
            pages[page.number]?.replace(at: found.position, with: .reference(own))
        }
        return true
    }

    /// Whether no other page shows the annotation, nor the same page in another place of the tree: else the one that changes is
    /// written as an object of its own (invariant 19). No page but one can show an annotation that is a new object.
    private func isOnOnePage(_ annotation: IndirectReference) throws(PDFError) -> Bool {
        if update.isNew(annotation) { return true }
        return try tree.annotationUses().places(of: annotation, in: file) < 2
    }

    private mutating func appearanceDictionary(_ stream: PDFStream) -> PDFObject {
        .dictionary([.normal: .reference(update.add(.stream(stream)))])
    }

    /// The annotation that a reply is to; it must be an indirect object for `/IRT` to name it (12.5.6.2).
    private mutating func target(_ name: String?, onPage number: Int) throws(PDFError) -> PDFObject? {
        guard let name else { return nil }
        let targets = try find(name, onPage: number).map(\.item)
        guard let target = targets.first(where: { $0.referenceValue != nil }) else { throw .noSuchAnnotation(name) }
        return target
    }
}
