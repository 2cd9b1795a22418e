internal import Cryptography
public import FoundationEssentials
package import Typesetting

/// One annotation of any kind and any writer as a plain value (ISO 32000-2, 12.5).
///
/// It serves to list the annotations of a file and to create new ones. Entries of an annotation in a file beyond these
/// properties stay in its dictionary. ``AnnotationSubtype`` lists the properties that apply to a subtype.
public struct Annotation: Sendable, Equatable {
    /// The standard's name of the subtype, such as `Highlight`, including those that pdfco only lists, such as
    /// `Widget`.
    @CodePoints public package(set) var subtype: String
    /// The page number, from 1.
    public var page: Int
    /// The annotation's rectangle, in points of default user space; derived from ``geometry`` unless that is
    /// `rectangle`.
    public var rect: Rectangle
    /// The shape and position of the annotation.
    public var geometry: Geometry
    /// The text of the annotation, displayed or alternate (`/Contents`).
    @CodePoints public var contents: String? = nil
    /// The author (`/T`).
    @CodePoints public var author: String? = nil
    /// The subject (`/Subj`).
    @CodePoints public var subject: String? = nil
    /// The name, unique on its page (`/NM`).
    @CodePoints public var name: String? = nil
    /// The main colour (`/C`); `nil` is transparent, or for a stamp the colour of its meaning.
    public var color: Color?
    /// The colour inside a shape and of closed line endings (`/IC`); `nil` is transparent.
    public var interiorColor: Color?
    /// From 0, invisible, to 1 (`/CA`).
    public var opacity: Double
    /// The line that draws the shape; `nil` where the subtype has none.
    public var border: Border?
    /// The intensity of the cloudy border effect, from 0, no clouds, to 2 (`/BE`, 12.5.4).
    public var cloudIntensity: Double
    /// The flags of 12.5.3 as a number; 4 is "print".
    public var flags: Int
    /// The icon of a note or the wording of a stamp (`/Name`).
    @CodePoints public var icon: String? = nil
    /// How a line begins and ends; `nil` where the subtype has no ends.
    public var lineEndings: LineEndings?
    /// What it is to the annotation that it replies to (`/RT`).
    public var replyType: ReplyType
    /// Whether the window of a note is open at first (`/Open`).
    public var isOpen: Bool
    /// The creation time (`/CreationDate`), in whole seconds once validated.
    public var creationDate: Date?
    /// The time of the last change (`/M`).
    public var modificationDate: Date?
    /// What it looks like, if another program is to have drawn it: a `FormAppearance` as bytes. It is not read from
    /// a document with the other properties.
    public var appearance: [UInt8]?
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

    /// The shape of an annotation: one of these, so that a highlight can never have the end points of a line.
    public enum Geometry: Sendable, Hashable {
        /// No shape other than the annotation's ``Annotation/rect``.
        case rectangle
        /// One quadrilateral for each marked piece of text (12.5.6.10).
        case quadPoints([Quadrilateral])
        /// From the first point to the second (12.5.6.7).
        case line(Point, Point)
        /// The corners of a polygon or polyline (12.5.6.9).
        case vertices([Point])
        /// One list of points for each stroke (12.5.6.13).
        case inkList([[Point]])
    }

    /// Creates an annotation that ``rect`` alone describes, with the defaults of its subtype. Apps use the constructors
    /// that name the subtype, such as ``highlight(page:rects:rotation:contents:)``.
    ///
    /// A text markup takes the rectangle as its only quadrilateral. A note takes a rectangle without width and height
    /// as the point from which its icon hangs: the icon's upper left corner as the reader sees it.
    package init(_ subtype: String, page: Int, rect: Rectangle) {
        self.init(bare: subtype, page: page)
        AnnotationSubtype.named(subtype).setDefaults(&self)
        self.rect = rect
    }

    /// Creates an annotation with a geometry that implies its rectangle, with the defaults of its subtype.
    package init(_ subtype: String, page: Int, geometry: Geometry) {
        self.init(subtype, page: page, rect: Rectangle(enclosing: geometry.points) ?? Rectangle(0, 0, 0, 0))
        self.geometry = geometry
    }

    /// Creates an annotation of a subtype that is chosen at run time, one of ``supportedSubtypes``, with the values in
    /// `properties` and the defaults of the subtype for everything else.
    public init(_ subtype: String, page: Int, _ properties: AnnotationChange) {
        self.init(subtype, page: page, rect: Rectangle(0, 0, 0, 0))
        self = applying(properties)
        AnnotationSubtype.named(subtype).definition?.setDefaults(&self, stated: properties)
        if properties.rect == nil { rect = Rectangle(enclosing: geometry.points) ?? rect }
    }

    /// An annotation without any property.
    init(bare subtype: String, page: Int) {
        self.subtype = subtype
        self.page = page
        rect = Rectangle(0, 0, 0, 0)
        geometry = .rectangle
        opacity = 1
        cloudIntensity = 0
        replyType = .reply
        isOpen = false
        flags = 4
    }

