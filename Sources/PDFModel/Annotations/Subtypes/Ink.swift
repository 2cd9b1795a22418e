/// Strokes drawn by hand (ISO 32000-2, 12.5.6.13), as curves through the given points or as straight segments.
enum Ink: AnnotationDefinition {
    static let subtype = "Ink"
    static let summary = "Draw freehand strokes."
    static let properties = schema.markup + [schema.inkList.untyped, schema.isSmooth.untyped] + schema.border
    static let geometry: AnnotationProperty? = schema.inkList.untyped
    static let defaultColor: Color? = Color(red: 0.0667, green: 0.2667, blue: 0.8)

    static func complete(_ annotation: inout Annotation, on page: Page) throws(PDFError) {
        guard case .inkList(let strokes) = annotation.geometry, !strokes.isEmpty, !strokes.contains(where: \.isEmpty),
            let bounds = Rectangle(enclosing: strokes.flatMap(\.self))
        else { throw .invalidAnnotation("the Ink needs at least one stroke of at least one point") }
        annotation.rect = bounds.outsetBy(max((annotation.border ?? defaultBorder).width / 2, 0.5))
    }

    /// Draws all strokes as one path, so that crossings are not darker; a stroke of one point is a dot.
    static func draw(_ annotation: Annotation, on page: Page) -> Appearance {
        var appearance = Appearance(of: annotation)
        let border = annotation.border ?? defaultBorder
        guard case .inkList(let strokes) = annotation.geometry, let color = annotation.color, border.isVisible
        else { return appearance }
        appearance.content.useRoundCaps()
        appearance.content.useRoundJoins()
        appearance.content.setStroke(color, border)
        for stroke in strokes {
            if stroke.count == 1 {
                appearance.content.polyline(stroke + stroke)
            } else if annotation.isSmooth {
                SmoothStroke(stroke).add(to: &appearance.content)
            } else {
                appearance.content.polyline(stroke)
            }
        }
        appearance.content.stroke()
        return appearance
    }
}

extension Annotation {
    /// Returns strokes drawn by hand, at least one of at least one point (12.5.6.13).
    public static func ink(page: Int, strokes: [[Point]], contents: String? = nil) -> Annotation {
        Annotation(Ink.subtype, page: page, geometry: .inkList(strokes), contents)
    }
}
