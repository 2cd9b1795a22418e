/// The page tree of a file (ISO 32000-2, 7.7.3), walked by `/Kids` and `/Count`, so that the cost of finding a page
/// depends on its depth and not on the number of pages.
///
/// In a file read for editing, a wrong `/Count` below the root is damage: other readers, which skip nodes by it, would
/// number the pages differently. A wrong `/Count` at the root, and every `/Count` in a file read for another purpose,
/// is ignored: then the whole tree is walked, once. A kid that should be a page and is not one counts as a page, which
/// cannot be read.
struct PageTree {
    unowned let file: PDFFile
    private let root: IndirectReference
    private let memory = Memory()
    let count: Int

    /// Deeper than any tree that a writer creates; a deeper tree is a cycle.
    private static let maximumDepth = 200

    init(_ file: PDFFile) throws(PDFError) {
        self.file = file
        guard case .reference(let root)? = try file.catalog()[.pages],
            let node = try file.object(root).dictionaryValue
        else { throw .noPages }
        self.root = root
        let stated = try file.resolve(node[.count] ?? .null).integerValue ?? 0
        let kids = try file.resolve(node[.kids] ?? .null).arrayValue ?? []
        guard !kids.isEmpty else { throw .noPages }
        if file.purpose == .editing {
            var isCountTrusted = try Self.isFlat(stated, kids, file)
            if !isCountTrusted { isCountTrusted = try Self.isSum(stated, of: kids, file) }
            if isCountTrusted {
                count = stated
                return
            }
        }
        let leaves = try Self.leaves(file, root)
        memory.leaves = leaves
        count = leaves.count
        guard count > 0 else { throw .noPages }
    }

    /// Whether every kid of a node is a page, because the node has as many kids as pages.
    ///
    /// In a file read for editing, the kids are checked where there are few: a node among them, and another kid that
    /// leads nowhere, would number the pages differently in other readers. A file read for another purpose is walked
    /// whole to count its pages.
    private static func isFlat(_ count: Int?, _ kids: [PDFObject], _ file: PDFFile) throws(PDFError) -> Bool {
        guard count == kids.count else { return false }
        guard file.purpose == .editing, kids.count <= checkedKids else { return true }
        for kid in kids {
            let inner: PDFObject? =
                if case .reference(let reference) = kid { try file.entry(.kids, of: reference) } else {
                    kid.dictionaryValue?[.kids]
                }
            if let inner, inner != .null { return false }
            if let reference = kid.referenceValue, try file.isReference(reference) { throw onlyReference(reference) }
        }
        return true
    }

    /// The number of kids up to which reading them takes no noticeable time.
    private static let checkedKids = 64

    /// Whether the counts of the nodes directly below the root add up to the root's count, and that count is possible.
    private static func isSum(_ stated: Int, of kids: [PDFObject], _ file: PDFFile) throws(PDFError) -> Bool {
        // Every page takes at least a few bytes.
        guard (1...max(1, file.count)).contains(stated) else { return false }
        var rest = stated
        for kid in kids {
            let pages = try pageCount(kid, file)
            guard pages <= rest else { return false }
            rest -= pages
        }
        return rest == 0
    }

    /// Returns the page of that number, from 1.
    func page(_ number: Int) throws(PDFError) -> Page {
        guard number >= 1, number <= count else { throw .pageOutOfRange(number, pageCount: count) }
        if memory.leaves == nil, let page = try descend(to: number) { return page }
        return try page(number, leaves()[number - 1])
    }

    /// Returns the readable pages of a range.
    func pages(_ range: PageRange) throws(PDFError) -> [Page] {
        if range == .all { return try pages() }
        var chosen: [Page] = []
        for number in try range.pages(of: count) { chosen.append(try page(number)) }
        return chosen
    }

    /// Returns every readable page, in order.
    func pages() throws(PDFError) -> [Page] {
        var pages: [Page] = []
        for (offset, leaf) in try leaves().enumerated() where leaf.dictionary != nil {
            pages.append(try page(offset + 1, leaf))
        }
        return pages
    }

