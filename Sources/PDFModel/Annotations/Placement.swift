/// A position on a page as its reader sees it: rotated, cropped and scaled.
public struct Placement: Sendable, Equatable {
    /// A corner, an edge or the middle of the page.
    public enum Anchor: String, Sendable, CaseIterable {
        /// The upper left corner.
        case topLeft = "top-left"
        /// The middle of the upper edge.
        case top
        /// The upper right corner.
        case topRight = "top-right"
        /// The middle of the left edge.
        case left
        /// The middle of the page.
        case center
        /// The middle of the right edge.
        case right
        /// The lower left corner.
        case bottomLeft = "bottom-left"
        /// The middle of the lower edge.
        case bottom
        /// The lower right corner.
        case bottomRight = "bottom-right"

        /// The fraction of the free width to the left, and of the free height below.
        fileprivate var share: (x: Double, y: Double) {
            let x: Double =
                switch self {
                case .topLeft, .left, .bottomLeft: 0
                case .top, .center, .bottom: 0.5
                case .topRight, .right, .bottomRight: 1
                }
            let y: Double =
                switch self {
                case .bottomLeft, .bottom, .bottomRight: 0
                case .left, .center, .right: 0.5
                case .topLeft, .top, .topRight: 1
                }
            return (x, y)
        }
    }

    /// A length, absolute or relative to the page.
    public enum Length: Sendable, Equatable {
        /// In 1/72 inch.
        case points(Double)
        /// Of the page's width or height; of the shorter one for a margin.
        case percent(Double)

        /// Reads a length such as `20`, `20pt`, `5mm`, `2cm`, `1in` or `10%`; `nil` for any other text.
        public init?(_ text: String) {
            let units: [(String, Double)] = [("pt", 1), ("mm", 72 / 25.4), ("cm", 72 / 2.54), ("in", 72)]
            func number(_ text: some StringProtocol) -> Double? {
                Double(text).flatMap { $0.isFinite && $0 >= 0 && $0 <= 1e6 ? $0 : nil }
            }
            if text.hasSuffix("%") {
                guard let value = number(text.dropLast()) else { return nil }
                self = .percent(value)
                return
            }
            let unit = units.first { text.hasSuffix($0.0) }
            guard let value = number(text.dropLast(unit?.0.count ?? 0)) else { return nil }
            self = .points(value * (unit?.1 ?? 1))
        }

        func points(of whole: Double) -> Double {
            switch self {
            case .points(let points): points
            case .percent(let percent): whole * percent / 100
            }
        }
    }

    /// The part of the page where the rectangle is, as the reader sees it.
    public var anchor: Anchor
    /// The distance to the edges of the page that the anchor touches.
    public var margin: Length
    /// One of them may be `nil`: it follows from the other and the proportions of an image.
    public var width: Length?
    /// The height as the reader sees it; `nil` where it follows from the width or the subtype.
    public var height: Length?

    /// Creates a placement; `nil` is the usual size of the subtype.
    public init(_ anchor: Anchor, margin: Length, width: Length?, height: Length?) {
        (self.anchor, self.margin, self.width, self.height) = (anchor, margin, width, height)
    }

    /// Returns the rectangle in default user space of the page.
    ///
    /// - Parameters:
    ///   - page: the page, with its rotation and its boxes.
    ///   - aspect: the width of an image divided by its height; the rectangle is the largest of these proportions
    ///     within width and height.
    public func rectangle(on page: PageDetails, aspect: Double? = nil) -> Rectangle {
        let (wide, high) = (width?.points(of: page.width), height?.points(of: page.height))
        var size = (width: wide ?? high ?? 0, height: high ?? wide ?? 0)
        if let aspect {
            size.width = min(wide ?? .infinity, (high ?? .infinity) * aspect)
            size.height = size.width / aspect
        }
        let margin = margin.points(of: min(page.width, page.height))
        let share = anchor.share
        let free = (x: page.width - size.width - 2 * margin, y: page.height - size.height - 2 * margin)
        let corner = (x: margin + free.x * share.x, y: margin + free.y * share.y)
        let frame = UprightFrame(page.cropBox, rotation: page.rotation)
        let corners = [
            Point(corner.x, corner.y), Point(corner.x + size.width, corner.y + size.height),
        ].map { frame.matrix.transform(Point($0.x / page.userUnit, $0.y / page.userUnit)) }
        return Rectangle(corners[0].x, corners[0].y, corners[1].x, corners[1].y)
    }
}

extension Annotation {
    /// Returns the annotation placed on a page.
    public func placed(_ placement: Placement, on page: PageDetails) -> Annotation {
        var placed = self
        placed.page = page.number
        // What is no image is an error later.
        let image = self.image.flatMap { try? ImageFile($0) }
        let aspect = image.map { Double($0.width) / Double($0.height) }
        let shown = placement.rectangle(on: page, aspect: aspect)
        placed.rect =
            AnnotationSubtype.named(subtype).definition?.rect(shownIn: shown, rotation: page.rotation) ?? shown
        return placed
    }
}
