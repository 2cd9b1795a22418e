/// Text that is written on the page itself, within the annotation's rectangle (ISO 32000-2, 12.5.6.6).
///
/// `color` fills the rectangle, as in viewers; the colour of the text also draws the border.
enum FreeText: AnnotationDefinition {
    static let subtype = "FreeText"
    static let summary = "Write text on the page."
    /// The text is always visible, so it has no pop-up window.
    static let properties =
        schema.markup.filter { $0 != schema.popup.untyped } + schema.border + schema.calloutLine + schema.textStyle
        + schema.lines + [schema.defaultStyle.untyped]
    static func drawsContents(_ annotation: Annotation) -> Bool { true }
    static let usualSize: (width: Double, height: Double)? = (200, 40)
    static let required = [schema.contents.untyped]
    static let defaultColor: Color? = nil
    static let defaultBorder = Border(width: 0)

    /// The distance between border and text, in points.
    private static let padding = 2.0

    /// The intents of free text (Table 177).
    static let (calloutIntent, typewriterIntent) = ("FreeTextCallout", "FreeTextTypeWriter")

    /// Derives the rectangle of a callout, which holds the text and the line to what it is about.
    static func complete(_ annotation: inout Annotation, on page: Page) throws(PDFError) {
        if annotation.fitsText { fit(&annotation, on: page) }
        annotation.fitsText = false
        guard !annotation.callout.isEmpty else {
            annotation.textBox = nil
            guard annotation.calloutEnding == nil else {
                throw .invalidAnnotation("calloutEnding applies only to a callout")
            }
            return
        }
        let box = annotation.textBox ?? annotation.rect
        guard box.width > 0, box.height > 0 else { return }
        if annotation.callout.count == 1 {
            annotation.callout.append(box.edge(nearestTo: annotation.callout[0]).rounded)
        }
        guard zip(annotation.callout, annotation.callout.dropFirst()).allSatisfy({ $0 != $1 }) else {
            throw .invalidAnnotation("a segment of the callout line has no length")
        }
        annotation.intent = annotation.intent ?? calloutIntent
        annotation.calloutEnding = annotation.calloutEnding ?? .openArrow
        // The border draws the line as well.
        if annotation.border?.isVisible != true { annotation.border = Border() }
        let line = calloutLine(of: annotation).bounds?.mapCorners(\.rounded) ?? box
        annotation.textBox = box.mapCorners(\.rounded)
        annotation.rect = Rectangle(enclosing: box.corners + line.corners) ?? box
    }

    static func text(of annotation: Annotation) -> String? { annotation.contents }

    /// Lets the rectangle of the text grow downwards, as the reader sees it, to hold all lines.
    private static func fit(_ annotation: inout Annotation, on page: Page) {
        let box = annotation.callout.isEmpty ? annotation.rect : annotation.textBox ?? annotation.rect
        let frame = UprightFrame(box, rotation: page.rotation)
        let border = visibleBorder(of: annotation)
        let inset = thickness(of: border) + padding
        let style = annotation.textStyle ?? TextStyle()
        let text = layout(annotation, width: frame.width - 2 * inset)
        let height = text.height(ofLines: text.lines.count) * style.fontSize + 2 * inset
        // What is written is rounded.
        let missing = ((height - frame.height) * 1000).rounded(.up) / 1000
        guard missing > 0 else { return }
        let corners = [Point(0, -missing), Point(frame.width, frame.height)].map(frame.matrix.transform)
        let grown = (Rectangle(enclosing: corners) ?? box).mapCorners(\.rounded)
        if annotation.callout.isEmpty { annotation.rect = grown } else { annotation.textBox = grown }
    }

    private static func layout(_ annotation: Annotation, width: Double) -> TextLayout {
        let style = annotation.textStyle ?? TextStyle()
        return TextLayout(
            annotation.contents ?? "", in: .helvetica, shaped: annotation.shapedText, width: width / style.fontSize,
            lineSpacing: style.lineSpacing)
    }

    private static func isTypewriter(_ annotation: Annotation) -> Bool {
        annotation.intent?.lowercased() == typewriterIntent.lowercased()
    }

    private static func visibleBorder(of annotation: Annotation) -> Border {
        isTypewriter(annotation) ? Border(width: 0) : annotation.border ?? defaultBorder
    }

