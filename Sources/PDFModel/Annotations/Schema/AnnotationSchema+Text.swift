// How text is set: its fonts, and its lines within their rectangle.

extension Property<String> {
    /// The text over a place whose redaction was applied.
    static let overlayText = Property(
        "overlayText", .text, .text("OverlayText"),
        about: "The text drawn over the area once the redaction is applied.",
        option: PropertyOption(
            name: "overlay-text", help: "The text drawn over the area once the redaction is applied.",
            valueName: "text"),
        get: { $0.overlayText }, set: { $0.overlayText = $1 })

    static let font = Property(
        "font", .text.checked("the font has no name") { !$0.isEmpty && !$0.contains("\0") },
        in: .textSetting, isRemovable: true,
        about: """
            The font to embed: the name of an installed one, or a path with a slash (`font-family` \
            in `/DS`). Default: Helvetica or, if it lacks letters, an \
            installed font that has them.
            """,
        option: PropertyOption(
            name: "font",
            help: "The font to embed: the name of an installed one, or a path with a slash.",
            valueName: "name"),
        get: { $0.textStyle?.font }, set: { annotation, font in annotation.changeTextStyle { $0.font = font } })
}

extension Property<FontStyle> {
    static let fontStyle = Property(
        "fontStyle", .word("a style of fonts"), in: .textSetting, omitting: .regular,
        about: """
            The style of the font (in `/DS`). Any but regular embeds a font. The words of a stamp are bold \
            unless `font` names their font.
            """,
        option: PropertyOption(
            name: "font-style", help: "Style of the font: \(FontStyle.list).", valueName: "style",
            values: FontStyle.allCases.map(\.rawValue)),
        get: { $0.textStyle?.fontStyle },
        set: { annotation, style in annotation.changeTextStyle { $0.fontStyle = style ?? .regular } })
}

extension Property<Bool> {
    static let embedsFonts = Property(
        "embedFonts", .truth, in: .textSetting, omitting: false,
        about: "Whether a font is embedded even if Helvetica suffices.",
        option: PropertyOption(
            name: "embed-fonts", help: "Embed a font even if Helvetica suffices (default: no).",
            valueName: "", isSwitch: true),
        get: { $0.textStyle?.embedsFonts },
        set: { annotation, embeds in annotation.changeTextStyle { $0.embedsFonts = embeds ?? false } })

    /// Whether the rectangle becomes as high as its text; it is not kept in the document.
    static let fitsText = Property(
        "fit", .truth, in: AnnotationEntry(keys: [], read: { _, _ in }, write: { _, _ in }), omitting: false,
        about: "Whether the rectangle grows downwards to hold all of the text; it is not kept in the document.",
        option: PropertyOption(
            name: "fit", help: "Let the rectangle grow downwards to hold all of the text (default: no).",
            valueName: "", isSwitch: true),
        get: { $0.fitsText }, set: { $0.fitsText = $1 ?? false })
}

extension Property<Double> {
    static let lineSpacing = Property(
        "lineSpacing",
        .number.checked("the line spacing is not between 0.5 and 10") { TextStyle.spacings.contains($0) },
        in: .textSetting, isRemovable: true,
        about: "The distance between lines, in units of the font size (`line-height` in `/DS`).",
        option: PropertyOption(
            name: "line-spacing", help: "Distance between lines, in units of the font size.", valueName: "number",
            isNumeric: true),
        get: { $0.textStyle?.lineSpacing },
        set: { annotation, spacing in annotation.changeTextStyle { $0.lineSpacing = spacing } })
}

extension Property<VerticalAlignment> {
    static let verticalAlignment = Property(
        "verticalAlign", .word("a vertical alignment"), in: .textSetting, omitting: .top,
        about: "The vertical alignment of the text in its rectangle (in `/DS`).",
        option: PropertyOption(
            name: "vertical-align", help: "Vertical alignment of the text in its rectangle: \(VerticalAlignment.list).",
            valueName: "side", values: VerticalAlignment.allCases.map(\.rawValue)),
        get: { $0.textStyle?.verticalAlignment },
        set: { annotation, side in annotation.changeTextStyle { $0.verticalAlignment = side ?? .top } })
}

extension Annotation {
    /// The text style where all of it applies: a stamp has only its fonts.
    package var wholeTextStyle: TextStyle? { subtype == Stamp.subtype ? nil : self.textStyle }

    fileprivate mutating func changeTextStyle(_ change: (inout TextStyle) -> Void) {
        var style = self.textStyle ?? TextStyle()
        change(&style)
        // A stamp has one only to name a font.
        self.textStyle = subtype == Stamp.subtype && style == TextStyle() ? nil : style
    }
}
