/// The standard names of stamps (ISO 32000-2, Table 184); a stamp shows the words of its name.
public enum StampIcon: String, Sendable, CaseIterable {
    /// APPROVED.
    case approved = "Approved"
    /// AS IS.
    case asIs = "AsIs"
    /// CONFIDENTIAL.
    case confidential = "Confidential"
    /// DEPARTMENTAL.
    case departmental = "Departmental"
    /// DRAFT.
    case draft = "Draft"
    /// EXPERIMENTAL.
    case experimental = "Experimental"
    /// EXPIRED.
    case expired = "Expired"
    /// FINAL.
    case final = "Final"
    /// FOR COMMENT.
    case forComment = "ForComment"
    /// FOR PUBLIC RELEASE.
    case forPublicRelease = "ForPublicRelease"
    /// NOT APPROVED.
    case notApproved = "NotApproved"
    /// NOT FOR PUBLIC RELEASE.
    case notForPublicRelease = "NotForPublicRelease"
    /// SOLD.
    case sold = "Sold"
    /// TOP SECRET.
    case topSecret = "TopSecret"
}

/// A rubber stamp: words in a frame, or an image (ISO 32000-2, 12.5.6.12).
enum Stamp: AnnotationDefinition {
    static let subtype = "Stamp"
    static let summary = "Stamp the page with words or an image."
    static let properties =
        schema.markup + [schema.icon.untyped, schema.image.untyped] + schema.fonts + [schema.defaultStyle.untyped]
    /// A stamp without a colour has the colour of its meaning.
    static let defaultColor: Color? = nil
    static let usualSize: (width: Double, height: Double)? = (150, 50)
    static let defaultIcon: String? = "Draft"
    static let defaultTextStyle = {
        var style = TextStyle()
        style.fontStyle = .bold
        return style
    }()

    /// The icon of a stamp that shows its contents.
    static let custom = "Custom"
    /// What the icon of a stamp that shows an image is called, unless another one is stated.
    static let image = "Image"
    /// The names of Table 184, and the one for words of the user's.
    static let icons = (StampIcon.allCases.map(\.rawValue) + [custom]).sorted()

    /// A new stamp shows its image; without one, and without an icon, its contents.
    static func setDefaults(_ annotation: inout Annotation, stated: AnnotationChange) {
        guard stated.icon == nil else { return }
        if stated.image != nil {
            annotation.icon = image
        } else if stated.contents?.isEmpty == false, stated.appearance == nil {
            annotation.icon = custom
        }
    }

    static func drawsContents(_ annotation: Annotation) -> Bool { annotation.icon == custom && annotation.image == nil }

    static func text(of annotation: Annotation) -> String? {
        if drawsContents(annotation) { return annotation.contents }
        // The words of an icon are English.
        return annotation.image == nil && annotation.textStyle != nil ? annotation.icon.map(words) : nil
    }

    static func complete(_ annotation: inout Annotation, on page: Page) throws(PDFError) {
        if let image = annotation.image {
            if annotation.embeddedImage == nil { annotation.embeddedImage = try EmbeddedImage(image) }
        } else if drawsContents(annotation), annotation.appearance == nil,
            annotation.contents?.contains(where: { !$0.isWhitespace }) != true
        {
            throw .invalidAnnotation("a \(custom) stamp shows its contents, and has none")
        }
    }

    static func draw(_ annotation: Annotation, on page: Page) -> Appearance {
        let frame = UprightFrame(annotation.rect, rotation: page.rotation)
        var appearance = Appearance(of: annotation, in: frame)
        if let image = annotation.embeddedImage {
            let scale = min(frame.width / Double(image.width), frame.height / Double(image.height))
            let (width, height) = (Double(image.width) * scale, Double(image.height) * scale)
            let (x, y) = ((frame.width - width) / 2, (frame.height - height) / 2)
            appearance.content.paint(image, in: Rectangle(x, y, x + width, y + height))
            if annotation.color != nil { appearance.warnings.append("the image of the Stamp keeps its own colours") }
            return appearance
        }
        let icon = annotation.icon ?? "Draft"
        let color = annotation.color ?? color(of: icon)
        let side = min(frame.width, frame.height)
        let thickness = side * 0.06
        appearance.content.setStroke(color)
        appearance.content.setLineWidth(thickness)
        appearance.content.roundedRectangle(appearance.box.insetBy(thickness / 2), radius: side * 0.18)
        appearance.content.stroke()

        let words = text(of: annotation) ?? words(of: icon)
        let text = TextLayout(words, in: .helveticaBold, shaped: annotation.shapedText)
        let block = TextBlock(text, hasDescenders: words != words.uppercased())
        guard block.width > 0 else { return appearance }
        func size(_ along: Double, _ across: Double) -> Double {
            let padding = side * (text.lines.count > 1 ? 0.28 : 0.4)
            return min((along - side * 0.4) / block.width, (across - padding) / block.height)
        }
        // In a tall stamp the words go upwards.
        let isTurned = frame.height > frame.width && size(frame.height, frame.width) > size(frame.width, frame.height)
        let (along, across) = isTurned ? (frame.height, frame.width) : (frame.width, frame.height)
        let fitting = size(along, across)
        if isTurned { appearance.content.concatenate(Matrix(0, 1, -1, 0, frame.width, 0)) }
        appearance.content.setFill(color)
        let bottom = (across - block.height * fitting) / 2
        for (index, line) in text.lines.enumerated() {
            let left = (along - line.width * fitting) / 2
            appearance.content.show(
                line, size: fitting, at: Point(left, bottom + block.baseline(ofLine: index) * fitting))
        }
        if !text.missing.isEmpty {
            let characters = text.missing.map(String.init).joined(separator: " ")
            appearance.warnings.append(
                "the Stamp shows question marks for characters that its fonts lack: \(characters)")
        }
        return appearance
    }

    /// The extent of a few lines of text, in units of the font size: as large as its letters.
    private struct TextBlock {
        let width: Double
        let height: Double
        private let lines: Int
        private let lineHeight: Double
        private let depth: Double

        init(_ text: TextLayout, hasDescenders: Bool) {
            lines = text.lines.count
            width = text.lines.map(\.width).max() ?? 0
            lineHeight = text.lineHeight
            var top = StandardFont.capHeight
            if case .embedded? = text.lines.first {
                (top, depth) = (text.ascent, text.depth)
            } else {
                depth = hasDescenders ? text.depth : 0
            }
            height = top + Double(lines - 1) * lineHeight + depth
        }

        /// The height of a baseline above the bottom.
        func baseline(ofLine index: Int) -> Double { depth + Double(lines - 1 - index) * lineHeight }
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

extension Annotation {
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
}

extension Annotation {
    /// Throws `invalidAnnotation` where a file is no whole image that a stamp can show.
    public static func checkImage(_ file: [UInt8]) throws(PDFError) { _ = try EmbeddedImage(file) }
}
