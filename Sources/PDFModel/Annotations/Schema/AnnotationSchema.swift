public import FoundationEssentials
package import Typesetting

/// The properties of annotations (ISO 32000-2, 12.5). Each is defined once: its key in JSON, its values, its entry in
/// the dictionary, the option that sets it, and where ``Annotation`` stores it.
public struct AnnotationSchema: Sendable {
    // MARK: Place (AnnotationSchema+Place.swift)

    public let rect = Property<Rectangle>.rect
    /// One quadrilateral for each piece of text (12.5.6.10).
    public let quadPoints = Property<[Quadrilateral]>.quadPoints
    /// From the first point to the second (12.5.6.7).
    public let line = Property<[Point]>.line
    /// The corners of a polygon or polyline (12.5.6.9).
    public let vertices = Property<[Point]>.vertices
    /// One list of points for each stroke (12.5.6.13).
    public let inkList = Property<[[Point]]>.inkList

    // MARK: Appearance (AnnotationSchema+Drawn.swift)

    /// The shapes at the ends of a line (Table 179).
    public let lineEndings = Property<LineEndings>.lineEndings
    /// The width of the border, in points; 0 draws nothing.
    public let borderWidth = Property<Double>.borderWidth
    /// Lengths of dashes and gaps, in points; without a style they make the line dashed.
    public let borderDash = Property<[Double]>.borderDash
    /// Solid, dashed …; after the dashes, because the style wins where both are set.
    public let borderStyle = Property<Border.Style>.borderStyle
    /// The intensity of the cloudy border effect, from 0, no clouds, to 2 (`/BE`, Table 169).
    public let cloudIntensity = Property<Double>.cloudIntensity
    /// The line from free text to what it is about, from there to the text; of one point, the rest follows.
    public let callout = Property<[Point]>.callout
    /// The shape at the end of a callout that is away from the text.
    public let calloutEnding = Property<LineEnding>.calloutEnding
    /// Where the text of a callout is within its rectangle (`/RD`).
    public let textBox = Property<Rectangle>.textBox
    /// The colour inside a shape and of closed line endings (`/IC`).
    public let interiorColor = Property<Color>.interiorColor
    /// The icon of a note or the words of a stamp (`/Name`).
    public let icon = Property<String>.icon
    /// The size of the text, in points.
    public let fontSize = Property<Double>.fontSize
    /// The colour of free text and of the border around it.
    public let textColor = Property<Color>.textColor
    /// The alignment of the lines of free text in its rectangle.
    public let alignment = Property<TextAlignment>.alignment

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
        about: "The text.",
        option: PropertyOption(name: "contents", help: "The text.", valueName: "text"),
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
        in: AnnotationEntry(keys: [], read: { _, _ in }, write: { _, _ in }),
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
        option: PropertyOption(
            name: "name",
            help: "The name (/NM), unique on the page; the same annotation is not added twice. Default: a new UUID.",
            valueName: "name"),
        get: { $0.name }, set: { $0.name = $1 })

    public let color = Property(
        "color", .color, .color(.color), isRemovable: true,
        about: "The main colour; `null` is transparent.",
        option: PropertyOption(name: "color", help: "The colour: a CSS name, #rrggbb or none.", valueName: "colour"),
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
            name, .truth, in: AnnotationEntry(keys: [], read: { _, _ in }, write: { _, _ in }),
            option: PropertyOption(name: name, help: help, valueName: "", isSwitch: true, isSeldom: true),
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
        option: PropertyOption(
            name: "language", help: "The language of the text, such as de or en-GB, for screen readers.",
            valueName: "tag", isSeldom: true),
        get: { $0.language }, set: { $0.language = $1 })

    // MARK: Properties of every markup annotation (12.5.6.2)

    public let author = Property(
        "author", .text, .text(.author),
        about: "The author.",
        option: PropertyOption(name: "author", help: "The author.", valueName: "name"),
        get: { $0.author }, set: { $0.author = $1 })

    public let subject = Property(
        "subject", .text, .text(.subject),
        about: "A short description of the subject.",
        option: PropertyOption(name: "subject", help: "A short description of the subject.", valueName: "text"),
        get: { $0.subject }, set: { $0.subject = $1 })

    public let opacity = Property(
        "opacity", .number.checked("the opacity is not between 0 and 1") { (0...1).contains($0) }, .number(.opacity),
        omitting: 1,
        about: "From 0, invisible, to 1.",
        option: PropertyOption(
            name: "opacity", help: "The opacity, from 0 (invisible) to 1.", valueName: "number", isNumeric: true),
        get: { $0.opacity }, set: { $0.opacity = $1 ?? 1 })

    /// The window for its text, which is an annotation as well (12.5.6.14).
    public let popup = Property(
        "popup", .word("a state of a pop-up window"),
        in: AnnotationEntry(keys: [], read: { $1.popup = PopupState(reading: $0) }, write: { _, _ in }),
        about: "Whether its pop-up window is open at first; absent if it has none (`/Popup`).",
        option: PropertyOption(
            name: "popup", help: "A pop-up window for the text: \(PopupState.list).", valueName: "state",
            values: PopupState.allCases.map(\.rawValue), isSeldom: true),
        get: { $0.popup }, set: { if let popup = $1 { $0.popup = popup } })

    /// The name of the annotation that this one replies to, or its object where it has no name.
    public let inReplyTo = Property(
        "inReplyTo", .text,
        in: AnnotationEntry(keys: [], read: { $1.inReplyTo = $0.annotation(.inReplyTo) }, write: { _, _ in }),
        isRemovable: true,
        about: "The annotation that it replies to: its name, or its object if it has no name (`/IRT`).",
        option: PropertyOption(
            name: "reply-to", help: "The annotation to reply to: its name, or its object.", valueName: "name",
            isSeldom: true),
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
        option: PropertyOption(
            name: "intent", help: "The intent (/IT), such as FreeTextTypeWriter or LineArrow.", valueName: "name",
            isSeldom: true),
        get: { $0.intent }, set: { $0.intent = $1 })

    public let creationDate = Property(
        "creationDate", .date, .date(.creationDate),
        about: "The creation date.",
        option: PropertyOption(
            name: "creation-date", help: "The creation date, such as 2026-11-21T09:30:00Z. Default: now.",
            valueName: "date", isSeldom: true),
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
    /// The file of an image (8.9.5).
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

// Here, so that a property that few annotations have, its row and its groups are in one file.
extension Annotation {
    /// Properties that few annotations have: an annotation without them is small, and soon copied.
    public struct Rare: Sendable, Equatable {
        /// The contents with their style, in XHTML (`/RC`); readers that know it prefer it.
        @CodePoints public var richContents: String? = nil
        /// The style of free text where its rich text states none, as in CSS (`/DS`).
        @CodePoints public var defaultStyle: String? = nil
        /// The text over a place whose redaction was applied (`/OverlayText`).
        @CodePoints public var overlayText: String? = nil
        /// The text style of free text and of overlay text; `nil` for other subtypes.
        public var textStyle: TextStyle?
        /// Whether the rectangle of free text grows to hold all of its text; the document does not keep this.
        public var fitsText = false
        /// The text that the appearance shows, where it is set in embedded fonts; the document does not keep this.
        package var shapedText: ShapedText?
        /// The line from what free text is about to the text: two or three points once validated, or none (`/CL`).
        public var callout: [Point] = []
        /// The shape where the callout leads (`/LE`).
        public var calloutEnding: LineEnding?
        /// The rectangle of a callout's text within ``Annotation/rect``, which holds the line as well (`/RD`).
        public var textBox: Rectangle?
        /// The pop-up window for its text; `nil` where it has none (`/Popup`).
        public var popup: PopupState?
        /// The name of the annotation that this one replies to (`/IRT`), or its object, `12 0 R`, where it has no name.
        @CodePoints public var inReplyTo: String? = nil
        /// What it is meant to be, beyond its subtype, such as `PolygonCloud` (`/IT`).
        @CodePoints public var intent: String? = nil
        /// The language of its text, such as `en-GB` (`/Lang`).
        @CodePoints public var language: String? = nil
        /// The review state that a note gives to the annotation that it replies to, such as `Accepted` (`/State`,
        /// 12.5.6.3).
        @CodePoints public var state: String? = nil
        /// The set of states that ``state`` is one of: `Review` or `Marked` (`/StateModel`).
        @CodePoints public var stateModel: String? = nil
        /// Where a link leads (`/A`, `/Dest`).
        public var destination: LinkDestination?
        /// What it does besides leading to a page or an address: `AnnotationActions` as bytes (`/A`, `/AA`).
        public var actions: [UInt8]?
        /// The attached file (`/FS`).
        public var attachment: AttachedFile?
        /// The PNG or JPEG file that a stamp shows; the document keeps what is drawn of it.
        public var image: [UInt8]?
        /// The same image, ready to be drawn.
        var embeddedImage: EmbeddedImage?
        /// Whether strokes are drawn as curves through their points; the document does not keep this.
        public var isSmooth = true
    }
}
