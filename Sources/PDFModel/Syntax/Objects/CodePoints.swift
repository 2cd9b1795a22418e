/// Text from bytes of a PDF or of JSON; two texts are the same only if their code points are.
///
/// Swift's `String` considers canonically equivalent texts equal. But a composed and a decomposed letter are two
/// different names to every other reader, and different contents to their writers.
public protocol ComparedByCodePoints: Sendable {
    /// Whether two values have the same code points.
    static func haveSameCodePoints(_ left: Self, _ right: Self) -> Bool
}

extension String: ComparedByCodePoints {
    /// Whether two texts have the same code points.
    public static func haveSameCodePoints(_ left: String, _ right: String) -> Bool { left.isSame(as: right) }
}

extension Optional: ComparedByCodePoints where Wrapped: ComparedByCodePoints {
    public static func haveSameCodePoints(_ left: Wrapped?, _ right: Wrapped?) -> Bool {
        switch (left, right) {
        case (nil, nil): true
        case (let left?, let right?): Wrapped.haveSameCodePoints(left, right)
        default: false
        }
    }
}

/// A property whose text is compared by its code points.
@propertyWrapper
public struct CodePoints<Value: ComparedByCodePoints>: Equatable, Sendable {
    /// The text.
    public var wrappedValue: Value

    /// Wraps a text.
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

    public static func == (left: Self, right: Self) -> Bool {
        Value.haveSameCodePoints(left.wrappedValue, right.wrappedValue)
    }
}

extension CodePoints: Hashable where Value == String {
    /// Creates a key of a dictionary or a member of a set.
    public init(_ text: String) { wrappedValue = text }

    public func hash(into hasher: inout Hasher) {
        for byte in wrappedValue.utf8 { hasher.combine(byte) }
        hasher.combine(UInt8(0xFF))
    }
}

extension String {
    /// Whether both have the same code points.
    func isSame(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
