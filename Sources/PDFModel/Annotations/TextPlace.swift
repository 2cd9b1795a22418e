/// The text on a page that an annotation is about.
public struct TextQuery: Sendable, Equatable {
    /// What to find: text, or a regular expression in Swift's syntax.
    public var text: String
    /// Whether ``text`` is a regular expression.
    public var isRegularExpression = false
    /// Whether a letter or digit next to a match rules it out.
    public var isWholeWord = false
    /// Whether letters in upper and lower case are the same.
    public var ignoresCase = false
    /// Which match is meant, counted from 1 over all pages searched; `nil` means each.
    public var occurrence: Int?
    /// Only text whose characters have their centres in here is searched, in default user space.
    public var area: Rectangle?
    /// With more matches than this, none is used.
    public var limit = 10_000

    /// Looks for the text as it is.
    public init(_ text: String) { self.text = text }
}

/// Where an annotation goes with respect to text.
public struct TextPlace: Sendable, Equatable {
    /// A side of a match, as the reader of the page sees it.
    public enum Side: String, Sendable, CaseIterable {
        /// To the left of the match.
        case left
        /// To the right of the match.
        case right
        /// Above the match.
        case above
        /// Below the match.
        case below
    }

    /// The text.
    public var query: TextQuery
    /// The side at which the annotation stands; `nil` where it covers the match.
    public var side: Side?
    /// The width and height of an annotation beside a match, in 1/72 inch; `nil` for the subtype's usual size.
    public var size: (width: Placement.Length, height: Placement.Length)? {
        get { width.flatMap { width in height.map { (width, $0) } } }
        set { (width, height) = (newValue?.width, newValue?.height) }
    }
    private var width: Placement.Length?
    private var height: Placement.Length?
    /// The path of a file with the words of the pages; `nil` has them read from the document.
    public var words: String?

    /// Places the annotation on the text itself.
    public init(_ query: TextQuery) { self.query = query }
}

/// An annotation as a list or a job states it: with its place, or with the text that it is about.
public struct StatedAnnotation: Sendable {
    /// The annotation, with defaults for what is not stated.
    public var annotation: Annotation
    /// What is stated about the text that it is about; empty for one that states its place.
    package var stated = AnnotationChange()
    /// `nil` for one that states its place.
    public var find: TextPlace?
    /// Whether a page is stated.
    var hasPage: Bool

    /// The page that is stated, and all pages for an annotation about text that states none; `nil` where there can be no
    /// such page.
    public var pages: PageRange? {
        guard hasPage else { return .all }
        return annotation.page > 0 ? PageRange(page: annotation.page) : nil
    }
}

extension TextPlace {
    /// The distance between a match and an annotation beside it, in 1/72 inch.
    private static let gap = 4.0

    /// Returns the annotation placed at a match on a page, whose pieces are `quads`, one for each line.
    ///
    /// One that marks text gets the pieces, any other a rectangle around them or, with a side, next to them.
    public func placed(_ annotation: Annotation, at quads: [Quadrilateral], on page: PageDetails) -> Annotation {
        let subtype = AnnotationSubtype.named(annotation.subtype)
        var placed = annotation
        placed.page = page.number
        guard let bounds = Rectangle(enclosing: quads.flatMap(\.points)) else { return placed }
        placed.rect = bounds
        if side == nil, subtype.properties.contains(Annotation.schema.quadPoints.untyped) {
            placed.geometry = .quadPoints(quads)
            return placed
        }
        let usual = subtype.definition?.usualSize
        let isFixed = usual.map { $0.width == $0.height } ?? false
        guard side != nil || isFixed else {
            // Around the text, and not on its edge.
            placed.rect = bounds.outsetBy(subtype.definition?.coversItsPlace == true ? 0 : 2)
            return placed
        }
        let shown = beside(bounds, side ?? .right, usual, on: page)
        placed.rect = subtype.definition?.rect(shownIn: shown, rotation: page.rotation) ?? shown
        return placed
    }

    private func beside(
        _ bounds: Rectangle, _ side: Side, _ usual: (width: Double, height: Double)?, on page: PageDetails
    ) -> Rectangle {
        let frame = UprightFrame(bounds, rotation: page.rotation)
        let unit = page.userUnit
        let width = size.map { $0.width.points(of: page.width) / unit } ?? usual.map { $0.width / unit } ?? frame.width
        let height =
            size.map { $0.height.points(of: page.height) / unit } ?? usual.map { $0.height / unit } ?? frame.height
        let gap = Self.gap / unit
        let middle = (x: (frame.width - width) / 2, y: (frame.height - height) / 2)
        let corner =
            switch side {
            case .left: Point(-gap - width, middle.y)
            case .right: Point(frame.width + gap, middle.y)
            case .above: Point(middle.x, frame.height + gap)
            case .below: Point(middle.x, -gap - height)
            }
        let (low, high) = (
            frame.matrix.transform(corner), frame.matrix.transform(Point(corner.x + width, corner.y + height))
        )
        return Rectangle(low.x, low.y, high.x, high.y)
    }
}

extension AnnotationDefinition {
    /// Whether the annotation is meant to lie on what it is about, instead of around it.
    fileprivate static var coversItsPlace: Bool { usualSize != nil || !hasAppearance }
}

extension Annotation {
    /// Whether the page shows the contents as text, in which text can be found in turn.
    package var showsContents: Bool {
        AnnotationSubtype.named(subtype).definition?.drawsContents(self) == true || isStamp
    }
}
