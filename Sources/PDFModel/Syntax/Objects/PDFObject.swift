/// One object of a PDF file as a plain value (ISO 32000-2, 7.3).
///
/// Values have no tie to the file they came from: a reader creates them, an ``IncrementalUpdate`` writes them.
public enum PDFObject: Sendable, Hashable {
    /// The null object (7.3.9), which is also what a missing entry is.
    case null
    /// True or false (7.3.2).
    case boolean(Bool)
    /// A whole number (7.3.3).
    case integer(Int)
    /// A real number in the decimal notation in which it is written, so that existing values are carried over
    /// unchanged.
    case real(String)
    /// A string of bytes, which may be text (7.3.4).
    case string(PDFString)
    /// A name (7.3.5).
    case name(Name)
    /// An array (7.3.6).
    case array([PDFObject])
    /// A dictionary (7.3.7).
    case dictionary(PDFDictionary)
    /// A dictionary with data (7.3.8).
    case stream(PDFStream)
    /// A reference to an indirect object (7.3.10).
    case reference(IndirectReference)
}

/// The object number and generation number that identify an indirect object (ISO 32000-2, 7.3.10).
public struct IndirectReference: Sendable, Hashable, Comparable {
    /// From 1 upwards.
    public var number: Int
    /// From 0 to 65,535.
    public var generation: Int

    /// Creates a reference to an object by its number, from 1.
    public init(_ number: Int, generation: Int = 0) {
        self.number = number
        self.generation = generation
    }

    public static func < (left: Self, right: Self) -> Bool {
        (left.number, left.generation) < (right.number, right.generation)
    }

    /// Hashes the number alone: files hardly ever have one number with two generations.
    public func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

extension IndirectReference: CustomStringConvertible {
    /// The reference as written in a file: `12 0 R`.
    public var description: String { "\(number) \(generation) R" }
}

/// A stream object: a dictionary and, for a new stream, the encoded data (ISO 32000-2, 7.3.8).
public struct PDFStream: Sendable, Hashable {
    /// The dictionary of the stream.
    public var dictionary: PDFDictionary
    /// The data as written; `nil` for a stream that was read, whose data stays in its file.
    public var data: [UInt8]?
    /// Whether the data is already encrypted, because it was copied from an encrypted file.
    var isEncrypted = false

    /// Creates a stream of its dictionary and its data, still encoded as the dictionary's filters say.
    public init(_ dictionary: PDFDictionary, data: [UInt8]?) {
        self.dictionary = dictionary
        self.data = data
    }
}

extension PDFObject {
    /// Returns an integer where `value` is one, else a real rounded to a ten-thousandth of a unit.
    ///
    /// A ten-thousandth of a point is far below what any device shows, and rounding makes equal values equal bytes.
    public static func number(_ value: Double) -> PDFObject {
        DecimalNotation.integer(value).map(PDFObject.integer) ?? .real(DecimalNotation.text(value))
    }

    /// A rectangle as the array of its lower-left and upper-right corners (7.9.5).
    public static func rectangle(_ rectangle: Rectangle) -> PDFObject {
        .numbers([rectangle.x0, rectangle.y0, rectangle.x1, rectangle.y1])
    }

    /// Returns an array of numbers.
    public static func numbers(_ values: [Double]) -> PDFObject { .array(values.map(PDFObject.number)) }

    /// A text string (7.9.2.2).
    public static func text(_ text: String) -> PDFObject { .string(PDFString(text: text)) }

    var isNull: Bool { if case .null = self { true } else { false } }

    /// Whether it is an array or a dictionary.
    var isContainer: Bool {
        switch self {
        case .array, .dictionary: true
        default: false
        }
    }

    /// The value of an integer; `nil` for other objects.
    public var integerValue: Int? { if case .integer(let value) = self { value } else { nil } }
    /// The value of a name; `nil` for other objects.
    public var nameValue: Name? { if case .name(let value) = self { value } else { nil } }
    /// The value of a string; `nil` for other objects.
    public var stringValue: PDFString? { if case .string(let value) = self { value } else { nil } }
    /// The objects of an array; `nil` for other objects.
    public var arrayValue: [PDFObject]? { if case .array(let value) = self { value } else { nil } }
    /// The reference; `nil` for direct objects.
    public var referenceValue: IndirectReference? { if case .reference(let value) = self { value } else { nil } }

    /// The entries of a dictionary, or of a stream's dictionary.
    public var dictionaryValue: PDFDictionary? {
        switch self {
        case .dictionary(let value): value
        case .stream(let value): value.dictionary
        default: nil
        }
    }

    /// An integer or a real as a number; reals in any notation that a file may have (`.5`, `4.`, `-.002`).
    public var numberValue: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .real(let text): DecimalNotation.value(text)
        default: nil
        }
    }

    /// The numbers of an array that holds only numbers.
    public var numbersValue: [Double]? {
        guard let items = arrayValue else { return nil }
        let numbers = items.compactMap(\.numberValue)
        return numbers.count == items.count ? numbers : nil
    }
}
