/// The shape at one end of a line (ISO 32000-2, Table 179).
public enum LineEnding: String, Sendable, CaseIterable, Codable {
    /// No shape.
    case none = "None"
    /// A square, filled with the interior colour.
    case square = "Square"
    /// A circle, filled with the interior colour.
    case circle = "Circle"
    /// A square that stands on a corner, filled with the interior colour.
    case diamond = "Diamond"
    /// Two lines that meet in the tip.
    case openArrow = "OpenArrow"
    /// A triangle whose tip is the end, filled with the interior colour.
    case closedArrow = "ClosedArrow"
    /// A short line across the end.
    case butt = "Butt"
    /// Two lines that meet in the end and open outwards.
    case reverseOpenArrow = "ROpenArrow"
    /// A triangle whose tip points inwards, filled with the interior colour.
    case reverseClosedArrow = "RClosedArrow"
    /// A short line across the end, 30° from the perpendicular.
    case slash = "Slash"

    package static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

/// The shapes at both ends of a line (`/LE`).
public struct LineEndings: Sendable, Hashable {
    /// The shape at the first point of the line.
    public var start: LineEnding
    /// The shape at the last point of the line.
    public var end: LineEnding

    /// Creates a pair of endings; an ending that is left out is plain.
    public init(start: LineEnding = .none, end: LineEnding = .none) {
        self.start = start
        self.end = end
    }

    /// Reads `/LE`; a missing or unknown ending is ``LineEnding/none``, the standard's default.
    init(reading annotation: AnnotationReader) {
        let names = annotation.items(.lineEndings)?.map { $0.nameValue.flatMap { LineEnding(rawValue: $0.text) } } ?? []
        self.init(start: (names.first ?? nil) ?? .none, end: (names.dropFirst().first ?? nil) ?? .none)
    }

    var object: PDFObject { .array([start, end].map { .name(Name($0.rawValue)) }) }
}
