import FoundationEssentials
import Mutations
import Testing

@testable import PDFModel

/// Annotations of every kind that can be made, the same for the same seed.
struct SampleAnnotations {
    private var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(state: seed) }

    static func page(rotation: Int = 0) -> Page {
        Page(
            number: 1, place: Page.Place(reference: nil, parent: IndirectReference(2), index: 0), dictionary: [:],
            mediaBox: Rectangle(0, 0, 595, 842), cropBox: Rectangle(0, 0, 595, 842), rotation: rotation)
    }

    /// An annotation with a random value for each property that applies to `subtype`.
    mutating func annotation(_ subtype: String) -> Annotation {
        let (schema, kind) = (Annotation.schema, AnnotationSubtype.named(subtype))
        var annotation = Annotation(subtype, page: 1, rect: rectangle())
        for property in kind.properties {
            let isOptional =
                property.isRemovable || kind.definition?.place.count == 2 && property != schema.rect.untyped
            if isOptional, property != schema.name.untyped, Bool.random(using: &generator) { continue }
            if property == schema.icon.untyped {
                annotation.icon = kind.values(of: property).randomElement(using: &generator)
            } else if ![
                schema.inReplyTo.untyped, schema.targetPage.untyped, schema.popup.untyped, schema.appearance.untyped,
                schema.image.untyped, schema.isSmooth.untyped,
            ].contains(property),
                property.key != "attachment"
            {
                Self.typed[property.name]?.fill(&annotation, from: &self)
            }
        }
        // Such a stamp shows its contents, so it has some.
        if annotation.icon == "Custom" { annotation.contents = "Seen (" + (annotation.contents ?? "") }
        return annotation
    }

    /// The properties with the types of their values.
    private static let typed: [String: any SampledProperty] = {
        let properties = Mirror(reflecting: Annotation.schema).children.compactMap { $0.value as? any SampledProperty }
        return Dictionary(uniqueKeysWithValues: properties.map { ($0.untyped.name, $0) })
    }()

    /// A value of that type; which numbers are allowed is for the property to say.
    fileprivate mutating func value<Value>(_ type: Value.Type) -> Value? {
        let value: Any? =
            switch type {
            case is String.Type: text()
            case is Bool.Type: Bool.random(using: &generator)
            case is ReplyType.Type: pick() as ReplyType
            case is Int.Type: Int.random(in: 0...1023, using: &generator)
            case is Double.Type: number([0...1, 0...6, 1...40].randomElement(using: &generator)!)
            case is [Double].Type: list(0...3) { $0.number(0.5...5) }
            case is Color.Type: color()
            case is Date.Type: date()
            case is Rectangle.Type: rectangle()
            case is [Quadrilateral].Type: list(1...4) { Quadrilateral($0.rectangle()) }
            case is [Point].Type: list(3...8) { $0.point() }
            case is [[Point]].Type: list(1...3) { $0.list(1...8) { $0.point() } }
            case is LineEndings.Type: LineEndings(start: pick(), end: pick())
            case is LineEnding.Type: pick() as LineEnding
            case is Border.Style.Type: pick() as Border.Style
            case is TextAlignment.Type: pick() as TextAlignment
            case is FontStyle.Type: pick() as FontStyle
            case is VerticalAlignment.Type: pick() as VerticalAlignment
            case is [UInt8].Type: actions()
            default: nil
            }
        return value as? Value
    }

    private mutating func list<Element>(_ count: ClosedRange<Int>, _ make: (inout Self) -> Element) -> [Element] {
        (0..<Int.random(in: count, using: &generator)).map { _ in make(&self) }
    }

    private mutating func pick<Value: CaseIterable>() -> Value {
        let cases = Array(Value.allCases)
        return cases[Int.random(in: 0..<cases.count, using: &generator)]
    }

    private mutating func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &generator) }

    private mutating func point() -> Point { Point(number(-50...650), number(-50...900)) }

    private mutating func rectangle() -> Rectangle {
        let corner = point()
        return Rectangle(corner.x, corner.y, corner.x + number(1...200), corner.y + number(1...200))
    }

    private mutating func color() -> Color { Color(red: number(0...1), green: number(0...1), blue: number(0...1)) }

    /// A script that runs when the pointer enters the annotation.
    private mutating func actions() -> [UInt8]? {
        let script: PDFDictionary = ["S": .name("JavaScript"), "JS": .text(text())]
        return AnnotationActions(["AA": .dictionary(["E": .dictionary(script)])])?.bytes
    }

    private mutating func date() -> Date { Date(timeIntervalSince1970: number(-1e9...4e9)) }

    private mutating func text() -> String {
        let pieces = ["word", "(paren)", "żółć", "\\", "α→β", "日本", "\n", "\r\n", "%", "\u{1B}de", "þÿ", "🙂", "€", " "]
        return list(0...6) { sample in pieces[Int.random(in: 0..<pieces.count, using: &sample.generator)] }.joined()
    }
}

private protocol SampledProperty: Sendable {
    var untyped: AnnotationProperty { get }
    func fill(_ annotation: inout Annotation, from samples: inout SampleAnnotations)
}

extension Property: SampledProperty {
    /// Sets a random value that is allowed.
    fileprivate func fill(_ annotation: inout Annotation, from samples: inout SampleAnnotations) {
        repeat {
            guard let value = samples.value(Value.self) else {
                Issue.record("no sample for \(untyped.name)")
                return
            }
            set(&annotation, value)
        } while untyped.problem?(annotation) != nil
    }
}