    /// The distance from the edge of the rectangle to the inner side of its border.
    private static func thickness(of border: Border) -> Double {
        border.style == .beveled || border.style == .inset ? border.width * 2 : border.width
    }

    private static func calloutLine(of annotation: Annotation) -> OpenLine {
        OpenLine(
            annotation.callout, LineEndings(start: annotation.calloutEnding ?? .none), annotation.border ?? Border())
    }

    static func draw(_ annotation: Annotation, on page: Page) -> Appearance {
        guard annotation.callout.count > 1, let box = annotation.textBox else { return drawText(annotation, on: page) }
        // Drawn in the coordinates of the page, with the text turned upright in its box.
        var appearance = Appearance(of: annotation)
        var text = annotation
        (text.rect, text.callout) = (box, [])
        let drawn = drawText(text, on: page)
        var line = annotation
        (line.color, line.interiorColor) = ((annotation.textStyle ?? TextStyle()).color, annotation.color)
        appearance.content = drawn.content.turned(by: drawn.matrix)
        calloutLine(of: annotation).draw(line, &appearance.content)
        appearance.warnings = drawn.warnings
        return appearance
    }

    private static func drawText(_ annotation: Annotation, on page: Page) -> Appearance {
        let frame = UprightFrame(annotation.rect, rotation: page.rotation)
        var appearance = Appearance(of: annotation, in: frame)
        let style = annotation.textStyle ?? TextStyle()
        if isTypewriter(annotation), annotation.color != nil {
            appearance.warnings.append("a typewriter text has no background and no border")
        }
        let border = visibleBorder(of: annotation)
        let fill = isTypewriter(annotation) ? nil : annotation.color
        drawBox(&appearance.content, appearance.box, fill: fill, border, stroke: style.color)

        let inner = appearance.box.insetBy(thickness(of: border))
        let column = inner.insetBy(padding)
        let text = layout(annotation, width: column.width)
        // Lines that would be cut are left out, except the first.
        let fitting = text.lines.indices.prefix {
            $0 == 0 || column.y1 - style.fontSize * (text.baseline(ofLine: $0) + text.depth) >= inner.y0 - 0.001
        }.count
        let free = max(0, column.height - text.height(ofLines: fitting) * style.fontSize)
        let top = column.y1 - free * style.verticalAlignment.share
        appearance.content.save()
        appearance.content.rectangle(inner)
        appearance.content.clip()
        appearance.content.setFill(style.color)
        for (index, line) in text.lines.prefix(fitting).enumerated() {
            let baseline = top - style.fontSize * text.baseline(ofLine: index)
            let space = column.width - line.width * style.fontSize
            let isStretched = style.alignment == .justify && space > 0 && !text.paragraphEnds.contains(index)
            let left = column.x0 + space * style.alignment.share
            appearance.content.show(
                line, size: style.fontSize, at: Point(left, baseline),
                spacing: isStretched && line.spaceCount > 0 ? space / Double(line.spaceCount) : 0)
        }
        appearance.content.restore()

        if !text.missing.isEmpty {
            let characters = text.missing.map(String.init).joined(separator: " ")
            appearance.warnings.append(
                "the FreeText shows question marks for characters that its fonts lack: \(characters)")
        }
        if fitting < text.lines.count {
            let count = text.lines.count - fitting
            appearance.warnings.append(
                "the text of the FreeText does not fit its rectangle: the last \(count == 1 ? "line" : "\(count) lines")"
                    + " of \(text.lines.count) \(count == 1 ? "is" : "are") left out; fitting enlarges the rectangle")
        }
        return appearance
    }

    private static func drawBox(
        _ content: inout ContentStream, _ box: Rectangle, fill: Color?, _ border: Border, stroke: Color
    ) {
        if let fill {
            content.setFill(fill)
            content.rectangle(box)
            content.fill()
        }
        guard border.isVisible else { return }
        content.drawBorder(border, stroke, in: box)
    }
}

extension TextAlignment {
    /// The fraction of a line's free space that precedes the text.
    var share: Double {
        switch self {
        case .left, .justify: 0
        case .center: 0.5
        case .right: 1
        }
    }
}

extension VerticalAlignment {
    /// The fraction of the free height that is above the text.
    var share: Double {
        switch self {
        case .top: 0
        case .middle: 0.5
        case .bottom: 1
        }
    }
}

extension Annotation {
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
}
