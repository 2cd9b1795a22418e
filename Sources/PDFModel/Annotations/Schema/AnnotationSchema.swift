public import FoundationEssentials

/// The properties of annotations (ISO 32000-2, 12.5). Each is defined once: its key in JSON, its values, its entry in
/// the dictionary, and where ``Annotation`` stores it.
public struct AnnotationSchema: Sendable {
    // MARK: Place

    public let rect = Property<Rectangle>(
        "rect", .rectangle, .rectangle(.rectangle),
        about: "The rectangle: x0, y0, x1, y1. Required unless other coordinates place the annotation.",
        get: { $0.rect }, set: { if let rect = $1 { $0.rect = rect } },
        change: { $0.place(in: $1) })

    /// One quadrilateral for each piece of text (12.5.6.10).
    public let quadPoints = Property<[Quadrilateral]>(
        "quadPoints", .quadrilaterals, .quadrilaterals(.quadPoints),
        about:
            "The quadrilaterals of the marked text, 8 numbers each: upper left, upper right, lower left, lower right.",
        get: { if case .quadPoints(let quads) = $0.geometry { quads } else { nil } },
        set: { $0.setGeometry($1.map { .quadPoints($0) }) })

    /// From the first point to the second (12.5.6.7).
    public let line = Property<[Point]>(
        "line", .ends, .points(.line, count: 2),
        about: "The two ends of a line.",
        get: { if case .line(let start, let end) = $0.geometry { [start, end] } else { nil } },
        set: { $0.setGeometry($1.map { .line($0[0], $0[1]) }) })

    /// The corners of a polygon or polyline (12.5.6.9).
    public let vertices = Property<[Point]>(
        "vertices", .points, .points(.vertices),
        about: "The vertices of a polygon or poly-line, as a flat list.",
        get: { if case .vertices(let points) = $0.geometry { points } else { nil } },
        set: { $0.setGeometry($1.map { .vertices($0) }) })

    /// One list of points for each stroke (12.5.6.13).
    public let inkList = Property<[[Point]]>(
        "inkList", .strokes, .strokes(.inkList),
        about: "The strokes of a drawing, each a flat list of points.",
        get: { if case .inkList(let strokes) = $0.geometry { strokes } else { nil } },
        set: { $0.setGeometry($1.map { .inkList($0) }) })

    // MARK: Appearance

    /// The shapes at the ends of a line (Table 179).
    public let lineEndings = Property<LineEndings>(
        "lineEndings", .lineEndings, .lineEndings,
        about: "The endings of a line at its start and end, as two words.",
        get: { $0.lineEndings }, set: { $0.lineEndings = $1 })

    /// The width of the border, in points; 0 draws nothing.
    public let borderWidth = Property<Double>(
        "border.width",
        .number.checked("the border width is not between 0 and 1000 points") { (0...1000).contains($0) },
        in: .border, expected: Border.expected,
        about: "Width of the line in points; 0: none.",
        get: { $0.border?.width }, set: { $0.setBorder(\.width, $1) })

    /// Lengths of dashes and gaps, in points; without a style they make the line dashed.
    public let borderDash = Property<[Double]>(
        "border.dash",
        .lengths.checked("the dashes of the border are not lengths between 0 and 1000 points") { dash in
            (dash.isEmpty || dash.contains { $0 >= 0.001 }) && dash.allSatisfy { (0...1000).contains($0) }
        },
        in: .border, expected: Border.expected, omitting: [],
        about: "Lengths of dashes and gaps in points.",
        get: { $0.border?.dash }, set: { $0.setBorder(\.dash, $1) },
        change: { annotation, dash in
            annotation.setBorder(\.dash, dash)
            if !dash.isEmpty { annotation.setBorder(\.style, .dashed) }
        })

    /// Solid, dashed …; after the dashes, because the style wins where both are set.
    public let borderStyle = Property<Border.Style>(
        "border.style", .word("a style"), in: .border, expected: Border.expected,
        about: "Style of the line: \(Border.Style.list).",
        get: { $0.border?.style }, set: { $0.setBorder(\.style, $1) })