    /// Returns every page, read once.
    private func leaves() throws(PDFError) -> [Leaf] {
        if let leaves = memory.leaves { return leaves }
        let leaves = try counted(Self.leaves(file, root))
        memory.leaves = leaves
        return leaves
    }

    /// Returns the leaves if their number equals the page count.
    private func counted(_ leaves: [Leaf]) throws(PDFError) -> [Leaf] {
        guard leaves.count == count else {
            throw .damaged("the page tree has \(leaves.count) pages and says it has \(count)")
        }
        return leaves
    }

    /// Returns how many times the page object `reference` occurs in the tree.
    func occurrences(of reference: IndirectReference) throws(PDFError) -> Int {
        if memory.pageUses == nil {
            let leaves = try unreadLeaves()
            var counts: [IndirectReference: Int] = [:]
            counts.reserveCapacity(leaves.count)
            for leaf in leaves {
                if let page = leaf.place.reference { counts[page, default: 0] += 1 }
            }
            memory.pageUses = counts
        }
        return memory.pageUses?[reference] ?? 0
    }

    /// Returns which pages have which annotations.
    func annotationUses() throws(PDFError) -> AnnotationUses {
        if let uses = memory.annotationUses { return uses }
        let pages = try unreadLeaves().map { ($0.place, $0.dictionary) }
        let uses = try AnnotationUses(of: pages, in: file)
        memory.annotationUses = uses
        return uses
    }

    /// Returns the position of every page, in order.
    func places() throws(PDFError) -> [Page.Place] { try unreadLeaves().map(\.place) }

    /// Returns the position of every page; reads a page only where the tree does not show that it is one.
    private func unreadLeaves() throws(PDFError) -> [Leaf] {
        if let leaves = memory.leaves { return leaves }
        // In a large file each page may be in another place, and on a remote disk each place is fetched.
        let isCountTrusted = !file.isReadWhole && count > Self.checkedKids
        return try counted(Self.leaves(file, root, readingLeaves: false, isCountTrusted: isCountTrusted))
    }

    /// Values derived from the tree, each computed once, on first use.
    private final class Memory {
        /// Every page, once all have been read.
        var leaves: [Leaf]?
        /// The nodes on the paths to pages.
        var nodes: [IndirectReference: Node] = [:]
        /// The number of pages below a kid.
        var counts: [IndirectReference: Int] = [:]
        /// How many times each page object occurs in the tree.
        var pageUses: [IndirectReference: Int]?
        /// Which pages have which annotations.
        var annotationUses: AnnotationUses?
    }

    // MARK: Walking

    private struct Node {
        var dictionary: PDFDictionary
        var kids: [PDFObject]
    }

    private struct Leaf {
        var place: Page.Place
        var dictionary: PDFDictionary?
        var inherited: InheritedAttributes
    }

    /// Follows `/Count` down to the page; `nil` where a count on the way cannot be right.
    private func descend(to number: Int) throws(PDFError) -> Page? {
        var reference = root
        var inherited = InheritedAttributes()
        var skip = number - 1
        for _ in 0..<Self.maximumDepth {
            guard let node = try node(reference) else { return nil }
            inherited = inherited.overridden(by: node.dictionary)
            // Every kid is a page, and those before the requested one need not be read.
            let allPages = try Self.isFlat(node.dictionary[.count]?.integerValue, node.kids, file)
            var next: (object: PDFObject, index: Int)?
            if allPages {
                guard skip < node.kids.count else { return nil }
                next = (node.kids[skip], skip)
                skip = 0
            } else {
                for (index, kid) in node.kids.enumerated() {
                    let pages = try pageCount(kid)
                    if skip < pages {
                        next = (kid, index)
                        break
                    }
                    skip -= pages
                }
            }
            guard let next, let kid = try Self.dictionary(next.object, file) else { return nil }
            if Self.isNode(kid) {
                guard !allPages || kid[.count] == .integer(1), let kid = next.object.referenceValue else { return nil }
                reference = kid
            } else {
                guard skip == 0 else { return nil }
                let place = Page.Place(reference: next.object.referenceValue, parent: reference, index: next.index)
                return try page(number, Leaf(place: place, dictionary: kid, inherited: inherited))
            }
        }
        return nil
    }

