internal import PDFModel

/// The marks that earlier searches for text have added to a document, and those that the edits before these add.
struct EarlierMarks {
    /// A page, a subtype, and about where on the page.
    private struct Place: Hashable {
        var page: Int
        var subtype: String
        var x: Int
        var y: Int

        init(of annotation: Annotation) {
            (page, subtype) = (annotation.page, annotation.subtype)
            let rect = annotation.rect
            (x, y) = (Self.whole((rect.x0 + rect.x1) / 2), Self.whole((rect.y0 + rect.y1) / 2))
        }

        /// The place and those around it: what is computed again may be rounded to another one.
        var neighbours: [Place] {
            [0, -1, 1].flatMap { dx in
                [0, -1, 1].map { dy in
                    var place = self
                    (place.x, place.y) = (x + dx, y + dy)
                    return place
                }
            }
        }

        private static func whole(_ value: Double) -> Int { Int(max(-1e9, min(1e9, value.rounded()))) }
    }

    private struct Name: Hashable {
        var name: String?
        var page: Int
    }

    private var named: [Name: Annotation] = [:]
    private var placed: [Place: [Annotation]] = [:]

    init(in document: OpenDocument<PDFContents>, onPages range: PageRange, _ planned: [Edit]) throws(DocumentError) {
        for listed in try document.annotations(onPages: range) { add(listed.annotation) }
        for case .add(let annotation) in planned { add(annotation) }
    }

    private mutating func add(_ annotation: Annotation) {
        guard DerivedNames.isDerived(annotation.name) else { return }
        named[Name(name: annotation.name, page: annotation.page)] = annotation
        placed[Place(of: annotation), default: []].append(annotation)
    }

    /// Returns the edits that add marks, or give the stated look to marks that exist already.
    func edits(marking marks: [Annotation], _ stated: AnnotationChange, at place: TextPlace) -> [Edit] {
        marks.map { mark in
            guard let earlier = earlier(mark), let name = earlier.name else { return .add(mark) }
            var change = stated.look(of: mark.subtype)
            if place.side != nil, !Place(of: mark).neighbours.contains(Place(of: earlier)) { change.rect = mark.rect }
            return .update(name: name, pages: PageRange(page: mark.page), change: change)
        }
    }

    /// The same mark from an earlier search: by its name or, because names have followed from other things, by its place.
    private func earlier(_ mark: Annotation) -> Annotation? {
        guard DerivedNames.isDerived(mark.name) else { return nil }
        if let same = named[Name(name: mark.name, page: mark.page)] { return same }
        guard mark.image == nil, mark.attachment == nil else { return nil }
        return Place(of: mark).neighbours.lazy.flatMap { placed[$0] ?? [] }
            .first { $0.author == mark.author && $0.contents == mark.contents && $0.marksTheSame(as: mark) }
    }
}

extension Annotation {
    /// Whether it marks the same pieces of lines; `true` for what marks no text.
    fileprivate func marksTheSame(as other: Annotation) -> Bool {
        guard case .quadPoints(let quads) = geometry, case .quadPoints(let others) = other.geometry else { return true }
        return quads.count == others.count
            && zip(quads, others).allSatisfy { one, other in
                zip(one.points, other.points).allSatisfy { abs($0.x - $1.x) < 2 && abs($0.y - $1.y) < 2 }
            }
    }
}
