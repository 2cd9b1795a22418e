internal import PDFModel

extension EditTemplate {
    /// Returns the edits for a document.
    ///
    /// - Parameters:
    ///   - planned: the edits before these.
    ///   - report: receives the annotations that meet conditions, what is not done, and what was done already.
    func edits(
        of document: OpenDocument<PDFContents>, after planned: [Edit], noting report: inout EditReport
    ) throws(DocumentError) -> [Edit] {
        switch self {
        case .edit(let edit): return [edit]
        case .named(let edit): return [try Self.named(edit, in: document, noting: &report)]
        case .add(let template, let range, let placement, let words):
            return try Self.adding(template, to: range, at: placement, words, of: document)
        case .addAtMatches(let template, let stated, let range, let place, let words):
            let marks = try document.additions(template, stated, onPages: range, at: place, noting: &report.warnings)
            return try EarlierMarks(in: document, onPages: range, planned).edits(
                marking: Self.replacing(words, in: marks, of: document), stated, at: place)
        case .replaceText(let template, let stated, let range, let place?):
            let old = try document.additions(template, stated, onPages: range, at: place, noting: &report.warnings)
            return try EarlierMarks(in: document, onPages: range, planned).edits(
                marking: Self.replacements(of: old, onPages: range, of: document), stated, at: place)
        case .replaceText(let template, _, let range, nil):
            return try document.pageDetails(range).flatMap { page in
                var named = template
                named.name = template.name ?? Annotation.uniqueName()
                return named.textReplacement(on: page).map(Edit.add)
            }
        case .update(let selection, let change):
            return try Self.selected(selection, of: document, noting: &report).map { name, page in
                .update(name: name, pages: page, change: change)
            }
        case .remove(let selection, let keepsReplies):
            return try Self.selected(selection, of: document, leavingFields: true, noting: &report).map { name, page in
                .remove(name: name, pages: page, keepsReplies: keepsReplies)
            }
        case .reply(let template, let name, let range):
            guard let target = try Self.named(name, range, in: document, noting: &report) else {
                throw DocumentError(.pdf(.noSuchAnnotation(name)), document.path)
            }
            return try Self.replies(template, to: [(target.identifier, target.listed)], in: document, noting: &report)
        case .replyToSelected(let template, let selection):
            let comments = try Self.comments(selection, of: document, noting: &report)
            return try Self.replies(template, to: comments, in: document, noting: &report)
        case .source(let source):
            var sourced = AnnotationImport(source, document)
            let edits = try sourced.edits(after: planned)
            report.warnings += sourced.warnings
            return edits
        }
    }

    /// Returns an edit with what it refers to as the document has it.
    private static func named(
        _ edit: Edit, in document: OpenDocument<PDFContents>, noting report: inout EditReport
    ) throws(DocumentError) -> Edit {
        switch edit {
        case .update(let name, let range, let change):
            let name = try named(name, range, in: document, noting: &report)?.identifier ?? name
            return .update(name: name, pages: range, change: change)
        case .remove(let name, let range, let keepsReplies):
            let name = try named(name, range, in: document, noting: &report)?.identifier ?? name
            return .remove(name: name, pages: range, keepsReplies: keepsReplies)
        case .add, .undo, .redo: return edit
        }
    }

    /// Returns the edits that add a copy of an annotation to each page of a range.
    private static func adding(
        _ template: Annotation, to range: PageRange, at placement: Placement?, _ words: WordValues?,
        of document: OpenDocument<PDFContents>
    ) throws(DocumentError) -> [Edit] {
        var copies: [Annotation]
        if let placement {
            copies = try document.pageDetails(range).map { template.placed(placement, on: $0) }
        } else {
            let pages = try document.pages(range)
            copies = Array(repeating: template, count: pages.count)
            for (index, page) in pages.enumerated() { copies[index].page = page }
        }
        copies = try replacing(words, in: copies, of: document)
        for index in copies.indices where template.name == nil { copies[index].name = Annotation.uniqueName() }
        return copies.map(Edit.add)
    }

    /// Returns the pairs of annotations that propose to replace what is marked.
    private static func replacements(
        of marks: [Annotation], onPages range: PageRange, of document: OpenDocument<PDFContents>
    ) throws(DocumentError) -> [Annotation] {
        let pages = Dictionary(
            try document.pageDetails(range).map { ($0.number, $0) }, uniquingKeysWith: { first, _ in first })
        return marks.flatMap { mark in pages[mark.page].map { mark.textReplacement(on: $0) } ?? [] }
    }

    /// Returns the comments that meet conditions and begin a thread, with by what edits refer to them.
    private static func comments(
        _ selection: AnnotationSelection, of document: OpenDocument<PDFContents>, noting report: inout EditReport
    ) throws(DocumentError) -> [(name: String, listed: ListedAnnotation)] {
        var found = EditReport()
        let names = try selected(selection, of: document, noting: &found).map(\.name)
        report.warnings += found.warnings
        let comments = zip(names, found.selected).filter(\.1.beginsThread)
        guard !comments.isEmpty else { throw DocumentError(.pdf(.noMatch(besidesFields: 0)), document.path) }
        report.selected += comments.map(\.1)
        return comments.map { (name: $0.0, listed: $0.1) }
    }

