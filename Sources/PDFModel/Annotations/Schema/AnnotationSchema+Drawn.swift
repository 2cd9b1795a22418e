// What an annotation looks like.

extension Property<LineEndings> {
    static let lineEndings = Property(
        "lineEndings", .lineEndings, .lineEndings,
        about: "The endings of a line at its start and end, as two words.",
        option: PropertyOption(
            name: "line-endings", help: "The endings at start and end: \(LineEnding.list).", valueName: "start,end"),
        get: { $0.lineEndings }, set: { $0.lineEndings = $1 })
}

extension Property<Double> {
    static let borderWidth = Property(
        "border.width",
        .number.checked("the border width is not between 0 and 1000 points") { (0...1000).contains($0) },
        in: .border, expected: Border.expected,
        option: PropertyOption(
            name: "border-width", help: "Width of the line in points; 0: none.", valueName: "points", isNumeric: true),
        get: { $0.border?.width }, set: { $0.setBorder(\.width, $1) })
}

extension Property<[Double]> {
    static let borderDash = Property(
        "border.dash",
        .lengths.checked("the dashes of the border are not lengths between 0 and 1000 points") { dash in
            (dash.isEmpty || dash.contains { $0 >= 0.001 }) && dash.allSatisfy { (0...1000).contains($0) }
        },
        in: .border, expected: Border.expected, omitting: [],
        option: PropertyOption(
            name: "border-dash", help: "Lengths of dashes and gaps in points.", valueName: "on,off,…", isNumeric: true),
        get: { $0.border?.dash }, set: { $0.setBorder(\.dash, $1) },
        given: { annotation, dash in
            annotation.setBorder(\.dash, dash)
            if !dash.isEmpty { annotation.setBorder(\.style, .dashed) }
        })
}

extension Property<Border.Style> {
    static let borderStyle = Property(
        "border.style", .word("a style"), in: .border, expected: Border.expected,
        option: PropertyOption(
            name: "border-style", help: "Style of the line: \(Border.Style.list).", valueName: "style",
            values: Border.Style.allCases.map(\.rawValue)),
        get: { $0.border?.style }, set: { $0.setBorder(\.style, $1) })
}

extension Property<Double> {
    static let cloudIntensity = Property(
        "cloudIntensity",
        .number.checked("the intensity of the clouds is not between 0 and 2") { (0...2).contains($0) },
        .cloudIntensity, omitting: 0,
        about: "The intensity of a cloudy border, from 0 to 2.",
        option: PropertyOption(
            name: "cloud-intensity", help: "Draw a cloudy border of this intensity, from 0 (none) to 2.",
            valueName: "number", isNumeric: true),
        get: { $0.cloudIntensity }, set: { $0.cloudIntensity = $1 ?? 0 })
}

extension Property<[Point]> {
    static let callout = Property(
        "callout", .points.checked("a callout has one to three points") { (0...3).contains($0.count) }, .points("CL"),
        omitting: [],
        about: "The callout line of free text, from its target to the text, as a flat list of two or three points.",
        option: PropertyOption(
            name: "callout",
            help: "The callout line: its target, or three points: the target, the knee and the end at the text.",
            valueName: "x1,y1,…", isNumeric: true),
        get: { $0.callout }, set: { $0.callout = $1 ?? [] })
}

extension Property<LineEnding> {
    static let calloutEnding = Property(
        "calloutEnding", .word("a line ending"), .calloutEnding,
        about: "The line ending at the target of the callout line.",
        option: PropertyOption(
            name: "callout-ending", help: "The line ending at the target of the callout line: \(LineEnding.list).",
            valueName: "ending",
            values: LineEnding.allCases.map(\.rawValue)),
        get: { $0.calloutEnding }, set: { $0.calloutEnding = $1 })
}

extension Property<Rectangle> {
    static let textBox = Property(
        "textBox", .rectangle, in: .textBox,
        about: "The rectangle of a callout's text within `rect`, which also contains the callout line (`/RD`).",
        get: { $0.textBox }, set: { $0.textBox = $1 })
}

extension Property<Color> {
    static let interiorColor = Property(
        "interiorColor", .color, .color(.interiorColor), isRemovable: true,
        about: "The interior colour; `null` is transparent.",
        option: PropertyOption(
            name: "interior-color", help: "Interior colour: a CSS name, #rrggbb or none.", valueName: "colour"),
        get: { $0.interiorColor }, set: { $0.interiorColor = $1 })
}

extension Property<String> {
    static let icon = Property(
        "icon", .text, .name(.icon),
        about: """
            The icon of a note, or the words of a stamp. A stamp with the icon `Custom` shows its contents; \
            without an icon, a new stamp with contents has this one.
            """,
        option: PropertyOption(
            name: "icon",
            help: "The icon, or the words of a stamp (default: its --contents).",
            valueName: "name"),
        get: { $0.icon }, set: { $0.icon = $1 })
}

extension Property<Double> {
    static let fontSize = Property(
        "fontSize", .number.checked("the font size is not between 0.1 and 1000 points") { (0.1...1000).contains($0) },
        in: .textStyle,
        about: "The size of text in points (in `/DA`).",
        option: PropertyOption(
            name: "font-size", help: "Size of the text.", valueName: "points", isNumeric: true),
        get: { $0.wholeTextStyle?.fontSize }, set: { $0.setTextStyle(\.fontSize, $1) })
}

extension Property<Color> {
    static let textColor = Property(
        "textColor", .color, in: .textStyle,
        about: "The colour of text (in `/DA`).",
        option: PropertyOption(
            name: "text-color", help: "Colour of the text and its border; --color fills the box.", valueName: "colour"),
        get: { $0.wholeTextStyle?.color }, set: { $0.setTextStyle(\.color, $1) })
}

extension Property<TextAlignment> {
    static let alignment = Property(
        "alignment", .word("an alignment"), in: .alignment,
        about: "The alignment of text (`/Q`; justify in `/DS`).",
        option: PropertyOption(
            name: "alignment", help: "Alignment of the text: \(TextAlignment.list).", valueName: "side",
            values: TextAlignment.allCases.map(\.rawValue)),
        get: { $0.wholeTextStyle?.alignment }, set: { $0.setTextStyle(\.alignment, $1) })
}

// MARK: What decides how it is drawn; the document keeps only the drawing

extension Property<Bool> {
    static let isSmooth = Property(
        "smooth", .truth, in: AnnotationEntry(keys: [], read: { _, _ in }, write: { _, _ in }), omitting: true,
        about: """
            Whether strokes are drawn as curves through their points, the default. The document keeps what is \
            drawn: an export has straight strokes with their `appearance`.
            """,
        option: PropertyOption(
            name: "smooth", help: "Draw strokes as curves through their points (default: yes).", valueName: "",
            isSwitch: true),
        get: { $0.isSmooth }, set: { $0.isSmooth = $1 ?? true })
}

extension Property<[UInt8]> {
    static let image = Property(
        "image",
        .bytes.checked("the image is larger than \(AttachedFile.sizeLimit >> 20) MiB") {
            $0.count <= AttachedFile.sizeLimit
        }, in: AnnotationEntry(keys: [], read: { _, _ in }, write: { _, _ in }),
        about: """
            The PNG or JPEG file that a stamp shows, in base64, of up to 64 MiB. The document keeps what is \
            drawn: an export has it as the `appearance`.
            """,
        option: PropertyOption(
            name: "image", help: "A PNG or JPEG file to show instead of words.", valueName: "path", isFile: true),
        get: { $0.image }, set: { $0.image = $1 })
}
