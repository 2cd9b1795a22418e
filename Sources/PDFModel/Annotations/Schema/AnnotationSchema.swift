public import FoundationEssentials

/// The properties of annotations (ISO 32000-2, 12.5). Each is defined once: its key in JSON, its values, its entry in
/// the dictionary, the option that sets it, and where ``Annotation`` stores it.
public struct AnnotationSchema: Sendable {
    // MARK: Place

    public let rect = Property(
        "rect", .rectangle, .rectangle(.rectangle),
        option: PropertyOption(
            name: "rect", help: "Two opposite corners of its rectangle, in points.", valueName: "x0,y0,x1,y1",
            isNumeric: true),
        get: { $0.rect }, set: { if let rect = $1 { $0.rect = rect } },
        given: { $0.place(in: $1) })

    /// One quadrilateral for each piece of text (12.5.6.10).
    public let quadPoints = Property(
        "quadPoints", .quadrilaterals, .quadrilaterals(.quadPoints),
        option: PropertyOption(
            name: "quad-points",
            help: "Corners of a piece of text: upper left, upper right, lower left, lower right; repeatable.",
            valueName: "x1,y1,…,x4,y4", isRepeatable: true, isNumeric: true),
        get: { if case .quadPoints(let quads) = $0.geometry { quads } else { nil } },
        set: { $0.setGeometry($1.map { .quadPoints($0) }) })

    /// From the first point to the second (12.5.6.7).
    public let line = Property(
        "line", .ends, .points(.line, count: 2),
        option: PropertyOption(
            name: "line", help: "Where it begins and ends, in points.", valueName: "x0,y0,x1,y1", isNumeric: true),
        get: { if case .line(let start, let end) = $0.geometry { [start, end] } else { nil } },
        set: { $0.setGeometry($1.map { .line($0[0], $0[1]) }) })

    /// The corners of a polygon or polyline (12.5.6.9).
    public let vertices = Property(
        "vertices", .points, .points(.vertices),
        option: PropertyOption(
            name: "vertices", help: "Its corners one after the other, in points.", valueName: "x1,y1,x2,y2,…",
            isNumeric: true),
        get: { if case .vertices(let points) = $0.geometry { points } else { nil } },
        set: { $0.setGeometry($1.map { .vertices($0) }) })

    /// One list of points for each stroke (12.5.6.13).
    public let inkList = Property(
        "inkList", .strokes, .strokes(.inkList),
        option: PropertyOption(
            name: "ink-list", help: "Where one stroke leads, in points; repeatable.", valueName: "x1,y1,x2,y2,…",
            isRepeatable: true, isNumeric: true),
        get: { if case .inkList(let strokes) = $0.geometry { strokes } else { nil } },
        set: { $0.setGeometry($1.map { .inkList($0) }) })

    // MARK: Appearance

    /// The shapes at the ends of a line (Table 179).
    public let lineEndings = Property(
        "lineEndings", .lineEndings, .lineEndings,
        option: PropertyOption(
            name: "line-endings", help: "Both endings: \(LineEnding.list).", valueName: "start,end"),
        get: { $0.lineEndings }, set: { $0.lineEndings = $1 })

    /// The width of the border, in points; 0 draws nothing.
    public let borderWidth = Property(
        "border.width",
        .number.checked("the border width is not from 0 to 1000 points") { (0...1000).contains($0) },
        in: .border, form: Border.form,
        option: PropertyOption(
            name: "border-width", help: "Width of the line in points; 0: none.", valueName: "points", isNumeric: true),
        get: { $0.border?.width }, set: { $0.setBorder(\.width, $1) })

    /// Lengths of dashes and gaps, in points; without a style they make the line dashed.
    public let borderDash = Property(
        "border.dash",
        .lengths.checked("the dashes of the border are not lengths from 0 to 1000 points") { dash in
            (dash.isEmpty || dash.contains { $0 >= 0.001 }) && dash.allSatisfy { (0...1000).contains($0) }
        },
        in: .border, form: Border.form, omitting: [],
        option: PropertyOption(
            name: "border-dash", help: "Lengths of dashes and gaps in points.", valueName: "on,off,…", isNumeric: true),
        get: { $0.border?.dash }, set: { $0.setBorder(\.dash, $1) },
        given: { annotation, dash in
            annotation.setBorder(\.dash, dash)
            if !dash.isEmpty { annotation.setBorder(\.style, .dashed) }
        })

