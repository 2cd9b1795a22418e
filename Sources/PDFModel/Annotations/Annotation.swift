internal import Cryptography
public import FoundationEssentials

/// One annotation of any kind and any writer as a plain value (ISO 32000-2, 12.5).
///
/// It serves to list the annotations of a file and to create new ones. Entries of an annotation in a file beyond these
/// properties stay in its dictionary. ``AnnotationSubtype`` lists the properties that apply to a subtype.
@dynamicMemberLookup
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
    /// The other properties, which are read and set like those above.
    @usableFromInline var rare = Self.noneRare
    private static let noneRare = SharedValue(Rare())

    /// Reads and writes the properties of ``Rare`` as if they were the annotation's own.
    @inlinable public subscript<Value>(dynamicMember path: WritableKeyPath<Rare, Value>) -> Value {
        _read { yield rare.value[keyPath: path] }
        _modify { yield &rare.value[keyPath: path] }
    }

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

    /// Sets the time of creation, unless the annotation states one or has none.
    public mutating func setCreationDate(_ date: Date) {
        let isKept = AnnotationSubtype.named(subtype).properties.contains(Self.schema.creationDate.untyped)
        if isKept { creationDate = creationDate ?? date }
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
        return HexadecimalDigits.of(SHA256.digest(of: Array(text)).prefix(8))
    }

    private var content: Annotation {
        var content = rounded()
        content.name = nil
        content.creationDate = nil
        content.modificationDate = nil
        (content.fitsText, content.shapedText, content.appearance) = (false, nil, nil)
        (content.image, content.embeddedImage, content.isSmooth) = (nil, nil, true)
        if case .named(let name, _) = self.destination { content.destination = .named(name, page: nil) }
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
        if self.textBox != nil, self.callout.count > 1 {
            self.callout[self.callout.count - 1] = rect.edge(nearestTo: self.callout[self.callout.count - 2]).rounded
        }
        (self.rect, geometry, self.textBox) = (rect, .rectangle, nil)
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
        var file = self.attachment ?? AttachedFile(name: "")
        file[keyPath: part] = value
        self.attachment = file
    }

    mutating func setTextStyle<Value>(_ part: WritableKeyPath<TextStyle, Value>, _ value: Value?) {
        guard let value else { return }
        var style = self.textStyle ?? TextStyle()
        style[keyPath: part] = value
        self.textStyle = style
    }
}
