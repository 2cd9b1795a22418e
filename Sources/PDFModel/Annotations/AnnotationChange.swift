public import FoundationEssentials

/// What an update changes in an annotation; what is `nil` stays as it is.
public struct AnnotationChange: Sendable, Equatable {
    /// A new rectangle; for subtypes with a form of their own it replaces that form.
    public var rect: Rectangle?
    /// A new form, which brings its own rectangle.
    public var geometry: Annotation.Geometry?
    /// The new text; an empty one takes it away.
    @CodePoints public var contents: String? = nil
    /// Who made it.
    @CodePoints public var author: String? = nil
    /// What it is about.
    @CodePoints public var subject: String? = nil
    /// `.some(nil)` makes it transparent.
    public var color: Color??
    /// `.some(nil)` makes it transparent.
    public var interiorColor: Color??
    /// From 0, invisible, to 1.
    public var opacity: Double?
    /// Each part of the border that changes.
    public var border: BorderChange?
    /// All flags of 12.5.3 as a number.
    public var flags: Int?
    /// Whether it is printed with its page, bit 3 of the flags (ISO 32000-2, 12.5.3).
    public var isPrinted: Bool?
    /// One of ``Annotation/icons(of:)``.
    @CodePoints public var icon: String? = nil
    /// Both endings of a line.
    public var lineEndings: LineEndings?
    /// In points.
    public var fontSize: Double?
    /// The colour of free text and its border.
    public var textColor: Color?
    /// How free text stands in its rectangle.
    public var alignment: TextAlignment?
    /// `.some(nil)` makes it a reply no more.
    @CodePoints public var inReplyTo: String?? = nil
    /// The time of this change.
    public var modificationDate: Date?

    /// A change of nothing.
    public init() {}

    /// Whether nothing changes.
    public var isEmpty: Bool { self == AnnotationChange() }
}

/// What changes in a ``Border``; what is `nil` stays as it is.
public struct BorderChange: Sendable, Equatable {
    /// In points.
    public var width: Double?
    /// Solid, dashed …
    public var style: Border.Style?
    /// Lengths in points; without a ``style`` they make the line a dashed one.
    public var dash: [Double]?

    /// A change of what is given.
    public init(width: Double? = nil, style: Border.Style? = nil, dash: [Double]? = nil) {
        self.width = width
        self.style = style
        self.dash = dash
    }
}

extension Annotation {
    /// The annotation as `change` makes it; ``validated(on:)`` tells whether that can be.
    public func applying(_ change: AnnotationChange) -> Annotation {
        var changed = self
        if let rect = change.rect {
            changed.rect = rect
            changed.geometry = .rectangle
        }
        if let geometry = change.geometry { changed.geometry = geometry }
        if let contents = change.contents { changed.contents = contents }
        if let author = change.author { changed.author = author }
        if let subject = change.subject { changed.subject = subject }
        if let color = change.color { changed.color = color }
        if let interiorColor = change.interiorColor { changed.interiorColor = interiorColor }
        if let opacity = change.opacity { changed.opacity = opacity }
        if let border = change.border { changed.border = (changed.border ?? Border()).applying(border) }
        if let flags = change.flags { changed.flags = flags }
        if let isPrinted = change.isPrinted { changed.flags = isPrinted ? changed.flags | 4 : changed.flags & ~4 }
        if let icon = change.icon { changed.icon = icon }
        if let lineEndings = change.lineEndings { changed.lineEndings = lineEndings }
        if let fontSize = change.fontSize { changed.setTextStyle { $0.fontSize = fontSize } }
        if let textColor = change.textColor { changed.setTextStyle { $0.color = textColor } }
        if let alignment = change.alignment { changed.setTextStyle { $0.alignment = alignment } }
        if let inReplyTo = change.inReplyTo { changed.inReplyTo = inReplyTo }
        if let modificationDate = change.modificationDate { changed.modificationDate = modificationDate }
        return changed
    }

    private mutating func setTextStyle(_ set: (inout TextStyle) -> Void) {
        var style = textStyle ?? TextStyle()
        set(&style)
        textStyle = style
    }
}

extension Border {
    /// The border as `change` makes it; dashes without a style make a dashed line.
    func applying(_ change: BorderChange) -> Border {
        let dash = change.dash ?? dash
        return Border(
            width: change.width ?? width, style: change.style ?? (change.dash?.isEmpty == false ? .dashed : style),
            dash: dash)
    }
}