    /// The intensity of the cloudy border effect, from 0, no clouds, to 2 (`/BE`, Table 169).
    public let cloudIntensity = Property<Double>(
        "cloudIntensity",
        .number.checked("the intensity of the clouds is not between 0 and 2") { (0...2).contains($0) },
        .cloudIntensity, omitting: 0,
        about: "The intensity of a cloudy border, from 0 to 2.",
        get: { $0.cloudIntensity }, set: { $0.cloudIntensity = $1 ?? 0 })

    /// The line from free text to what it is about, from there to the text; of one point, the rest follows.
    public let callout = Property<[Point]>(
        "callout", .points.checked("a callout has one to three points") { (0...3).contains($0.count) }, .points("CL"),
        omitting: [],
        about: "The callout line of free text, from its target to the text, as a flat list of two or three points.",
        get: { $0.callout }, set: { $0.callout = $1 ?? [] })

    /// The shape at the end of a callout that is away from the text.
    public let calloutEnding = Property<LineEnding>(
        "calloutEnding", .word("a line ending"), .calloutEnding,
        about: "The line ending at the target of the callout line.",
        get: { $0.calloutEnding }, set: { $0.calloutEnding = $1 })

    /// Where the text of a callout is within its rectangle (`/RD`).
    public let textBox = Property<Rectangle>(
        "textBox", .rectangle, in: .textBox,
        about: "The rectangle of a callout's text within `rect`, which also contains the callout line (`/RD`).",
        get: { $0.textBox }, set: { $0.textBox = $1 })

    /// The colour inside a shape and of closed line endings (`/IC`).
    public let interiorColor = Property<Color>(
        "interiorColor", .color, .color(.interiorColor), isRemovable: true,
        about: "The interior colour; `null` is transparent.",
        get: { $0.interiorColor }, set: { $0.interiorColor = $1 })

    /// The icon of a note or the words of a stamp (`/Name`).
    public let icon = Property<String>(
        "icon", .text, .name(.icon),
        about: """
            The icon of a note, or the words of a stamp. A stamp with the icon `Custom` shows its contents; \
            without an icon, a new stamp with contents has this one.
            """,
        get: { $0.icon }, set: { $0.icon = $1 })

    /// The size of the text, in points.
    public let fontSize = Property<Double>(
        "fontSize", .number.checked("the font size is not between 0.1 and 1000 points") { (0.1...1000).contains($0) },
        in: .textStyle,
        about: "The size of text in points (in `/DA`).",
        get: { $0.wholeTextStyle?.fontSize }, set: { $0.setTextStyle(\.fontSize, $1) })

    /// The colour of free text and of the border around it.
    public let textColor = Property<Color>(
        "textColor", .color, in: .textStyle,
        about: "The colour of text (in `/DA`).",
        get: { $0.wholeTextStyle?.color }, set: { $0.setTextStyle(\.color, $1) })

    /// The alignment of the lines of free text in its rectangle.
    public let alignment = Property<TextAlignment>(
        "alignment", .word("an alignment"), in: .alignment,
        about: "The alignment of text (`/Q`; justify in `/DS`).",
        get: { $0.wholeTextStyle?.alignment }, set: { $0.setTextStyle(\.alignment, $1) })

    // MARK: Text

    /// The text over a place whose redaction was applied.
    public let overlayText = Property<String>(
        "overlayText", .text, .text("OverlayText"),
        about: "The text drawn over the area once the redaction is applied.",
        get: { $0.overlayText }, set: { $0.overlayText = $1 })

    public let font = Property<String>(
        "font", .text.checked("the font has no name") { !$0.isEmpty && !$0.contains("\0") },
        in: .textSetting, isRemovable: true,
        about: """
            The font to embed: the name of an installed one, or a path with a slash (`font-family` \
            in `/DS`). Default: Helvetica or, if it lacks letters, an \
            installed font that has them.
            """,
        get: { $0.textStyle?.font }, set: { annotation, font in annotation.changeTextStyle { $0.font = font } })

    public let fontStyle = Property<FontStyle>(
        "fontStyle", .word("a style of fonts"), in: .textSetting, omitting: .regular,
        about: """
            The style of the font (in `/DS`). Any but regular embeds a font. The words of a stamp are bold \
            unless `font` names their font.
            """,
        get: { $0.textStyle?.fontStyle },
        set: { annotation, style in annotation.changeTextStyle { $0.fontStyle = style ?? .regular } })