    private func node(_ reference: IndirectReference) throws(PDFError) -> Node? {
        if let node = memory.nodes[reference] { return node }
        guard let dictionary = try file.object(reference).pageDictionary,
            let kids = try file.resolve(dictionary[.kids] ?? .null).arrayValue
        else { return nil }
        let node = Node(dictionary: dictionary, kids: kids)
        memory.nodes[reference] = node
        return node
    }

    private func pageCount(_ kid: PDFObject) throws(PDFError) -> Int {
        guard case .reference(let reference) = kid else { return try Self.pageCount(kid, file) }
        if let count = memory.counts[reference] { return count }
        let count = try Self.pageCount(kid, file)
        memory.counts[reference] = count
        return count
    }

    private static func pageCount(_ kid: PDFObject, _ file: PDFFile) throws(PDFError) -> Int {
        guard let dictionary = try dictionary(kid, file) else {
            try refuseNoPage(kid, file)
            return 0
        }
        guard isNode(dictionary) else { return 1 }
        return max(0, try file.resolve(dictionary[.count] ?? .null).integerValue ?? 0)
    }

    /// Returns the page or node that a kid leads to; `nil` where it is neither.
    ///
    /// A reference in place of the object would give a page two object numbers, and some readers do not follow it.
    private static func dictionary(_ kid: PDFObject, _ file: PDFFile) throws(PDFError) -> PDFDictionary? {
        let (last, object) = try file.followed(kid)
        if file.purpose == .editing, let reference = kid.referenceValue, last != reference {
            throw onlyReference(reference)
        }
        return object.pageDictionary
    }

    private static func onlyReference(_ reference: IndirectReference) -> PDFError {
        .damaged("the page tree leads to object \(reference), which is only an indirect reference")
    }

    /// Throws, for editing: a kid that is not a dictionary is neither page nor node. Readers disagree on whether it
    /// counts, and so on page numbers.
    private static func refuseNoPage(_ kid: PDFObject, _ file: PDFFile) throws(PDFError) {
        guard file.purpose == .editing else { return }
        throw .damaged(
            "the page tree leads to \(kid.referenceValue.map { "object \($0)" } ?? "something"), which is not a page")
    }

    /// A node has `/Kids`; a dictionary without it is a page, whatever its `/Type`.
    private static func isNode(_ dictionary: PDFDictionary) -> Bool { dictionary[.kids] != nil }

    private func page(_ number: Int, _ leaf: Leaf) throws(PDFError) -> Page {
        var dictionary = leaf.dictionary
        if dictionary == nil, let reference = leaf.place.reference {
            dictionary = try file.object(reference).pageDictionary
        }
        guard let dictionary else { throw .damaged("page \(number) is not a dictionary") }
        let attributes = leaf.inherited.overridden(by: dictionary)
        let media = try rectangle(attributes.mediaBox) ?? Page.defaultBox
        // Readers take the whole part of a real such as 90.0.
        let stated = try file.resolve(attributes.rotate ?? .null).numberValue?.rounded(.towardZero)
        let rotation = stated.flatMap { Int(exactly: $0) } ?? 0
        return Page(
            number: number, place: leaf.place, dictionary: dictionary, mediaBox: media,
            cropBox: try rectangle(attributes.cropBox)?.intersection(media) ?? media,
            rotation: rotation.isMultiple(of: 90) ? ((rotation % 360) + 360) % 360 : 0)
    }

    /// Returns the rectangle that four numbers make; `nil` for anything else.
    func rectangle(_ object: PDFObject?) throws(PDFError) -> Rectangle? {
        guard let items = try file.resolve(object ?? .null).arrayValue, items.count == 4 else { return nil }
        var numbers: [Double] = []
        for item in items {
            guard let number = try file.resolve(item).numberValue else { return nil }
            numbers.append(number)
        }
        return Rectangle(numbers[0], numbers[1], numbers[2], numbers[3])
    }