    /// Sets the time of creation, unless the annotation has one, or its subtype none.
    public mutating func setCreationDate(_ date: Date) {
        let hasDate = AnnotationSubtype.named(subtype).properties.contains(Self.schema.creationDate.untyped)
        if hasDate { creationDate = creationDate ?? date }
    }

    /// Whether both look and read the same; names and dates are ignored.
    ///
    /// This is the meaning of "already applied": an annotation that was written and read back has the same content as
    /// the ``validated(on:)`` value it was written from.
    public func hasSameContent(as other: Annotation) -> Bool { content == other.content }

    /// A hash of the content of several annotations.
    static func fingerprint(of annotations: [Annotation]) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let text = (try? encoder.encode(annotations.map(\.content))) ?? Data()
        return SHA256.digits(of: Array(text))
    }

    private var content: Annotation {
        var content = rounded()
        content.name = nil
        content.creationDate = nil
        content.modificationDate = nil
        (content.fitsText, content.shapedText, content.appearance) = (false, nil, nil)
        (content.image, content.embeddedImage, content.isSmooth) = (nil, nil, true)
        if case .named(let name, _) = destination { content.destination = .named(name, page: nil) }
        return content
    }
}

extension Annotation.Geometry {
    /// Every point of the geometry.
    var points: [Point] {
        switch self {
        case .rectangle: []
        case .quadPoints(let quads): quads.flatMap(\.points)
        case .line(let start, let end): [start, end]
        case .vertices(let points): points
        case .inkList(let strokes): strokes.flatMap(\.self)
        }
    }

    func mapPoints(_ transform: (Point) -> Point) -> Annotation.Geometry {
        switch self {
        case .rectangle: self
        case .quadPoints(let quads): .quadPoints(quads.map { $0.mapPoints(transform) })
        case .line(let start, let end): .line(transform(start), transform(end))
        case .vertices(let points): .vertices(points.map(transform))
        case .inkList(let strokes): .inkList(strokes.map { $0.map(transform) })
        }
    }

    /// The property that holds the geometry; `nil` where that is `rect`.
    var property: AnnotationProperty? {
        switch self {
        case .rectangle: nil
        case .quadPoints: Annotation.schema.quadPoints.untyped
        case .line: Annotation.schema.line.untyped
        case .vertices: Annotation.schema.vertices.untyped
        case .inkList: Annotation.schema.inkList.untyped
        }
    }
}

// The schema sets parts of values with these.
extension Annotation {
    /// Places the annotation, or the text of a callout, whose line still leads where it led.
    mutating func place(in rect: Rectangle) {
        if textBox != nil, callout.count > 1 {
            callout[callout.count - 1] = rect.edge(nearestTo: callout[callout.count - 2]).rounded
        }
        (self.rect, geometry, textBox) = (rect, .rectangle, nil)
    }

    /// Moves and scales what is within the rectangle with it, as readers do with an appearance that stays (12.5.5).
    ///
    /// - Parameters:
    ///   - before: the annotation in its old rectangle.
    ///   - changed: the properties that have values of their own.
    mutating func fitContents(of before: Annotation, besides changed: [AnnotationProperty]) {
        let schema = Self.schema
        // The new rectangle of a callout is where its text is.
        let box = changed.contains(schema.textBox.untyped) ? nil : before.textBox
        let (old, new) = (box ?? before.rect, rect)
        guard old.width > 0, old.height > 0 else { return }
        let (x, y) = (new.width / old.width, new.height / old.height)
        let fit = { (point: Point) in
            Point(new.x0 + (point.x - old.x0) * x, new.y0 + (point.y - old.y0) * y).rounded
        }
        if !schema.place.dropFirst().contains(where: changed.contains) { geometry = before.geometry.mapPoints(fit) }
        if !changed.contains(schema.callout.untyped) { callout = before.callout.map(fit) }
        if box != nil { (rect, textBox) = (before.rect.mapCorners(fit), new) }
    }

    mutating func setGeometry(_ geometry: Geometry?) {
        if let geometry { self.geometry = geometry }
    }

    mutating func setBorder<Value>(_ part: WritableKeyPath<Border, Value>, _ value: Value?) {
        guard let value else { return }
        var border = border ?? Border()
        border[keyPath: part] = value
        self.border = border
    }

    mutating func setDestination(_ destination: LinkDestination?) {
        if let destination { self.destination = destination }
    }

    mutating func setAttachment<Value>(_ part: WritableKeyPath<AttachedFile, Value>, _ value: Value?) {
        guard let value else { return }
        var file = attachment ?? AttachedFile(name: "")
        file[keyPath: part] = value
        attachment = file
    }

    mutating func setTextStyle<Value>(_ part: WritableKeyPath<TextStyle, Value>, _ value: Value?) {
        guard let value else { return }
        var style = textStyle ?? TextStyle()
        style[keyPath: part] = value
        textStyle = style
    }
}