    public let embedsFonts = Property<Bool>(
        "embedFonts", .truth, in: .textSetting, omitting: false,
        about: "Whether a font is embedded even if Helvetica suffices.",
        get: { $0.textStyle?.embedsFonts },
        set: { annotation, embeds in annotation.changeTextStyle { $0.embedsFonts = embeds ?? false } })

    public let lineSpacing = Property<Double>(
        "lineSpacing",
        .number.checked("the line spacing is not between 0.5 and 10") { TextStyle.spacings.contains($0) },
        in: .textSetting, isRemovable: true,
        about: "The distance between lines, in units of the font size (`line-height` in `/DS`).",
        get: { $0.textStyle?.lineSpacing },
        set: { annotation, spacing in annotation.changeTextStyle { $0.lineSpacing = spacing } })

    public let verticalAlignment = Property<VerticalAlignment>(
        "verticalAlign", .word("a vertical alignment"), in: .textSetting, omitting: .top,
        about: "The vertical alignment of the text in its rectangle (in `/DS`).",
        get: { $0.textStyle?.verticalAlignment },
        set: { annotation, side in annotation.changeTextStyle { $0.verticalAlignment = side ?? .top } })

    /// Whether the rectangle becomes as high as its text; it is not kept in the document.
    public let fitsText = Property<Bool>(
        "fit", .truth, in: .none, omitting: false,
        about: "Whether the rectangle grows downwards to hold all of the text; it is not kept in the document.",
        get: { $0.fitsText }, set: { $0.fitsText = $1 ?? false })

    // MARK: Properties of every annotation (12.5.2)

    public let contents = Property(
        "contents", .text, .text(.contents),
        about: "The text.",
        get: { $0.contents }, set: { $0.contents = $1 })

    /// The same text with its style, in XHTML (12.7.4.4).
    public let richContents = Property(
        "richContents", .text, .text(.richContents),
        about: "The same text with its style, as XHTML. pdfco keeps it and draws `contents`.",
        get: { $0.richContents }, set: { $0.richContents = $1 })

    /// The style of free text where its rich text states none.
    public let defaultStyle = Property(
        "defaultStyle", .text, in: .textSetting,
        about: "The style of free text that the rich text does not override, as CSS (`/DS`).",
        get: { $0.defaultStyle }, set: { $0.defaultStyle = $1 })

    /// What another program drew (12.5.5).
    public let appearance = Property(
        "appearance",
        .bytes.checked("the appearance is not a form XObject with its resources") { FormAppearance($0) != nil },
        in: .none,
        about: """
            The appearance stream of another program, in base64: a form XObject and the objects that it refers to, \
            each as in a PDF file, the form first (`/AP`). An export has it for stamps and ink that pdfco would draw \
            otherwise.
            """,
        get: { $0.appearance },
        set: { $0.appearance = $1 })

    public let name = Property(
        "name", .text, .text(.name),
        about: "The name, unique on its page. An annotation with a name is added once.",
        get: { $0.name }, set: { $0.name = $1 })

    public let color = Property(
        "color", .color, .color(.color), isRemovable: true,
        about: "The main colour; `null` is transparent.",
        get: { $0.color }, set: { $0.color = $1 })

    /// The flags of 12.5.3 as a number.
    public let flags = Property(
        "flags", .integer.checked("the flags are not a 32-bit number") { (0...0x7FFF_FFFF).contains($0) },
        .integer(.flags),
        about: "The flags of Table 167 as a number; 4 is Print.",
        get: { $0.flags }, set: { $0.flags = $1 ?? 0 })

    public let isPrinted = flag("print", 4, "Print the annotation with the page (default: yes).")
    public let isHidden = flag("hidden", 2, "Neither show nor print the annotation.")
    public let isOnlyPrinted = flag("no-view", 32, "Do not show the annotation on the screen; it may be printed.")
    public let isReadOnly = flag("read-only", 64, "Viewers must not change the annotation.")
    public let isLocked = flag("locked", 128, "Viewers must not move, change or remove the annotation.")
    public let hasLockedContents = flag("locked-contents", 512, "Viewers must not change the text.")

    /// A bit of the flags as a property of its own (12.5.3).
    private static func flag(_ name: String, _ bit: Int, _ help: String) -> Property<Bool> {
        Property(
            name, .truth, in: .none,
            about: help,
            get: { $0.flags & bit != 0 }, set: { $0.flags = $1 == true ? $0.flags | bit : $0.flags & ~bit })
    }

