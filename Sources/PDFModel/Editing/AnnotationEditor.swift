public import FoundationEssentials
package import Typesetting

/// Adds, changes and removes annotations of one file, and returns the increment with the edits.
///
/// Every edit is identified by the annotation's name (`/NM`), unique on its page (ISO 32000-2, 12.5.2); applying an
/// edit twice has the same result as applying it once. The file itself is only read.
public struct AnnotationEditor {
    /// The result of an edit.
    public enum Outcome: Sendable, Equatable {
        /// The edit changes the document.
        case applied
        /// The document already has the result of the edit; nothing was changed.
        case alreadyApplied
    }

    let file: PDFFile
    let tree: PageTree
    var update: IncrementalUpdate
    var pages: [Int: PageAnnotations] = [:]
    /// The number of pages on which an annotation was put back that the file does not show there.
    var putBack: [IndirectReference: Int] = [:]
    var now: Date
    var restrictions: Restrictions
    var findings = Findings()
    /// Shapes the texts for which the standard fonts do not suffice; without it they are set in those all the same.
    package var typesetter: (any Typesetter)?
    /// The texts that edits have used, or may use instead of asking ``typesetter``.
    package var shapedTexts: [TextRequest: ShapedText] = [:]
    /// What the standards to which the document claims to conform say of the edits.
    let conformanceRules: ConformanceRules

    /// Starts editing `file`, which must have been read for editing.
    ///
    /// - Parameters:
    ///   - file: stays as it is; the edits are in ``increment()``.
    ///   - now: the modification date (`/M`) of edited annotations that state none.
    ///   - ignoringSignatures: continue although a certification or a signature's lock forbids it.
    ///   - isPreview: the increment is only for viewing, which nothing forbids.
    /// - Throws: ``PDFError/annotatingNotPermitted``, ``PDFError/certified(level:byField:)``, ``PDFError/locked(byField:level:)``
    ///   and ``PDFError/signatureBeyondEnd(inField:)``.
    public init(
        _ file: PDFFile, now: Date, ignoringSignatures: Bool = false, isPreview: Bool = false
    ) throws(PDFError) {
        if !isPreview { try file.checkMayAnnotate(ignoringSignatures: ignoringSignatures) }
        self.file = file
        self.now = now
        restrictions = Restrictions(ignoresAll: ignoringSignatures || isPreview)
        tree = try file.pageTree()
        update = try IncrementalUpdate(of: file)
        conformanceRules = try ConformanceRules(of: file)
    }

    // MARK: The present change

    /// What was found out about the edits of the present change.
    struct Findings {
        var touchedPages: Set<Int> = []
        var usedTexts: [SetText] = []
        var warnings: [String] = []
        var conformanceProblems: [ConformanceProblem] = []
    }

    /// Begins another change: forgets what was found about the edits so far, such as their pages.
    ///
    /// - Parameter now: the modification date of edited annotations that state none.
    package mutating func beginNext(now: Date) {
        self.now = now
        findings = Findings()
    }

    /// The numbers of the pages with annotations that were added, changed or removed, or that already had an edit's
    /// result.
    public var touchedPages: Set<Int> { findings.touchedPages }

    /// Warnings about the edits for the user, such as a rectangle outside the page, characters without a glyph, or a malformed
    /// object that stays as it is.
    public var warnings: [String] { file.leftDamage + findings.warnings }

    /// What the edits break of the standards to which the document claims to conform.
    public var conformanceProblems: [ConformanceProblem] { findings.conformanceProblems }

    /// The texts that were used since the list was last emptied.
    package var usedTexts: [SetText] {
        get { findings.usedTexts }
        set { findings.usedTexts = newValue }
    }

    /// The number of pages of the document.
    public var pageCount: Int { tree.count }

    /// Returns the increment to append to the file; empty where no edit changed anything.
    public func increment() throws(PDFError) -> Increment {
        var update = update
        let changed = pages.values.filter(\.isChanged).sorted { $0.page.number < $1.page.number }
        for page in changed { page.write(to: &update) }
        try tree.move(changed.filter(\.isMoved).map { ($0.page.place, $0.pageReference) }, in: &update)
        return try update.increment()
    }

