/// Annotations that mark text with quadrilaterals, one for each piece of a line (ISO 32000-2, 12.5.6.10).
protocol TextMarkup: AnnotationDefinition {}

extension TextMarkup {
    static var properties: [AnnotationProperty] { schema.markup + [schema.quadPoints.untyped] }
    static var geometry: AnnotationProperty? { schema.quadPoints.untyped }
    static var place: [AnnotationProperty] { [schema.rect.untyped, schema.quadPoints.untyped] }

    /// Turns a rectangle alone into one quadrilateral, with its bottom where the reader of the page sees it.
    static func complete(_ annotation: inout Annotation, on page: Page) throws(PDFError) {
        var quads: [Quadrilateral]
        var part = "a quadrilateral"
        if case .quadPoints(let original) = annotation.geometry {
            quads = original.map(\.inViewersOrder)
        } else {
            part = "the rectangle"
            quads = [UprightFrame(annotation.rect, rotation: page.rotation).quadrilateral.mapPoints(\.rounded)]
        }
        guard let rect = Rectangle(enclosing: quads.flatMap(\.points)) else {
            throw .invalidAnnotation("the \(subtype) marks nothing: it has no quadrilateral")
        }
        guard quads.allSatisfy({ $0.height > 0 && ($0.lowerRight - $0.lowerLeft).length > 0 }) else {
            throw .invalidAnnotation("\(part) of the \(subtype) has no width or no height")
        }
        annotation.geometry = .quadPoints(quads)
        annotation.rect = rect
    }
}

extension Annotation {
    /// The quadrilaterals of a completed text markup.
    var quadrilaterals: [Quadrilateral] { if case .quadPoints(let quads) = geometry { quads } else { [] } }
}

extension Quadrilateral {
    /// The distance from the baseline to the top, in points.
    var height: Double { (upperLeft - lowerLeft).length }

    /// The greatest height of a line of text for which marks grow, in points.
    static let greatestTextHeight = 40.0

    /// The height of the line of text that it marks: its own, unless that is more than a line of text has.
    var textHeight: Double { min(height, Self.greatestTextHeight) }

    /// The corners in order around the quadrilateral.
    var outline: [Point] { [lowerLeft, lowerRight, upperRight, upperLeft] }

    /// The point at `along` from left to right and `up` from bottom to top, both from 0 to 1.
    func point(along: Double, up: Double) -> Point {
        let bottom = lowerLeft + (lowerRight - lowerLeft) * along
        let top = upperLeft + (upperRight - upperLeft) * along
        return bottom + (top - bottom) * up
    }

    /// The quadrilateral with its corners in the viewers' order. Corners in the standard's order, counter-clockwise
    /// from the lower left, are reordered: read in the viewers' order, they form an outline that crosses itself.
    var inViewersOrder: Quadrilateral {
        guard Self.cross(upperLeft, lowerLeft, upperRight, lowerRight) else { return self }
        return Quadrilateral(
            upperLeft: lowerRight, upperRight: lowerLeft, lowerLeft: upperLeft, lowerRight: upperRight)
    }

    /// Whether the segment from `a` to `b` crosses the one from `c` to `d`.
    private static func cross(_ a: Point, _ b: Point, _ c: Point, _ d: Point) -> Bool {
        func side(_ from: Point, _ to: Point, _ point: Point) -> Double {
            let (way, out) = (to - from, point - from)
            return way.x * out.y - way.y * out.x
        }
        return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0
    }

    /// Twice the area, positive where ``outline`` is counter-clockwise.
    var orientation: Double {
        let (rising, falling) = (upperRight - lowerLeft, upperLeft - lowerRight)
        return rising.x * falling.y - falling.x * rising.y
    }
}

extension Annotation {
    /// Returns a highlight (12.5.6.10).
    ///
    /// - Parameters:
    ///   - page: the number of the page, from 1.
    ///   - rects: the rectangle of each piece of marked text, at least one.
    ///   - rotation: the rotation of the page, ``PageDetails/rotation``, which shows where the bottom of the text is. A
    ///     single rectangle needs none.
    ///   - contents: a comment; `nil` writes none.
    public static func highlight(
        page: Int, rects: [Rectangle], rotation: Int = 0, contents: String? = nil
    ) -> Annotation {
        Annotation(markup: Highlight.subtype, page, rects, rotation, contents)
    }

    /// Returns a highlight of pieces of text at any angle, at least one (12.5.6.10).
    public static func highlight(
        page: Int, quadPoints: [Quadrilateral], contents: String? = nil
    ) -> Annotation {
        Annotation(markup: Highlight.subtype, page, quadPoints, contents)
    }

    /// Returns an underline; the parameters are those of ``highlight(page:rects:rotation:contents:)``.
    public static func underline(
        page: Int, rects: [Rectangle], rotation: Int = 0, contents: String? = nil
    ) -> Annotation {
        Annotation(markup: Underline.subtype, page, rects, rotation, contents)
    }

    /// Returns an underline of pieces of text at any angle, at least one.
    public static func underline(
        page: Int, quadPoints: [Quadrilateral], contents: String? = nil
    ) -> Annotation {
        Annotation(markup: Underline.subtype, page, quadPoints, contents)
    }

    /// Returns a squiggly underline; the parameters are those of ``highlight(page:rects:rotation:contents:)``.
    public static func squiggly(
        page: Int, rects: [Rectangle], rotation: Int = 0, contents: String? = nil
    ) -> Annotation {
        Annotation(markup: Squiggly.subtype, page, rects, rotation, contents)
    }

    /// Returns a squiggly underline of pieces of text at any angle, at least one.
    public static func squiggly(
        page: Int, quadPoints: [Quadrilateral], contents: String? = nil
    ) -> Annotation {
        Annotation(markup: Squiggly.subtype, page, quadPoints, contents)
    }

    /// Returns a strike-out; the parameters are those of ``highlight(page:rects:rotation:contents:)``.
    public static func strikeOut(
        page: Int, rects: [Rectangle], rotation: Int = 0, contents: String? = nil
    ) -> Annotation {
        Annotation(markup: StrikeOut.subtype, page, rects, rotation, contents)
    }

    /// Returns a strike-out of pieces of text at any angle, at least one.
    public static func strikeOut(
        page: Int, quadPoints: [Quadrilateral], contents: String? = nil
    ) -> Annotation {
        Annotation(markup: StrikeOut.subtype, page, quadPoints, contents)
    }

    /// Returns a mark for redaction, which removes nothing by itself (12.5.6.23); the parameters are those of
    /// ``highlight(page:rects:rotation:contents:)``.
    public static func redact(
        page: Int, rects: [Rectangle], rotation: Int = 0, contents: String? = nil
    ) -> Annotation {
        Annotation(markup: Redact.subtype, page, rects, rotation, contents)
    }

    /// Returns a mark for redaction of pieces of text at any angle, at least one.
    public static func redact(
        page: Int, quadPoints: [Quadrilateral], contents: String? = nil
    ) -> Annotation {
        Annotation(markup: Redact.subtype, page, quadPoints, contents)
    }
}
