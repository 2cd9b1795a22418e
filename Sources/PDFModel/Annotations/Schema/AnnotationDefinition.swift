/// A subtype that pdfco can create.
///
/// The command that adds one is derived from the type: ``AnnotationSubtype/name`` gives its name, the properties its
/// options.
public protocol AnnotationKind {
    /// The standard's name of the subtype (ISO 32000-2, Table 171).
    static var subtype: String { get }
    /// What the command that adds an annotation does, as a sentence.
    static var summary: String { get }
    /// The properties of which one must be stated to position the annotation.
    static var place: [AnnotationProperty] { get }
    /// The properties of which a new annotation has one, because it would mean nothing without; empty where there are
    /// none.
    static var essential: [AnnotationProperty] { get }
    /// Whether pdfco draws it; readers draw others themselves.
    static var hasAppearance: Bool { get }
    /// Other properties that a command must state; a source or a job need not.
    static var required: [AnnotationProperty] { get }
    /// The width and height that an annotation has if none are stated, in 1/72 inch; `nil` where there is no usual one.
    static var usualSize: (width: Double, height: Double)? { get }
}

/// The definition of a subtype that pdfco can create: the properties that apply, their defaults, and how it is drawn.
///
/// A new subtype is a file in `Subtypes` with a type that conforms to this protocol, and a line in
/// ``Annotation/definitions``.
protocol AnnotationDefinition: AnnotationKind, Sendable {
    static var properties: [AnnotationProperty] { get }
    /// The property that gives the annotation its shape; `nil` where that is `rect`.
    static var geometry: AnnotationProperty? { get }
    static var defaultColor: Color? { get }
    static var defaultInteriorColor: Color? { get }
    static var defaultTextStyle: TextStyle { get }
    static var defaultBorder: Border { get }
    /// The values of `icon`; empty where `icon` does not apply.
    static var icons: [String] { get }
    /// The icon that readers assume where none is stated.
    static var defaultIcon: String? { get }
    /// Whether the appearance shows the contents.
    static func drawsContents(_ annotation: Annotation) -> Bool

    /// Sets what a new annotation has by default because of what it states.
    static func setDefaults(_ annotation: inout Annotation, stated: AnnotationChange)

    /// Derives what the annotation leaves open, such as its rectangle; throws where the annotation cannot be drawn.
    ///
    /// Numbers are already rounded and within range.
    static func complete(_ annotation: inout Annotation, on page: Page) throws(PDFError)

    /// The rectangle of an annotation that readers show in that place on a page of that rotation.
    static func rect(shownIn place: Rectangle, rotation: Int) -> Rectangle

    /// Where readers show a completed annotation.
    static func shownRect(of annotation: Annotation, on page: Page) -> Rectangle

    /// The normal appearance of a completed annotation.
    static func draw(_ annotation: Annotation, on page: Page) -> Appearance

    /// What a completed redaction looks like once it is applied; `nil` for other subtypes.
    static func drawApplied(_ annotation: Annotation, on page: Page) -> Appearance?

    /// The text that is drawn in the annotation's text style; `nil` where there is none.
    static func text(of annotation: Annotation) -> String?
}

extension AnnotationDefinition {
    static var schema: AnnotationSchema { Annotation.schema }
    static var geometry: AnnotationProperty? { nil }
    static var place: [AnnotationProperty] { [geometry ?? schema.rect.untyped] }
    static var essential: [AnnotationProperty] { [] }
    static var hasAppearance: Bool { true }
    static var required: [AnnotationProperty] { [] }
    static var usualSize: (width: Double, height: Double)? { nil }
    static var defaultInteriorColor: Color? { nil }
    static var defaultTextStyle: TextStyle { TextStyle() }
    static var defaultBorder: Border { Border() }
    static var icons: [String] { [] }
    static var defaultIcon: String? { nil }
    static func drawsContents(_ annotation: Annotation) -> Bool { false }

    static func setDefaults(_ annotation: inout Annotation, stated: AnnotationChange) {}

    static func complete(_ annotation: inout Annotation, on page: Page) throws(PDFError) {}

    static func rect(shownIn place: Rectangle, rotation: Int) -> Rectangle { place }

    static func shownRect(of annotation: Annotation, on page: Page) -> Rectangle { annotation.rect }

    static func drawApplied(_ annotation: Annotation, on page: Page) -> Appearance? { nil }

    static func text(of annotation: Annotation) -> String? { nil }
}

extension Annotation {
    static let definitions: [any AnnotationDefinition.Type] = [
        Text.self, FreeText.self, Highlight.self, Underline.self, Squiggly.self, StrikeOut.self, Square.self,
        Circle.self, Line.self, Polygon.self, PolyLine.self, Ink.self, Stamp.self, Caret.self, Redact.self, Link.self,
        FileAttachment.self,
    ]

    /// The subtypes that pdfco can create, as types from which commands can be derived.
    public static var kinds: [any AnnotationKind.Type] { definitions.map { $0 as any AnnotationKind.Type } }
}
