/// The annotations of one page during editing: the array, and where it will be written.
///
/// Loading gives the page its own copy of shared objects that edits will change: it first copies a page object that
/// occurs twice in the page tree, and an `/Annots` array that another page uses as well. So no other page changes
/// (invariant 19).
struct PageAnnotations {
    /// The smaller object is rewritten: the array where it is an indirect object, else the page with it.
    private enum Storage {
        case page
        case array(IndirectReference)
    }

    let page: Page
    /// The page's dictionary as written, except for its annotations.
    private let dictionary: PDFDictionary
    /// The page object, which may be a new copy.
    let pageReference: IndirectReference
    /// Whether the page object becomes a new entry of its parent's `/Kids`.
    let isMoved: Bool
    private let storage: Storage
    /// The annotations, those included that were removed.
    private(set) var items: [PDFObject]
    private var removed: Set<Int> = []
    private(set) var isChanged = false
    /// The positions of each name, once they have been read.
    private var positions: [CodePoints<String>: [Int]]?
    /// The positions of each object, once one was looked up.
    private var objects: [IndirectReference: [Int]]?
    /// The positions of the replies to each annotation, once they have been read.
    private var replies: [IndirectReference: [Int]]?

    /// Whether the names must be read before one is looked up.
    var hasUnknownNames: Bool { positions == nil }
    /// Whether the replies must be read before some are looked up.
    var hasUnknownReplies: Bool { replies == nil }

    init(_ page: Page, _ tree: PageTree, _ file: PDFFile, _ update: inout IncrementalUpdate) throws(PDFError) {
        self.page = page
        var whole: PDFDictionary?
        if let reference = page.place.reference { whole = try file.wholeObject(reference).dictionaryValue }
        dictionary = whole ?? page.dictionary
        let occurrences = if let reference = page.place.reference { try tree.occurrences(of: reference) } else { 0 }
        if let reference = page.place.reference, occurrences < 2 {
            pageReference = reference
            isMoved = false
        } else {
            pageReference = update.reserve()
            isMoved = true
        }
        let entry = page.dictionary[.annotations] ?? .null
        let (array, value) = try file.followed(entry)
        items = try file.annotationItems(value, from: entry)
        var owners = 0
        if let array, case .array = value { owners = try tree.annotationUses().pages(with: array) }
        if let array, owners == 1, !isMoved { storage = .array(array) } else { storage = .page }
    }

    /// Reads the names of all items with `nameOf`.
    mutating func learnNames(_ nameOf: (PDFObject) throws(PDFError) -> String?) throws(PDFError) {
        var found: [CodePoints<String>: [Int]] = [:]
        for (position, item) in items.enumerated() {
            if let name = try nameOf(item) { found[CodePoints(name), default: []].append(position) }
        }
        positions = found
    }

    /// Reads which items reply to which annotations with `target`.
    mutating func learnReplies(_ target: (PDFObject) throws(PDFError) -> IndirectReference?) throws(PDFError) {
        var found: [IndirectReference: [Int]] = [:]
        for (position, item) in items.enumerated() {
            if let parent = try target(item) { found[parent, default: []].append(position) }
        }
        replies = found
    }

    /// The positions in ``items`` of the annotations of that name.
    func positions(of name: String) -> [Int] { positions?[CodePoints(name)]?.filter { !removed.contains($0) } ?? [] }

    /// The positions in ``items`` of the replies to an annotation.
    func replies(to parent: IndirectReference) -> [Int] { replies?[parent]?.filter { !removed.contains($0) } ?? [] }

    /// The items that were not removed.
    var presentItems: [PDFObject] { items.indices.filter { !removed.contains($0) }.map { items[$0] } }

    /// The position of an annotation that is an object; `nil` if it is not here, or was removed.
    func position(of object: IndirectReference) -> Int? {
        let position =
            if let objects { objects[object]?.last } else { items.lastIndex { $0.referenceValue == object } }
        return position.flatMap { removed.contains($0) ? nil : $0 }
    }

    /// The positions in ``items`` of the object that a word names, `12 0 R` or that in parentheses.
    mutating func positions(ofObject word: String) -> [Int] {
        guard let object = IndirectReference(identifier: word) else { return [] }
        learnObjects()
        return objects?[object]?.filter { !removed.contains($0) } ?? []
    }

    /// Makes looking up many objects cheap.
    mutating func learnObjects() {
        guard objects == nil else { return }
        objects = [:]
        for (position, item) in items.enumerated() {
            if let reference = item.referenceValue { objects?[reference, default: []].append(position) }
        }
    }

    /// Puts an annotation before another one, or at the end, with `gap` others between them.
    mutating func insert(_ item: PDFObject, before next: IndirectReference?, gap: Int) {
        let place = next.flatMap { position(of: $0) }.map { place in place - removed.count { $0 < place } }
        items = presentItems
        removed = []
        items.insert(item, at: max(0, (place ?? items.count) - gap))
        objects = nil
        forgetEntries()
        isChanged = true
    }

    /// Reads names and replies again, because entries of an annotation have changed.
    mutating func forgetEntries() { (positions, replies) = (nil, nil) }

    mutating func append(_ item: PDFObject, named name: String?) {
        if let name { positions?[CodePoints(name), default: []].append(items.count) }
        if let object = item.referenceValue { objects?[object, default: []].append(items.count) }
        items.append(item)
        replies = nil
        isChanged = true
    }

    mutating func replace(at position: Int, with item: PDFObject) {
        items[position] = item
        (replies, objects) = (nil, nil)
        isChanged = true
    }

    /// Removes the annotations at these positions, and these objects.
    mutating func remove(_ positions: Set<Int>, and objects: Set<IndirectReference>) {
        removed.formUnion(positions)
        if !objects.isEmpty { learnObjects() }
        for object in objects { removed.formUnion(self.objects?[object] ?? []) }
        isChanged = true
    }

    func write(to update: inout IncrementalUpdate) {
        let items = presentItems
        switch storage {
        case .array(let reference): update.replace(reference, with: .array(items))
        case .page:
            var dictionary = dictionary
            dictionary[.annotations] = .array(items)
            update.replace(pageReference, with: .dictionary(dictionary))
        }
    }
}

extension PageTree {
    /// Replaces page objects in the tree with others; each parent's `/Kids` is written once.
    func move(
        _ moves: [(place: Page.Place, to: IndirectReference)], in update: inout IncrementalUpdate
    ) throws(PDFError) {
        for (parent, moves) in Dictionary(grouping: moves, by: \.place.parent).sorted(by: { $0.key < $1.key }) {
            // A repair may replace the node, for another `/Count`.
            guard var node = try update.wholeObject(parent).dictionaryValue else { continue }
            let entry = node[.kids] ?? .null
            guard var kids = try update.resolve(entry).arrayValue else { continue }
            for move in moves { kids[move.place.index] = .reference(move.to) }
            if case .reference(let array) = entry {
                update.replace(array, with: .array(kids))
            } else {
                node[.kids] = .array(kids)
                update.replace(parent, with: .dictionary(node))
            }
        }
    }
}
