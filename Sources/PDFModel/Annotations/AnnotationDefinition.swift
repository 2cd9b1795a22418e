/// A subtype that pdfco makes.
///
/// The command that adds one is made from the type: ``AnnotationSubtype/name`` gives its name, the properties its options.
public protocol AnnotationKind {
    /// The standard's name of the subtype (ISO 32000-2, Table 171).
    static var subtype: String { get }
    /// What the command that adds one does, as a sentence.
    static var summary: String { get }
    /// The options of an example.
    static var example: String { get }
    /// The properties of which one must be stated for the annotation to have a place.
    static var place: [AnnotationProperty] { get }
    /// Other properties that must be stated.
    static var required: [AnnotationProperty] { get }
}

/// What pdfco knows of one subtype that it makes: the properties that apply, their defaults, and how it is drawn.
///
/// A new subtype is a file in `Subtypes` that conforms to this, and its line in ``Annotation/definitions``.
protocol AnnotationDefinition: AnnotationKind, Sendable {
    static var properties: [AnnotationProperty] { get }
    /// The property that gives the annotation its shape; `nil` where that is `rect`.
    static var geometry: AnnotationProperty? { get }
    static var defaultColor: Color? { get }
    static var defaultBorder: Border { get }
    /// The values of `icon`; none where it does not apply.
    static var icons: [String] { get }
    /// What readers assume where no icon is stated.
    static var defaultIcon: String? { get }

    /// Derives what the annotation leaves open, such as its rectangle, and throws where it cannot be drawn.
    ///
    /// Numbers are rounded and within range when this is called.
    static func complete(_ annotation: inout Annotation, on page: Page) throws(PDFError)

    /// Where readers show a complete annotation.
    static func shownRect(of annotation: Annotation, on page: Page) -> Rectangle

    /// The normal appearance of a complete annotation.
    static func draw(_ annotation: Annotation, on page: Page) -> Appearance
}

extension AnnotationDefinition {
    static var schema: AnnotationSchema { Annotation.schema }
    static var geometry: AnnotationProperty? { nil }
    static var place: [AnnotationProperty] { [geometry ?? schema.rect.untyped] }
    static var required: [AnnotationProperty] { [] }
    static var defaultBorder: Border { Border() }
    static var icons: [String] { [] }
    static var defaultIcon: String? { nil }

    static func complete(_ annotation: inout Annotation, on page: Page) throws(PDFError) {}

    static func shownRect(of annotation: Annotation, on page: Page) -> Rectangle { annotation.rect }
}

extension Annotation {
    static let definitions: [any AnnotationDefinition.Type] = [
        Text.self, FreeText.self, Highlight.self, Underline.self, Squiggly.self, StrikeOut.self, Square.self,
        Circle.self, Line.self, Polygon.self, PolyLine.self, Ink.self, Stamp.self,
    ]

    /// The subtypes that pdfco makes, as types from which commands can be made.
    public static var kinds: [any AnnotationKind.Type] { definitions }

    static func definition(of subtype: String) -> (any AnnotationDefinition.Type)? {
        definitions.first { $0.subtype == subtype }
    }
}