    public let modificationDate = Property(
        "modificationDate", .date, .date(.modified),
        about: "The date of the last change.",
        get: { $0.modificationDate }, set: { $0.modificationDate = $1 })

    /// The language of its text (`/Lang`, 14.9.2, PDF 2.0), which replaces that of the document.
    public let language = Property(
        "language",
        .text.checked("the language is not a tag such as de or en-GB") {
            $0.isEmpty || $0.wholeMatch(of: #/[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*/#) != nil
        }, .text("Lang"),
        about: "The language of the text, as a tag such as `de` or `en-GB` (RFC 5646); empty if it is unknown.",
        get: { $0.language }, set: { $0.language = $1 })

    // MARK: Properties of every markup annotation (12.5.6.2)

    public let author = Property(
        "author", .text, .text(.author),
        about: "The author.",
        get: { $0.author }, set: { $0.author = $1 })

    public let subject = Property(
        "subject", .text, .text(.subject),
        about: "A short description of the subject.",
        get: { $0.subject }, set: { $0.subject = $1 })

    public let opacity = Property(
        "opacity", .number.checked("the opacity is not between 0 and 1") { (0...1).contains($0) }, .opacity,
        omitting: 1,
        about: "From 0, invisible, to 1.",
        get: { $0.opacity }, set: { $0.opacity = $1 ?? 1 })

    /// The window for its text, which is an annotation as well (12.5.6.14).
    public let popup = Property(
        "popup", .word("a state of a pop-up window"),
        in: AnnotationEntry(keys: [], read: { $1.popup = PopupState(reading: $0) }, write: { _, _ in }),
        about: "Whether its pop-up window is open at first; absent if it has none (`/Popup`).",
        get: { $0.popup }, set: { if let popup = $1 { $0.popup = popup } })

    /// The name of the annotation that this one replies to, or its object where it has no name.
    public let inReplyTo = Property(
        "inReplyTo", .text,
        in: AnnotationEntry(keys: [], read: { $1.inReplyTo = $0.annotation(.inReplyTo) }, write: { _, _ in }),
        isRemovable: true,
        about: "The annotation that it replies to: its name, or its object if it has no name (`/IRT`).",
        get: { $0.inReplyTo }, set: { $0.inReplyTo = $1 })

    /// What it is to the annotation that it replies to (`/RT`).
    public let replyType = Property(
        "replyType", .word("a kind of reply"), .replyType, omitting: .reply,
        about: "Whether it replies to the other annotation or is grouped with it.",
        get: { $0.replyType },
        set: { $0.replyType = $1 ?? .reply })

    /// What it is meant to be, beyond its subtype (`/IT`).
    public let intent = Property(
        "intent", .text, .name("IT"),
        about: "The intent, such as `LineArrow`.",
        get: { $0.intent }, set: { $0.intent = $1 })

    public let creationDate = Property(
        "creationDate", .date, .date(.creationDate),
        about: "The creation date.",
        get: { $0.creationDate }, set: { $0.creationDate = $1 })

    // MARK: Properties of notes (12.5.6.3, 12.5.6.4)

    /// The review state that a note gives to the annotation that it replies to (`/State`).
    public let state = Property(
        "state", .text, .text("State"),
        about: "The review state that a note sets for the annotation it replies to, such as `Accepted`.",
        get: { $0.state }, set: { $0.state = $1 })

    /// The set of states that the state is one of (`/StateModel`).
    public let stateModel = Property(
        "stateModel", .text, .text("StateModel"),
        about: "The state model of the state: `Review` or `Marked`.",
        get: { $0.stateModel }, set: { $0.stateModel = $1 })

    /// Whether the window of a note is open at first (`/Open`).
    public let isOpen = Property(
        "open", .truth, .truth("Open"), omitting: false,
        about: "Whether the window of a note, or a pop-up window, is open at first.",
        get: { $0.isOpen }, set: { $0.isOpen = $1 ?? false })

    // MARK: Where a link leads, and an attached file

    public let uri = Property<String>(
        "destination.uri", .uri, in: .destination, expected: LinkDestination.expected,
        about: "The address that the link opens, such as https://example.org/.",
        get: { if case .uri(let uri) = $0.destination { uri } else { nil } },
        set: { $0.setDestination($1.map { .uri($0) }) })

    public let targetPage = Property<Int>(
        "destination.page", .integer.checked("pages are numbered from 1") { $0 > 0 }, in: .destination,
        expected: LinkDestination.expected,
        about: "The page that the link opens.",
        get: { if case .page(let page) = $0.destination { page } else { nil } },
        set: { $0.setDestination($1.map { .page($0) }) })

    public let targetName = Property<String>(
        "destination.name", .text, in: .destination, expected: LinkDestination.expected,
        about: "The named destination that the link opens.",
        get: { if case .named(let name, _) = $0.destination { name } else { nil } },
        set: { $0.setDestination($1.map { .named($0, page: nil) }) })

    /// Pages to which they lead are written as objects, once the document is known.
    public let actions = Property<[UInt8]>(
        "actions",
        .bytes.checked("the actions are not a dictionary of /A and /AA without references") {
            AnnotationActions($0) != nil
        },
        in: AnnotationEntry(
            keys: ["AA"], read: { $1.actions = AnnotationActions(reading: $0)?.bytes },
            write: { annotation, entries in
                guard let actions = annotation.actions.flatMap(AnnotationActions.init) else { return }
                entries = entries.merging(actions.entries)
            }),
        about: """
            Scripts, and actions other than those of `destination`: a dictionary with `/A` and `/AA` in the \
            notation of PDF and without references, in base64. A page is its number, from 0. An import takes \
            it only where actions are asked for.
            """,
        get: { $0.actions }, set: { $0.actions = $1 })

    public let attachmentData = Property<[UInt8]>(
        "attachment.data",
        .bytes.checked("the attached file is larger than \(AttachedFile.sizeLimit >> 20) MiB") {
            $0.count <= AttachedFile.sizeLimit
        }, in: .attachment, expected: AttachedFile.expected,
        about: "The file to attach, of up to \(AttachedFile.sizeLimit >> 20) MiB.",
        get: { $0.attachment?.data }, set: { $0.setAttachment(\.contents, $1) })

    public let attachmentName = Property<String>(
        "attachment.fileName", .text, in: .attachment, expected: AttachedFile.expected,
        about: "The name of the attached file.",
        get: { $0.attachment?.name }, set: { $0.setAttachment(\.name, $1) })

    public let attachmentType = Property<String>(
        "attachment.type",
        .text.checked("the type of the attached file is not a MIME type such as text/csv") {
            $0.wholeMatch(of: #/[!-.0-~]+\/[!-.0-~]+/#) != nil
        }, in: .attachment, expected: AttachedFile.expected,
        about: "The MIME type of the attached file. Default: the usual one for its name.",
        get: { $0.attachment?.type }, set: { $0.setAttachment(\.type, $1) })

    public let attachmentCreation = Property<Date>(
        "attachment.creationDate", .date, in: .attachment, expected: AttachedFile.expected,
        about: "When the attached file was created.",
        get: { $0.attachment?.creationDate }, set: { $0.setAttachment(\.creationDate, $1) })

    public let attachmentModification = Property<Date>(
        "attachment.modificationDate", .date, in: .attachment, expected: AttachedFile.expected,
        about: "When the attached file was last changed.",
        get: { $0.attachment?.modificationDate }, set: { $0.setAttachment(\.modificationDate, $1) })

    // MARK: What is only drawn

    public let isSmooth = Property<Bool>(
        "smooth", .truth, in: .none, omitting: true,
        about: """
            Whether strokes are drawn as curves through their points, the default. The document keeps what is \
            drawn: an export has straight strokes with their `appearance`.
            """,
        get: { $0.isSmooth }, set: { $0.isSmooth = $1 ?? true })

    /// The file of an image (8.9.5).
    public let image = Property<[UInt8]>(
        "image",
        .bytes.checked("the image is larger than \(AttachedFile.sizeLimit >> 20) MiB") {
            $0.count <= AttachedFile.sizeLimit
        }, in: .none,
        about: """
            The PNG or JPEG file that a stamp shows, in base64, of up to 64 MiB. The document keeps what is \
            drawn: an export has it as the `appearance`.
            """,
        get: { $0.image }, set: { $0.image = $1 })

    // MARK: Groups, each in the order in which values are set

    /// The properties that position an annotation.
    public let place: [AnnotationProperty]
    /// The line that draws an annotation.
    let border: [AnnotationProperty]
    /// The properties that draw an open line.
    let openLine: [AnnotationProperty]
    /// The properties with which a closed shape is drawn.
    let closedShape: [AnnotationProperty]
    /// Where a link leads.
    let destination: [AnnotationProperty]
    /// An attached file.
    let attachment: [AnnotationProperty]
    /// What only notes have.
    let note: [AnnotationProperty]
    /// The line from free text to what it is about.
    let calloutLine: [AnnotationProperty]
    /// The fonts of text that is shown.
    let fonts: [AnnotationProperty]
    /// The text style of free text.
    let textStyle: [AnnotationProperty]
    /// How the lines of free text fill their rectangle.
    let lines: [AnnotationProperty]
    /// What no appearance shows, apart from the contents of free text.
    let undrawn: [AnnotationProperty]
    /// The flags as properties of their own.
    public let switches: [AnnotationProperty]
    /// The properties of every annotation.
    public let common: [AnnotationProperty]
    /// The properties of every markup annotation.
    public let markup: [AnnotationProperty]
    /// The properties that an update can change: all but the name, the creation date, what another program drew, and
    /// actions.
    public let changeable: [AnnotationProperty]
    /// All properties.
    public let all: [AnnotationProperty]

    init() {
        let common =
            [
                rect.untyped, contents.untyped, name.untyped, color.untyped, flags.untyped, modificationDate.untyped,
                language.untyped,
            ]
        place = [rect.untyped, quadPoints.untyped, line.untyped, vertices.untyped, inkList.untyped]
        border = [borderWidth.untyped, borderDash.untyped, borderStyle.untyped]
        calloutLine = [callout.untyped, calloutEnding.untyped, textBox.untyped]
        fonts = [font.untyped, fontStyle.untyped, embedsFonts.untyped]
        textStyle = [fontSize.untyped, textColor.untyped, alignment.untyped] + fonts
        lines = [lineSpacing.untyped, verticalAlignment.untyped, fitsText.untyped]
        markup =
            common + [
                author.untyped, subject.untyped, opacity.untyped, popup.untyped, inReplyTo.untyped, replyType.untyped,
                intent.untyped, creationDate.untyped, richContents.untyped, appearance.untyped, actions.untyped,
            ]
        destination = [uri.untyped, targetPage.untyped, targetName.untyped]
        attachment = [
            attachmentData.untyped, attachmentName.untyped, attachmentType.untyped, attachmentCreation.untyped,
            attachmentModification.untyped,
        ]
        note = [state.untyped, stateModel.untyped, isOpen.untyped]
        switches = [
            isPrinted.untyped, isHidden.untyped, isOnlyPrinted.untyped, isReadOnly.untyped, isLocked.untyped,
            hasLockedContents.untyped,
        ]
        self.common = common
        let drawn = [rect.untyped, color.untyped, opacity.untyped]
        undrawn =
            markup.filter { !drawn.contains($0) } + [defaultStyle.untyped] + note + destination + attachment + switches
        openLine = [lineEndings.untyped] + border + [interiorColor.untyped]
        closedShape = border + [cloudIntensity.untyped, interiorColor.untyped]
        all =
            place + destination + attachment + [lineEndings.untyped] + closedShape + [isSmooth.untyped, icon.untyped]
            + [image.untyped] + note + [overlayText.untyped] + calloutLine + textStyle
            // Those of one entry follow each other.
            + [lineSpacing.untyped, verticalAlignment.untyped, defaultStyle.untyped, fitsText.untyped]
            + Array(markup.dropFirst()) + switches
        let fixed = [name.untyped, creationDate.untyped, appearance.untyped, actions.untyped]
        changeable = all.filter { !fixed.contains($0) }
    }
}

extension Annotation {
    var isStamp: Bool { subtype == "Stamp" }

    /// The text style where all of it applies: a stamp has only its fonts.
    package var wholeTextStyle: TextStyle? { isStamp ? nil : textStyle }

    fileprivate mutating func changeTextStyle(_ change: (inout TextStyle) -> Void) {
        var style = textStyle ?? TextStyle()
        change(&style)
        // A stamp has one only to name a font.
        textStyle = isStamp && style == TextStyle() ? nil : style
    }
}