    /// Returns annotations in whose contents the words that stand for values are replaced by these.
    private static func replacing(
        _ words: WordValues?, in annotations: [Annotation], of document: OpenDocument<PDFContents>
    ) throws(DocumentError) -> [Annotation] {
        guard let words, annotations.contains(where: { $0.contents?.contains("{") == true }) else { return annotations }
        let count = try document.pages(.all).count
        let (path, now) = (document.path, document.store.now())
        return annotations.enumerated().map { index, annotation in
            var annotation = annotation
            annotation.contents = annotation.contents.map {
                words.replaced(in: $0, page: annotation.page, of: count, index: index, path, now)
            }
            return annotation
        }
    }

    /// Returns the annotation that a word names as a user types it, with the identifier by which edits refer to it.
    /// Reports which one is meant if only the beginning of a name that people choose was typed: that may be the name of
    /// another annotation, which is gone.
    private static func named(
        _ word: String, _ range: PageRange, in document: OpenDocument<PDFContents>, noting report: inout EditReport
    ) throws(DocumentError) -> (listed: ListedAnnotation, identifier: String)? {
        guard let found = try document.annotation(named: word, onPages: range) else { return nil }
        report.selected.append(found.listed)
        if let name = found.listed.annotation.name, name != word, name.hasPrefix(word), Annotation.short(name) == name {
            report.warnings.append("'\(word)' is short for '\(name)'")
        }
        return found
    }

    /// Returns the edits that add a reply to each annotation. One that only gives a state is not added where its author has
    /// given that state already.
    private static func replies(
        _ template: Annotation, to targets: [(name: String, listed: ListedAnnotation)],
        in document: OpenDocument<PDFContents>,
        noting report: inout EditReport
    ) throws(DocumentError) -> [Edit] {
        let reviews = template.statesOnly ? Review.reviews(in: try document.annotations()) : [:]
        var edits: [Edit] = []
        for (name, target) in targets {
            let statements = target.identity.flatMap { reviews[$0] }?.statements ?? []
            guard !statements.contains(where: { $0.state == template.state && $0.author == template.author }) else {
                report.alreadyApplied += 1
                continue
            }
            var reply = template
            (reply.page, reply.rect, reply.inReplyTo) = (target.annotation.page, target.annotation.rect, name)
            reply.name = reply.name ?? Annotation.uniqueName()
            edits.append(.add(reply))
        }
        return edits
    }

    /// Returns the identifier and page of each annotation that is meant, once.
    ///
    /// One that has no name and is no object of its own is left out: by the time of a save, its place in the array of its
    /// page may be another one's.
    private static func selected(
        _ selection: AnnotationSelection, of document: OpenDocument<PDFContents>, leavingFields: Bool = false,
        noting report: inout EditReport
    ) throws(DocumentError) -> [(name: String, page: PageRange)] {
        let all = try document.annotations(onPages: selection.pages)
        var found: [(name: String, page: PageRange)] = []
        var seen: Set<String> = []
        var unnamed = 0
        let key = { (listed: ListedAnnotation) in "\(listed.annotation.page) \(listed.annotation.name ?? "")" }
        let sharing = Dictionary(grouping: all, by: key)
        let names = Set(all.compactMap(\.annotation.name))
        // A pop-up window goes with its annotation, and a form works as long as its fields are there.
        let isStated = !selection.subtypes.isEmpty || !selection.names.isEmpty
        let selected = selection.selected(from: all).filter { isStated || !$0.isWindow }
        let meant = selected.filter { isStated || !leavingFields || $0.annotation.subtype != "Widget" }
        let fields = selected.count - meant.count
        if fields > 0 {
            report.warnings.append("\(fields) form field\(fields == 1 ? " stays as it is" : "s stay as they are")")
        }
        for listed in meant {
            let page = listed.annotation.page
            // Where others on the page have the same name, the object says which one is meant.
            let isAlone = sharing[key(listed)]?.count == 1
            let object = listed.reference?.identifier(besides: names.contains)
            guard let name = isAlone ? listed.annotation.name ?? object : object ?? listed.annotation.name else {
                unnamed += 1
                continue
            }
            guard seen.insert("\(page) \(name)").inserted else { continue }
            found.append((name, PageRange(page: page)))
            report.selected.append(listed)
        }
        guard !found.isEmpty else {
            throw DocumentError(
                .pdf(unnamed == 0 ? .noMatch(besidesFields: fields) : .unnamedAnnotations(unnamed)), document.path)
        }
        if unnamed > 0 { report.warnings.append("not changed: \(PDFError.unnamedAnnotations(unnamed))") }
        return found
    }

    /// The name of the annotation that is removed; `nil` if none is.
    var removedName: String? {
        switch self {
        case .edit(.remove(let name, _, _)), .named(.remove(let name, _, _)): name
        default: nil
        }
    }
}