    /// Returns every page of the tree in order. A node, or an array of kids, that occurs a second time forms a cycle or
    /// repeats its pages. It is left out or, in a file read for editing, is damage, because readers handle it
    /// differently. A node without any page may occur anywhere except below itself.
    ///
    /// Without `readingLeaves`, a kid of a node that has as many kids as pages counts as a page without being read; the
    /// kids of a node with few of them are checked, unless `isCountTrusted`.
    private static func leaves(
        _ file: PDFFile, _ root: IndirectReference, readingLeaves: Bool = true, isCountTrusted: Bool = false
    ) throws(PDFError) -> [Leaf] {
        var leaves: [Leaf] = []
        var seen: Set<IndirectReference> = []
        // Nodes that were walked completely and led to no page.
        var empty: Set<IndirectReference> = []

        func refuseCircle(at object: IndirectReference) throws(PDFError) {
            guard file.purpose != .editing else { throw .damaged("the page tree leads to object \(object) twice") }
        }

        func visit(_ node: IndirectReference, _ inherited: InheritedAttributes, depth: Int) throws(PDFError) {
            guard !empty.contains(node) else { return }
            guard depth < maximumDepth, seen.insert(node).inserted else { return try refuseCircle(at: node) }
            guard let dictionary = try file.object(node).pageDictionary else { return }
            let entry = dictionary[.kids] ?? .null
            let array = entry.referenceValue
            if let array, !empty.contains(array), !seen.insert(array).inserted { return try refuseCircle(at: array) }
            let before = leaves.count
            defer { if leaves.count == before { empty.formUnion([node, array].compactMap(\.self)) } }
            guard let kids = try file.resolve(entry).arrayValue else {
                // A page to some readers, nothing to others.
                guard file.purpose != .editing else { throw .damaged("the /Kids of object \(node) is not an array") }
                return
            }
            let inherited = inherited.overridden(by: dictionary)
            let pages = dictionary[.count]?.integerValue
            let allPages = try isCountTrusted ? pages == kids.count : isFlat(pages, kids, file)
            for (index, kid) in kids.enumerated() {
                let place = Page.Place(reference: kid.referenceValue, parent: node, index: index)
                var leaf = Leaf(place: place, dictionary: nil, inherited: inherited)
                if readingLeaves || !allPages || kid.referenceValue == nil {
                    leaf.dictionary = try Self.dictionary(kid, file)
                    guard leaf.dictionary != nil || allPages else {
                        try refuseNoPage(kid, file)
                        continue
                    }
                    if let entry = leaf.dictionary, isNode(entry) {
                        if let reference = kid.referenceValue { try visit(reference, inherited, depth: depth + 1) }
                        continue
                    }
                }
                leaves.append(leaf)
            }
            guard file.purpose == .editing, node != root else { return }
            let stated = try file.resolve(dictionary[.count] ?? .null).integerValue ?? 0
            let found = leaves.count - before
            guard stated == found else {
                throw .damaged("the page tree says that object \(node) has \(stated) pages, and it has \(found)")
            }
        }

        try visit(root, InheritedAttributes(), depth: 0)
        return leaves
    }
}

extension PDFObject {
    /// The entries of a dictionary that may be a page or a node; `nil` for a stream, which is neither.
    fileprivate var pageDictionary: PDFDictionary? { if case .dictionary(let entries) = self { entries } else { nil } }
}

extension Rectangle {
    /// The intersection; `other` where it is empty, because a page that shows nothing is of no use.
    fileprivate func intersection(_ other: Rectangle) -> Rectangle {
        guard intersects(other) else { return other }
        return Rectangle(max(x0, other.x0), max(y0, other.y0), min(x1, other.x1), min(y1, other.y1))
    }
}

extension PDFFile {
    func pageTree() throws(PDFError) -> PageTree {
        try derived { file throws(PDFError) in try PageTree(file) }
    }
}