    /// Returns a hash that shows whether the annotations named `name` on the given pages have changed: 16 hexadecimal
    /// digits, computed from how they look and read; `nil` where there are none.
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
        try shape(&dated)
        let new = try dated.validated(on: page.page)
        try new.checkCanBeAdded()
        findings.touchedPages.insert(annotation.page)
        if let name = new.name, let existing = try find(name, onPage: annotation.page).first {
            guard existing.annotation.hasSameContent(as: new), try shows(existing.dictionary, new, on: page.page) else {
                throw .nameTaken(name, page: annotation.page)
            }
            return .alreadyApplied
        }
        var dictionary = new.entries()
        dictionary[.pageOfAnnotation] = .reference(page.pageReference)
        try draw(new, on: page.page, &dictionary)
        try refer(new, AnnotationSubtype.named(new.subtype).properties, &dictionary)
        try checkConformance(dictionary)
        if new.popup != nil { return try add(dictionary, of: new, with: page) }
        let reference = update.add(.dictionary(dictionary))
        pages[annotation.page]?.append(.reference(reference), named: new.name)
        return .applied
    }

    /// Changes every annotation named `name` on the given pages; an annotation without a name is identified by its
    /// object, `12 0 R`.
    ///
    /// Entries that the change does not affect stay as their writer left them; the appearance stream is redrawn only
    /// where the annotation looks different afterwards.
    public mutating func update(
        _ name: String, onPages numbers: some Sequence<Int>, with change: AnnotationChange
    ) throws(PDFError) -> Outcome {
        var outcome: Outcome?
        for number in numbers {
            let page = try load(number)
            for found in try find(name, orObject: true, onPage: number) {
                try checkIsNotLocked(found.dictionary)
                findings.touchedPages.insert(number)
                let isChanged = try apply(change, to: found, on: page)
                outcome = isChanged ? .applied : outcome ?? .alreadyApplied
            }
        }
        guard let outcome else { throw .noSuchAnnotation(name) }
        return outcome
    }

    /// Removes every annotation named `name` on the given pages, each with its pop-up window and the replies to it; an
    /// annotation without a name is identified by its object, `12 0 R`.
    ///
    /// The objects themselves stay in the older revision, where the structure tree may still refer to them.
    ///
    /// - Parameters:
    ///   - name: the annotation's name (`/NM`), or its object.
    ///   - numbers: the numbers of the pages, from 1.
    ///   - keepsReplies: whether replies stay, as annotations of their own.
    public mutating func remove(
        _ name: String, onPages numbers: some Sequence<Int>, keepsReplies: Bool = false
    ) throws(PDFError) -> Outcome {
        if !keepsReplies {
            for reply in try repliesToRemove(with: name, onPages: numbers) {
                _ = try remove(reply.identifier, onPages: [reply.page], keepsReplies: true)
            }
        }
        var outcome = Outcome.alreadyApplied
        for number in numbers {
            _ = try load(number)
            let found = try find(name, orObject: true, onPage: number)
            guard !found.isEmpty else { continue }
            findings.touchedPages.insert(number)
            for reply in try replies(to: found, onPage: number, direct: true) { try detach(reply, onPage: number) }
            for annotation in found {
                try checkIsNotLocked(annotation.dictionary)
                try check(annotation.annotation.flagAgainstRemoval, of: annotation)
            }
            var popups: Set<IndirectReference> = []
            for annotation in found {
                guard let popup = annotation.dictionary[.popup]?.referenceValue else { continue }
                // Some files refer to another annotation.
                if try update.entry(.subtype, of: .reference(popup)).nameValue == "Popup" { popups.insert(popup) }
            }
            let positions = Set(found.map(\.position))
            pages[number]?.remove(positions, and: popups)
            outcome = .applied
        }
        return outcome
    }

    /// Returns the identifiers by which edits refer to the replies to the annotations named `name`, and to the replies
    /// to those, with their pages, and warns that they are to be removed. A reply that is a direct object without a
    /// name of its own is left out.
    package mutating func repliesToRemove(
        with name: String, onPages numbers: some Sequence<Int>
    ) throws(PDFError) -> [(identifier: String, page: Int)] {
        var identifiers: [(identifier: String, page: Int)] = []
        for number in numbers {
            _ = try load(number)
            let found = try find(name, orObject: true, onPage: number)
            guard !found.isEmpty else { continue }
            for reply in try replies(to: found, onPage: number, direct: false) {
                guard let identifier = identifier(of: reply, onPage: number) else { continue }
                identifiers.append((identifier, number))
            }
        }
        if !identifiers.isEmpty {
            let subject = identifiers.count == 1 ? "a reply" : "\(identifiers.count) replies"
            let verb = identifiers.count == 1 ? "is" : "are"
            findings.warnings.append("\(subject) to '\(name)' \(verb) removed with it; replies can be kept")
        }
        return identifiers
    }

    /// Returns the identifier by which edits refer to one annotation of a page: its name, or its object where others
    /// share that name.
    private func identifier(of found: Existing, onPage number: Int) -> String? {
        guard let page = pages[number] else { return nil }
        if let name = found.annotation.name,
            page.positions(of: name).allSatisfy({ page.items[$0] == found.item })
        {
            return name
        }
        return found.item.referenceValue?.identifier { !page.positions(of: $0).isEmpty }
    }

    /// Returns the replies to annotations of a page, and the replies to those unless only `direct` ones are asked for.
    mutating func replies(
        to found: [Existing], onPage number: Int, direct: Bool
    ) throws(PDFError) -> [Existing] {
        guard var page = pages[number] else { return [] }
        if page.hasUnknownReplies {
            try page.learnReplies { item throws(PDFError) in
                try update.writtenEntry(.inReplyTo, of: item).referenceValue
            }
            pages[number] = page
        }
        var positions = Set(found.map(\.position))
        var replies: [Int] = []
        var waiting = found.compactMap(\.item.referenceValue)
        while let parent = waiting.popLast() {
            for position in page.replies(to: parent) where positions.insert(position).inserted {
                replies.append(position)
                if !direct, let reply = page.items[position].referenceValue { waiting.append(reply) }
            }
        }
        // Replies come before what they reply to: removing them in this order detaches none.
        return try read(direct ? replies.sorted() : replies.reversed(), onPage: number)
    }

    /// Makes a reply an annotation of its own.
    private mutating func detach(_ reply: Existing, onPage number: Int) throws(PDFError) {
        var dictionary = reply.dictionary
        if let reference = reply.item.referenceValue {
            dictionary = try update.wholeObject(reference).dictionaryValue ?? dictionary
        }
        dictionary[.inReplyTo] = nil
        dictionary["RT"] = nil
        guard let annotations = pages[number] else { return }
        try write(dictionary, for: reply, on: annotations)
    }

    // MARK: Annotations of a page

    /// An annotation of the page as it was before the edit.
    struct Existing {
        var position: Int
        var item: PDFObject
        var dictionary: PDFDictionary
        var annotation: Annotation
    }

    mutating func load(_ number: Int) throws(PDFError) -> PageAnnotations {
        if let page = pages[number] { return page }
        let found = try tree.page(number)
        if case .name(let type) = found.dictionary[.type], type != .page {
            throw .damaged("page \(number) is not a page but an object of the type /\(type.text)")
        }
        let page = try PageAnnotations(found, tree, file, &update)
        pages[number] = page
        return page
    }

    /// Returns the annotations of that name; where there is none and `orObject` is set, the one whose object is `name`
    /// (`12 0 R`, or that in parentheses).
    mutating func find(
        _ name: String, orObject: Bool = false, onPage number: Int
    ) throws(PDFError) -> [Existing] {
        guard var page = pages[number] else { return [] }
        if page.hasUnknownNames {
            try page.learnNames { item throws(PDFError) in
                do { return try update.entry(.name, of: item).stringValue?.text } catch {
                    return try file.unedited(item, deciding: [.name]).dictionaryValue?[.name]?.stringValue?.text
                }
            }
            pages[number] = page
        }
        var positions = page.positions(of: name)
        if orObject, positions.isEmpty {
            positions = page.positions(ofObject: name)
            pages[number] = page
        }
        guard !positions.isEmpty else { return [] }
        return try read(positions, onPage: number)
    }

    func read(_ positions: [Int], onPage number: Int) throws(PDFError) -> [Existing] {
        guard let page = pages[number] else { return [] }
        let overlay = update
        let value = { (object: PDFObject) throws(PDFError) -> PDFObject in try overlay.resolve(object) }
        var found: [Existing] = []
        for position in positions {
            let item = page.items[position]
            guard let dictionary = try value(item).dictionaryValue,
                let annotation = try Annotation.read(dictionary, page: number, from: file, resolving: value)
            else { continue }
            found.append(Existing(position: position, item: item, dictionary: dictionary, annotation: annotation))
        }
        return found
    }

    /// Changes the entries of an annotation that hold what the change names (invariant 22); returns whether anything
    /// changed.
    private mutating func apply(
        _ change: AnnotationChange, to found: Existing, on annotations: PageAnnotations
    ) throws(PDFError) -> Bool {
        let page = annotations.page
        let schema = Annotation.schema
        var before = found.annotation
        before.isSmooth = try isSmooth(found.dictionary)
        var dated = change
        dated.modificationDate = change.modificationDate ?? now
        var new = before.applying(dated)
        try new.validate(changed: change.properties)
        new = new.rounded()
        let (kind, earlier) = (AnnotationSubtype.named(before.subtype), before.rounded())
        if change.redraws, kind.definition?.hasAppearance != true { throw .unsupportedSubtype(before.subtype) }
        let changed = change.properties.filter { !$0.isSame(earlier, new) }
        guard change.redraws || changed.contains(where: { $0 != schema.modificationDate.untyped }) else { return false }
        try check(before.flag(against: new), of: found)
        var old = found.dictionary
        if case .reference(let reference) = found.item {
            old = try update.wholeObject(reference).dictionaryValue ?? old
        }
        let drawn = changed.filter { kind.isDrawn($0, in: new) }
        let look = change.redraws ? .drawn : try look(of: before, as: new, drawn, old, on: page)
        var written = changed.map { schema.switches.contains($0) ? schema.flags.untyped : $0 }
        written.append(schema.modificationDate.untyped)
        if look == .drawn {
            try shape(&new)
            // What follows from the change, such as the rectangle, is written as well.
            new = try redrawable(new, changed, old, on: page)
            written = kind.properties.filter { property in
                written.contains(property) || kind.isDrawn(property, in: new) && !property.isSame(earlier, new)
            }
        }
        let isFitted = look != .drawn && changed.contains(schema.rect.untyped)
        if isFitted {
            new.fitContents(of: earlier, besides: changed)
            let parts = (schema.place + schema.calloutLine).filter(kind.properties.contains)
            written += parts.filter { !written.contains($0) && !$0.isSame(earlier, new) }
        }
        var dictionary = new.entries(replacing: written, in: old, isRedrawn: look == .drawn)
        if isFitted { try fitMargins(of: new, from: earlier.rect, &dictionary) }
        switch look {
        case .kept: break
        case .drawn: try draw(new, on: page, &dictionary)
        case .wrapped(let form): dictionary[.appearance] = .dictionary([.normal: .reference(form)])
        }
        try refer(new, changed, &dictionary)
        if changed.contains(schema.popup.untyped) {
            let reference = found.item.referenceValue
            dictionary[.popup] = try popup(of: new, reference, dictionary[.popup], on: annotations)
        }
        try checkConformance(dictionary, before: old)
        try write(dictionary, for: found, on: annotations)
        return true
    }

    /// Writes a changed annotation: as the object that it is, or, where other pages show that object, as a new one.
    private mutating func write(
        _ dictionary: PDFDictionary, for found: Existing, on annotations: PageAnnotations
    ) throws(PDFError) {
        if case .reference(let reference) = found.item, try isOnOnePage(reference) {
            return update.replace(reference, with: .dictionary(dictionary))
        }
        var dictionary = dictionary
        dictionary[.pageOfAnnotation] = .reference(annotations.pageReference)
        let own = update.add(.dictionary(dictionary))
        pages[annotations.page.number]?.replace(at: found.position, with: .reference(own))
    }

    /// Whether the annotation occurs only once: on no other page, and not on the same page elsewhere in the tree.
    /// Otherwise the changed annotation is written as an object of its own (invariant 19). An annotation that is a new
    /// object is on one page only.
    private func isOnOnePage(_ annotation: IndirectReference) throws(PDFError) -> Bool {
        if update.isNew(annotation) { return true }
        return try tree.annotationUses().places(of: annotation, in: file) + putBack[annotation, default: 0] < 2
    }

    /// Returns the annotation that a reply refers to; `/IRT` can refer to it only if it is an indirect object
    /// (12.5.6.2).
    mutating func target(_ name: String?, onPage number: Int) throws(PDFError) -> PDFObject? {
        guard let name else { return nil }
        let targets = try find(name, orObject: true, onPage: number).map(\.item)
        guard let target = targets.first(where: { $0.referenceValue != nil }) else { throw .noSuchAnnotation(name) }
        guard targets.allSatisfy({ $0 == target }) else { throw .ambiguousName(name, pages: [number]) }
        return target
    }
}
