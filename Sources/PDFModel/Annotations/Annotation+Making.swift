/// Constructors that state the subtype and the place: what compiles can be added, as far as its values are in range.
///
/// Coordinates are in points of default user space, y upwards (ISO 32000-2, 8.3.2.3), and pages count from 1. Everything
/// else has the default of the subtype, and can be set afterwards. Values are checked when the annotation is added.
extension Annotation {
    // MARK: Notes and text

    /// Returns a note, whose icon hangs from a point: its upper left corner as the reader sees it (12.5.6.4).
    public static func text(page: Int, at point: Point, contents: String? = nil) -> Annotation {
        Annotation(Text.subtype, page: page, rect: Rectangle(point), contents)
    }

    /// Returns a reply to the annotation of that name on the same page: a note that readers show with it (12.5.6.2).
    public static func reply(page: Int, to name: String, at point: Point, contents: String) -> Annotation {
        var reply = text(page: page, at: point, contents: contents)
        reply.inReplyTo = name
        return reply
    }

    /// Returns text that is written on the page itself (12.5.6.6).
    ///
    /// - Parameters:
    ///   - page: the number of the page, from 1.
    ///   - rect: the rectangle of the text.
    ///   - contents: the text.
    ///   - target: the point that the text is about, to which a line leads; `nil` draws no line.
    public static func freeText(
        page: Int, rect: Rectangle, contents: String, pointingAt target: Point? = nil
    ) -> Annotation {
        var text = Annotation(FreeText.subtype, page: page, rect: rect, contents)
        if let target { text.callout = [target] }
        return text
    }

    // MARK: Text markup

    /// Returns a highlight (12.5.6.10).
    ///
    /// - Parameters:
    ///   - page: the number of the page, from 1.
    ///   - rects: the rectangle of each piece of marked text, at least one.
    ///   - rotation: the rotation of the page, ``PageDetails/rotation``, which tells where the bottom of the text is. A
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

    /// Returns a caret: the mark where text is to be inserted (12.5.6.11).
    ///
    /// - Parameters:
    ///   - page: the number of the page, from 1.
    ///   - point: its tip.
    ///   - contents: the text to be inserted, or a comment; `nil` writes none.
    public static func caret(page: Int, at point: Point, contents: String? = nil) -> Annotation {
        Annotation(Caret.subtype, page: page, rect: Rectangle(point), contents)
    }

    // MARK: Shapes

    /// Returns a rectangle, whose border is inside `rect` (12.5.6.8).
    public static func square(page: Int, rect: Rectangle, contents: String? = nil) -> Annotation {
        Annotation(Square.subtype, page: page, rect: rect, contents)
    }

    /// Returns an ellipse that fills `rect` (12.5.6.8).
    public static func circle(page: Int, rect: Rectangle, contents: String? = nil) -> Annotation {
        Annotation(Circle.subtype, page: page, rect: rect, contents)
    }

    /// Returns a straight line between two points that differ (12.5.6.7).
    public static func line(page: Int, from start: Point, to end: Point, contents: String? = nil) -> Annotation {
        Annotation(Line.subtype, page: page, geometry: .line(start, end), contents)
    }

    /// Returns a polygon with at least three corners that differ (12.5.6.9).
    public static func polygon(page: Int, vertices: [Point], contents: String? = nil) -> Annotation {
        Annotation(Polygon.subtype, page: page, geometry: .vertices(vertices), contents)
    }

    /// Returns an open line through at least two points that differ (12.5.6.9).
    public static func polyLine(page: Int, vertices: [Point], contents: String? = nil) -> Annotation {
        Annotation(PolyLine.subtype, page: page, geometry: .vertices(vertices), contents)
    }

    /// Returns strokes drawn by hand, at least one of at least one point (12.5.6.13).
    public static func ink(page: Int, strokes: [[Point]], contents: String? = nil) -> Annotation {
        Annotation(Ink.subtype, page: page, geometry: .inkList(strokes), contents)
    }

    // MARK: Stamps, links and files

    /// Returns a stamp with the words of a standard name (12.5.6.12).
    public static func stamp(page: Int, rect: Rectangle, icon: StampIcon, contents: String? = nil) -> Annotation {
        var stamp = Annotation(Stamp.subtype, page: page, rect: rect, contents)
        stamp.icon = icon.rawValue
        return stamp
    }

    /// Returns a stamp with other words, which are its contents.
    public static func stamp(page: Int, rect: Rectangle, words: String) -> Annotation {
        var stamp = Annotation(Stamp.subtype, page: page, rect: rect, words)
        stamp.icon = Stamp.custom
        return stamp
    }

    /// Returns a stamp with an image.
    ///
    /// - Parameters:
    ///   - page: the number of the page, from 1.
    ///   - rect: where the image is, in its own proportions.
    ///   - image: a PNG or JPEG file.
    ///   - contents: a comment; `nil` writes none.
    public static func stamp(page: Int, rect: Rectangle, image: [UInt8], contents: String? = nil) -> Annotation {
        var stamp = Annotation(Stamp.subtype, page: page, rect: rect, contents)
        (stamp.icon, stamp.image) = (Stamp.image, image)
        return stamp
    }

    /// Returns a place that leads to a page or an address (12.5.6.5).
    public static func link(page: Int, rect: Rectangle, to destination: LinkDestination) -> Annotation {
        var link = Annotation(Link.subtype, page: page, rect: rect, nil)
        link.destination = destination
        return link
    }

    /// Returns an attached file, whose icon hangs from a point: its upper left corner as the reader sees it
    /// (12.5.6.15).
    ///
    /// - Parameters:
    ///   - page: the number of the page, from 1.
    ///   - point: the icon's upper left corner.
    ///   - file: a name, a type and contents of up to ``AttachedFile/sizeLimit`` bytes.
    ///   - contents: a comment; `nil` writes none.
    public static func fileAttachment(
        page: Int, at point: Point, file: AttachedFile, contents: String? = nil
    ) -> Annotation {
        var attachment = Annotation(FileAttachment.subtype, page: page, rect: Rectangle(point), contents)
        attachment.attachment = file
        return attachment
    }

    // MARK: Steps

    private init(_ subtype: String, page: Int, rect: Rectangle, _ contents: String?) {
        self.init(subtype, page: page, rect: rect)
        self.contents = contents
    }

    private init(_ subtype: String, page: Int, geometry: Geometry, _ contents: String?) {
        self.init(subtype, page: page, geometry: geometry)
        self.contents = contents
    }

    private init(markup subtype: String, _ page: Int, _ quads: [Quadrilateral], _ contents: String?) {
        self.init(subtype, page: page, geometry: .quadPoints(quads), contents)
    }

    private init(markup subtype: String, _ page: Int, _ rects: [Rectangle], _ rotation: Int, _ contents: String?) {
        if rects.count == 1 {
            // Turned like its page when it is added.
            self.init(subtype, page: page, rect: rects[0], contents)
        } else {
            let quads = rects.map { UprightFrame($0, rotation: rotation).quadrilateral }
            self.init(markup: subtype, page, quads, contents)
        }
    }
}

extension Rectangle {
    /// A rectangle that is only a point.
    fileprivate init(_ point: Point) { self.init(point.x, point.y, point.x, point.y) }
}
