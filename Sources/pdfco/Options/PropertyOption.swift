import PDFModel

/// The words of the command line for a property of annotations: the option that sets it.
struct PropertyOption: Sendable {
    /// Without the two hyphens.
    let name: String
    /// The placeholder for the value in a help text; empty where it takes none.
    let valueName: String
    /// The help text, one sentence; `nil` if it is the property's own sentence.
    let help: String?
    /// Whether the value is the path of a file, whose contents are what the property is set to.
    let isFile: Bool
    /// Whether few users need it, so that the help of a command leaves it out.
    let isSeldom: Bool

    private init(
        _ name: String, takes valueName: String = "", help: String? = nil, isFile: Bool = false, isSeldom: Bool = false
    ) {
        (self.name, self.valueName, self.help, self.isFile, self.isSeldom) = (name, valueName, help, isFile, isSeldom)
    }

    private static func seldom(_ name: String, takes valueName: String = "", help: String? = nil) -> Self {
        Self(name, takes: valueName, help: help, isSeldom: true)
    }

    fileprivate static let all: [AnnotationProperty: Self] = {
        let schema = Annotation.schema
        var all: [AnnotationProperty: Self] = [
            schema.rect.untyped: Self(
                "rect", takes: "x0,y0,x1,y1", help: "Two opposite corners of the rectangle, in points."),
            schema.quadPoints.untyped: .seldom(
                "quad-points", takes: "x1,y1,…,x4,y4",
                help: "A quadrilateral of text: upper left, upper right, lower left, lower right; repeatable."),
            schema.line.untyped: Self("line", takes: "x0,y0,x1,y1", help: "The start and end, in points."),
            schema.vertices.untyped: Self(
                "vertices", takes: "x1,y1,x2,y2,…", help: "The vertices in order, in points."),
            schema.inkList.untyped: Self(
                "ink-list", takes: "x1,y1,x2,y2,…", help: "The points of one stroke; repeatable."),
            schema.lineEndings.untyped: Self(
                "line-endings", takes: "start,end", help: "The endings at start and end: \(LineEnding.list)."),
            schema.borderWidth.untyped: Self("border-width", takes: "points"),
            schema.borderDash.untyped: .seldom("border-dash", takes: "on,off,…"),
            schema.borderStyle.untyped: .seldom("border-style", takes: "style", help: "Style of the line."),
            schema.cloudIntensity.untyped: .seldom(
                "cloud-intensity", takes: "number", help: "Draw a cloudy border of this intensity, from 0 (none) to 2."),
            schema.callout.untyped: Self(
                "callout", takes: "x1,y1,…",
                help: "The callout line: its target, or three points: the target, the knee and the end at the text."),
            schema.calloutEnding.untyped: .seldom(
                "callout-ending", takes: "ending", help: "The line ending at the target of the callout line."),
            schema.interiorColor.untyped: Self(
                "interior-color", takes: "colour", help: "Interior colour: a CSS name, #rrggbb or none."),
            schema.icon.untyped: Self(
                "icon", takes: "name", help: "The icon, or the words of a stamp (default: its --contents)."),
            schema.fontSize.untyped: Self("font-size", takes: "points", help: "Size of the text."),
            schema.textColor.untyped: Self(
                "text-color", takes: "colour", help: "Colour of the text and its border; --color fills the box."),
            schema.alignment.untyped: .seldom("alignment", takes: "side", help: "Alignment of the text."),
            schema.overlayText.untyped: .seldom("overlay-text", takes: "text"),
            schema.font.untyped: Self(
                "font", takes: "name", help: "The font to embed: the name of an installed one, or a path with a slash."),
            schema.fontStyle.untyped: .seldom("font-style", takes: "style", help: "Style of the font."),
            schema.embedsFonts.untyped: .seldom(
                "embed-fonts", help: "Embed a font even if Helvetica suffices (default: no)."),
            schema.lineSpacing.untyped: .seldom(
                "line-spacing", takes: "number", help: "Distance between lines, in units of the font size."),
            schema.verticalAlignment.untyped: .seldom(
                "vertical-align", takes: "side", help: "Vertical alignment of the text in its rectangle."),
            schema.fitsText.untyped: Self(
                "fit", help: "Let the rectangle grow downwards to hold all of the text (default: no)."),
            schema.contents.untyped: Self("contents", takes: "text"),
            schema.name.untyped: Self(
                "name", takes: "name",
                help: "The name (/NM), unique on the page; the same annotation is not added twice. Default: generated."
            ),
            schema.color.untyped: Self("color", takes: "colour", help: "The colour: a CSS name, #rrggbb or none."),
            schema.language.untyped: .seldom(
                "language", takes: "tag", help: "The language of the text, such as de or en-GB, for screen readers."),
            schema.author.untyped: Self("author", takes: "name"),
            schema.subject.untyped: .seldom("subject", takes: "text"),
            schema.opacity.untyped: .seldom("opacity", takes: "number", help: "The opacity, from 0 (invisible) to 1."),
            schema.popup.untyped: .seldom("popup", takes: "state", help: "A pop-up window for the text."),
            schema.inReplyTo.untyped: .seldom(
                "reply-to", takes: "name", help: "The annotation to reply to: its name, or its object."),
            schema.intent.untyped: .seldom(
                "intent", takes: "name", help: "The intent (/IT), such as FreeTextTypeWriter or LineArrow."),
            schema.creationDate.untyped: .seldom(
                "creation-date", takes: "date", help: "The creation date, such as 2026-11-21T09:30:00Z. Default: now."),
            schema.uri.untyped: Self("uri", takes: "uri"),
            schema.targetPage.untyped: Self("to-page", takes: "number"),
            schema.targetName.untyped: Self("destination", takes: "name"),
            schema.attachmentData.untyped: Self("file", takes: "path", isFile: true),
            schema.attachmentName.untyped: .seldom(
                "file-name", takes: "name", help: "The name of the attached file. Default: that of --file."),
            schema.attachmentType.untyped: .seldom("mime-type", takes: "type"),
            schema.isSmooth.untyped: .seldom(
                "smooth", help: "Draw strokes as curves through their points (default: yes)."),
            schema.image.untyped: Self(
                "image", takes: "path",
                help: """
                    A PNG or JPEG file to show instead of words; with --at, one side of --size is enough: 150x or x50.
                    """, isFile: true),
        ]
        for flag in schema.switches {
            all[flag] = .seldom(flag.name)
        }
        return all
    }()
}

extension AnnotationProperty {
    /// The option that sets it; `nil` where there is none.
    var option: PropertyOption? { PropertyOption.all[self] }

    /// Whether its option takes no value but has an opposite, `--no-…`.
    var isSwitch: Bool { if case .boolean = json { true } else { false } }

    /// Whether its option may be given more than once, for one part each.
    var isRepeatable: Bool { if case .array(.array, _) = json { true } else { false } }

    /// Whether its value begins with a number, which may be negative and so look like an option.
    var isNumeric: Bool {
        switch json {
        case .number, .array(.number, _), .array(.array, _): true
        default: false
        }
    }
}
