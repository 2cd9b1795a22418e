/// What pdfco knows of one subtype that it can make: the properties that apply, their defaults, and how it is drawn.
///
/// A new subtype is a file in `Subtypes` that conforms to this, and its line in ``Annotation/definitions``.
protocol AnnotationDefinition: Sendable {
    /// The standard's name of the subtype (ISO 32000-2, Table 171).
    static var subtype: String { get }
    static var properties: Set<AnnotationProperty> { get }
    /// The property that gives the annotation its form; `nil` where that is `rect`.
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
    static var geometry: AnnotationProperty? { nil }
    static var defaultBorder: Border { Border() }
    static var icons: [String] { [] }
    static var defaultIcon: String? { nil }

    static func complete(_ annotation: inout Annotation, on page: Page) throws(PDFError) {}

    static func shownRect(of annotation: Annotation, on page: Page) -> Rectangle { annotation.rect }

    static func setDefaults(_ annotation: inout Annotation) {
        annotation.color = defaultColor
        annotation.icon = defaultIcon
        if properties.contains(.border) { annotation.border = defaultBorder }
        if properties.contains(.lineEndings) { annotation.lineEndings = LineEndings() }
        if properties.contains(.fontSize) { annotation.textStyle = TextStyle() }
    }
}

extension Annotation {
    /// The subtypes that pdfco makes, in the order in which they are listed to users.
    static let definitions: [any AnnotationDefinition.Type] = [
        Text.self, FreeText.self, Highlight.self, Underline.self, Squiggly.self, StrikeOut.self, Square.self,
        Circle.self, Line.self, Ink.self, Stamp.self,
    ]

    /// The subtypes that can be made and redrawn; others can be listed and removed.
    public static let supportedSubtypes: [String] = definitions.map { $0.subtype }

    /// The values that ``icon`` can have in annotations of a subtype that pdfco makes.
    public static func icons(of subtype: String) -> [String] { definition(of: subtype)?.icons ?? [] }

    static func definition(of subtype: String) -> (any AnnotationDefinition.Type)? {
        definitions.first { $0.subtype == subtype }
    }
}