    /// Solid, dashed …; after the dashes, because the style wins where both are set.
    public let borderStyle = Property(
        "border.style", .word("a style"), in: .border, form: Border.form,
        option: PropertyOption(
            name: "border-style", help: "Style of the line: \(Border.Style.list).", valueName: "style",
            values: Border.Style.allCases.map(\.rawValue)),
        get: { $0.border?.style }, set: { $0.setBorder(\.style, $1) })

    /// The intensity of the cloudy border effect, from 0, no clouds, to 2 (`/BE`, Table 169).
    public let cloudIntensity = Property(
        "cloudIntensity", .number.checked("the intensity of the clouds is not from 0 to 2") { (0...2).contains($0) },
        .cloudIntensity, omitting: 0,
        option: PropertyOption(
            name: "cloud-intensity", help: "Draw the line as clouds, from 0 (none) to 2.", valueName: "number",
            isNumeric: true),
        get: { $0.cloudIntensity }, set: { $0.cloudIntensity = $1 ?? 0 })

    /// The line from free text to what it is about, from there to the text; of one point, the rest follows.
    public let callout = Property(
        "callout", .points.checked("a callout has one to three points") { (0...3).contains($0.count) }, .points("CL"),
        omitting: [],
        option: PropertyOption(
            name: "callout",
            help: "Where a line from the text leads: one point, or three with a bend and the end at the text.",
            valueName: "x1,y1,…", isNumeric: true),
        get: { $0.callout }, set: { $0.callout = $1 ?? [] })

    /// The shape at the end of a callout that is away from the text.
    public let calloutEnding = Property(
        "calloutEnding", .word("a line ending"), .calloutEnding,
        option: PropertyOption(
            name: "callout-ending", help: "The shape where the callout leads: \(LineEnding.list).", valueName: "ending",
            values: LineEnding.allCases.map(\.rawValue)),
        get: { $0.calloutEnding }, set: { $0.calloutEnding = $1 })

    /// Where the text of a callout is within its rectangle (`/RD`).
    public let textBox = Property(
        "textBox", .rectangle, in: .textBox, get: { $0.textBox }, set: { $0.textBox = $1 })

    /// The colour inside a shape and of closed line endings (`/IC`).
    public let interiorColor = Property(
        "interiorColor", .color, .color(.interiorColor), isRemovable: true,
        option: PropertyOption(
            name: "interior-color", help: "Colour within: a CSS name, #rrggbb or none.", valueName: "colour"),
        get: { $0.interiorColor }, set: { $0.interiorColor = $1 })

    /// The icon of a note or the words of a stamp (`/Name`).
    public let icon = Property(
        "icon", .text, .name(.icon),
        option: PropertyOption(
            name: "icon",
            help: "The icon of a note, or the words of a stamp; without it, a stamp shows its --contents.",
            valueName: "name"),
        get: { $0.icon }, set: { $0.icon = $1 })

    /// The size of the text, in points.
    public let fontSize = Property(
        "fontSize", .number.checked("the font size is not from 0.1 to 1000 points") { (0.1...1000).contains($0) },
        in: .textStyle,
        option: PropertyOption(
            name: "font-size", help: "Size of the text.", valueName: "points", isNumeric: true),
        get: { $0.wholeTextStyle?.fontSize }, set: { $0.setTextStyle(\.fontSize, $1) })

    /// The colour of free text and of the border around it.
    public let textColor = Property(
        "textColor", .color, in: .textStyle,
        option: PropertyOption(
            name: "text-color", help: "Colour of the text and its border; --color fills the box.", valueName: "colour"),
        get: { $0.wholeTextStyle?.color }, set: { $0.setTextStyle(\.color, $1) })

    /// The alignment of the lines of free text in its rectangle.
    public let alignment = Property(
        "alignment", .word("an alignment"), in: .alignment,
        option: PropertyOption(
            name: "alignment", help: "Where lines of text stand: \(TextAlignment.list).", valueName: "side",
            values: TextAlignment.allCases.map(\.rawValue)),
        get: { $0.wholeTextStyle?.alignment }, set: { $0.setTextStyle(\.alignment, $1) })

