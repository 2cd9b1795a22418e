/// A rubber stamp: words in a frame (ISO 32000-2, 12.5.6.12).
enum Stamp: AnnotationDefinition {
    static let subtype = "Stamp"
    static let summary = "Stamp the page with words."
    static let example = "--rect 350,700,540,760 --icon Approved --save"
    static let properties = schema.markup + [schema.icon.untyped]
    /// A stamp without a colour has the colour of its meaning.
    static let defaultColor: Color? = nil
    static let usualSize: (width: Double, height: Double)? = (150, 50)
    static let defaultIcon: String? = "Draft"
    /// The names of Table 184.
    static let icons = [
        "Approved", "AsIs", "Confidential", "Departmental", "Draft", "Experimental", "Expired", "Final", "ForComment",
        "ForPublicRelease", "NotApproved", "NotForPublicRelease", "Sold", "TopSecret",
    ]

    static func draw(_ annotation: Annotation, on page: Page) -> Appearance {
        let frame = UprightFrame(annotation.rect, rotation: page.rotation)
        var appearance = Appearance(of: annotation, in: frame)
        let icon = annotation.icon ?? "Draft"
        let color = annotation.color ?? color(of: icon)
        let side = min(frame.width, frame.height)
        let thickness = side * 0.06
        appearance.content.setStroke(color)
        appearance.content.setLineWidth(thickness)
        appearance.content.roundedRectangle(appearance.box.insetBy(thickness / 2), radius: side * 0.18)
        appearance.content.stroke()

        let line = TypesetText(words(of: icon), in: .helveticaBold, size: 1).lines.first ?? []
        let width = TypesetText.width(of: line, size: 1)
        func size(_ along: Double, _ across: Double) -> Double {
            min((along - side * 0.4) / width, (across - side * 0.4) / StandardFont.capHeight)
        }
        // In a tall stamp the words go upwards.
        let isTurned = frame.height > frame.width && size(frame.height, frame.width) > size(frame.width, frame.height)
        let (along, across) = isTurned ? (frame.height, frame.width) : (frame.width, frame.height)
        let fitting = size(along, across)
        if isTurned { appearance.content.concatenate(Matrix(0, 1, -1, 0, frame.width, 0)) }
        appearance.content.setFill(color)
        appearance.content.show(
            line, size: fitting,
            at: Point((along - width * fitting) / 2, (across - StandardFont.capHeight * fitting) / 2))
        return appearance
    }

    /// Returns the words of a stamp's name: `NotApproved` becomes NOT APPROVED.
    static func words(of icon: String) -> String {
        icon.reduce(into: "") { words, letter in
            if letter.isUppercase, !words.isEmpty { words += " " }
            words += letter.uppercased()
        }
    }

    /// Green permits, red forbids, blue informs.
    private static func color(of icon: String) -> Color {
        switch icon {
        case "Approved", "Final", "ForPublicRelease": Color(red: 0.0863, green: 0.4745, blue: 0.1686)
        case "NotApproved", "NotForPublicRelease", "Confidential", "TopSecret", "Expired":
            Color(red: 0.7412, green: 0.1059, blue: 0.1059)
        default: Color(red: 0.1098, green: 0.2745, blue: 0.6275)
        }
    }
}