    // MARK: Text (AnnotationSchema+Text.swift)

    public let overlayText = Property<String>.overlayText
    public let font = Property<String>.font
    public let fontStyle = Property<FontStyle>.fontStyle
    public let embedsFonts = Property<Bool>.embedsFonts
    public let lineSpacing = Property<Double>.lineSpacing
    public let verticalAlignment = Property<VerticalAlignment>.verticalAlignment
    public let fitsText = Property<Bool>.fitsText

    // MARK: Properties of every annotation (12.5.2)

    public let contents = Property(
        "contents", .text, .text(.contents),
        option: PropertyOption(name: "contents", help: "Its text.", valueName: "text"),
        get: { $0.contents }, set: { $0.contents = $1 })

    /// The same text with its style, in XHTML (12.7.4.4).
    public let richContents = Property(
        "richContents", .text, .text(.richContents), get: { $0.richContents }, set: { $0.richContents = $1 })

    /// The style of free text where its rich text states none.
    public let defaultStyle = Property(
        "defaultStyle", .text, in: .textSetting, get: { $0.defaultStyle }, set: { $0.defaultStyle = $1 })

    /// What another program drew (12.5.5).
    public let appearance = Property(
        "appearance",
        .bytes.checked("the appearance is no form XObject with its resources") { FormAppearance($0) != nil },
        in: AnnotationEntry(keys: [], read: { _, _ in }, write: { _, _ in }), get: { $0.appearance },
        set: { $0.appearance = $1 })

    public let name = Property(
        "name", .text, .text(.name),
        option: PropertyOption(
            name: "name",
            help: "Its name (/NM), unique on the page; the same annotation is not added twice. Default: a new UUID.",
            valueName: "name"),
        get: { $0.name }, set: { $0.name = $1 })

    public let color = Property(
        "color", .color, .color(.color), isRemovable: true,
        option: PropertyOption(name: "color", help: "Its colour: a CSS name, #rrggbb or none.", valueName: "colour"),
        get: { $0.color }, set: { $0.color = $1 })

    /// The flags of 12.5.3 as a number.
    public let flags = Property(
        "flags", .integer.checked("the flags are no 32-bit number") { (0...0x7FFF_FFFF).contains($0) },
        .integer(.flags),
        get: { $0.flags }, set: { $0.flags = $1 ?? 0 })

    public let isPrinted = flag("print", 4, "Whether it is printed with the page (default: yes).")
    public let isHidden = flag("hidden", 2, "Whether it is neither shown nor printed.")
    public let isOnlyPrinted = flag("no-view", 32, "Whether it is printed, if at all, and not shown.")
    public let isReadOnly = flag("read-only", 64, "Whether readers let nobody change it.")
    public let isLocked = flag("locked", 128, "Whether readers let nobody move, change or remove it.")
    public let hasLockedContents = flag("locked-contents", 512, "Whether readers let nobody change its text.")

    /// A bit of the flags as a property of its own (12.5.3).
    private static func flag(_ name: String, _ bit: Int, _ help: String) -> Property<Bool> {
        Property(
            name, .truth, in: AnnotationEntry(keys: [], read: { _, _ in }, write: { _, _ in }),
            option: PropertyOption(name: name, help: help, valueName: "", isSwitch: true),
            get: { $0.flags & bit != 0 }, set: { $0.flags = $1 == true ? $0.flags | bit : $0.flags & ~bit })
    }

    public let modificationDate = Property(
        "modificationDate", .date, .date(.modified), get: { $0.modificationDate }, set: { $0.modificationDate = $1 })

    // MARK: Properties of every markup annotation (12.5.6.2)

    public let author = Property(
        "author", .text, .text(.author),
        option: PropertyOption(name: "author", help: "Who makes it.", valueName: "name"),
        get: { $0.author }, set: { $0.author = $1 })

    public let subject = Property(
        "subject", .text, .text(.subject),
        option: PropertyOption(name: "subject", help: "What it is about, in short.", valueName: "text"),
        get: { $0.subject }, set: { $0.subject = $1 })

    public let opacity = Property(
        "opacity", .number.checked("the opacity is not from 0 to 1") { (0...1).contains($0) }, .number(.opacity),
        omitting: 1,
        option: PropertyOption(
            name: "opacity", help: "Its opacity, from 0 (invisible) to 1.", valueName: "number", isNumeric: true),
        get: { $0.opacity }, set: { $0.opacity = $1 ?? 1 })

    /// The window for its text, which is an annotation as well (12.5.6.14).
    public let popup = Property(
        "popup", .word("a state of a pop-up window"),
        in: AnnotationEntry(keys: [], read: { $1.popup = PopupState(reading: $0) }, write: { _, _ in }),
        option: PropertyOption(
            name: "popup", help: "Give it a pop-up window for its text: \(PopupState.list).", valueName: "state",
            values: PopupState.allCases.map(\.rawValue)),
        get: { $0.popup }, set: { if let popup = $1 { $0.popup = popup } })

    /// The name of the annotation that this one replies to, or its object where it has no name.
    public let inReplyTo = Property(
        "inReplyTo", .text,
        in: AnnotationEntry(keys: [], read: { $1.inReplyTo = $0.annotation(.inReplyTo) }, write: { _, _ in }),
        isRemovable: true,
        option: PropertyOption(
            name: "reply-to", help: "The annotation it replies to: its name, or its object.", valueName: "name"),
        get: { $0.inReplyTo }, set: { $0.inReplyTo = $1 })

    /// What it is to the annotation that it replies to (`/RT`).
    public let replyType = Property(
        "replyType", .word("a kind of reply"), .replyType, omitting: .reply, get: { $0.replyType },
        set: { $0.replyType = $1 ?? .reply })

    /// What it is meant to be, beyond its subtype (`/IT`).
    public let intent = Property(
        "intent", .text, .name("IT"),
        option: PropertyOption(
            name: "intent", help: "What it is meant to be, such as FreeTextTypeWriter or LineArrow.", valueName: "name"),
        get: { $0.intent }, set: { $0.intent = $1 })

    public let creationDate = Property(
        "creationDate", .date, .date(.creationDate),
        option: PropertyOption(
            name: "creation-date", help: "When it was made, such as 2026-11-21T09:30:00Z. Default: now.",
            valueName: "date"),
        get: { $0.creationDate }, set: { $0.creationDate = $1 })

    // MARK: Properties of notes (12.5.6.3, 12.5.6.4)

    /// The review state that a note gives to the annotation that it replies to (`/State`).
    public let state = Property("state", .text, .text("State"), get: { $0.state }, set: { $0.state = $1 })

    /// The set of states that the state is one of (`/StateModel`).
    public let stateModel = Property(
        "stateModel", .text, .text("StateModel"), get: { $0.stateModel }, set: { $0.stateModel = $1 })

    /// Whether the window of a note is open at first (`/Open`).
    public let isOpen = Property(
        "open", .truth, .truth("Open"), omitting: false, get: { $0.isOpen }, set: { $0.isOpen = $1 ?? false })

    // MARK: Where a link leads, and an attached file (AnnotationSchema+Objects.swift)

    public let uri = Property<String>.uri
    public let targetPage = Property<Int>.targetPage
    public let targetName = Property<String>.targetName
    public let actions = Property<[UInt8]>.actions
    public let attachmentData = Property<[UInt8]>.attachmentData
    public let attachmentName = Property<String>.attachmentName
    public let attachmentType = Property<String>.attachmentType
    public let attachmentCreation = Property<Date>.attachmentCreation
    public let attachmentModification = Property<Date>.attachmentModification

    // MARK: What is only drawn (AnnotationSchema+Drawn.swift)

    public let isSmooth = Property<Bool>.isSmooth
    public let image = Property<[UInt8]>.image

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
            [rect.untyped, contents.untyped, name.untyped, color.untyped, flags.untyped, modificationDate.untyped]
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
        undrawn =
            [
                contents.untyped, name.untyped, flags.untyped, modificationDate.untyped, author.untyped,
                subject.untyped, popup.untyped, inReplyTo.untyped, replyType.untyped, intent.untyped,
                creationDate.untyped, richContents.untyped, defaultStyle.untyped, appearance.untyped, actions.untyped,
            ] + note + destination + attachment + switches
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
