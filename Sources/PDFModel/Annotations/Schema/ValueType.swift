internal import Cryptography
internal import FoundationEssentials

/// A type of property values: how they are written in JSON and as arguments, and which are allowed.
struct ValueType<Value: Equatable & Sendable>: Sendable {
    /// What a value looks like in JSON, to complete the sentence "… is not".
    var expected: String
    /// The same for programs.
    var json: JSONType
    /// What a value looks like as an argument, to complete the sentence "--option takes …".
    var expectedArgument: String
    /// Decodes the value of a key that has one; throws `DecodingError` where it has another form.
    var decode: @Sendable (KeyedDecodingContainer<AnyKey>, AnyKey) throws -> Value
    var encode: @Sendable (Value, inout KeyedEncodingContainer<AnyKey>, AnyKey) throws -> Void
    /// Returns the value that the arguments denote; there is one argument unless the option is repeatable.
    var parse: @Sendable ([String]) -> Value?
    /// The value as it reads back from a file; `nil` where every value does so as it is.
    var rounded: (@Sendable (Value) -> Value)?
    var areSame: @Sendable (Value, Value) -> Bool = { $0 == $1 }
    /// Returns what is wrong with a value, as a sentence; `nil` where nothing is, or can be.
    var problem: (@Sendable (Value) -> String?)?

    /// Returns the same type with fewer allowed values.
    func checked(_ problem: String, _ isAllowed: @escaping @Sendable (Value) -> Bool) -> ValueType {
        var type = self
        type.problem = { isAllowed($0) ? nil : problem }
        return type
    }
}

extension ValueType where Value: Codable {
    /// Creates a type whose JSON form is the value's own coding.
    init(
        coded expected: String, _ json: JSONType, argument expectedArgument: String? = nil,
        rounded: (@Sendable (Value) -> Value)? = nil,
        parse: @escaping @Sendable (String) -> Value?
    ) {
        self.init(
            expected: expected, json: json, expectedArgument: expectedArgument ?? expected,
            decode: { try $0.decode(Value.self, forKey: $1) },
            encode: { try $1.encode(rounded?($0) ?? $0, forKey: $2) },
            parse: { $0.last.flatMap(parse) }, rounded: rounded)
    }
}

// MARK: Words and numbers

extension ValueType<String> {
    static let text = ValueType(
        expected: "a string", json: .string, expectedArgument: "text in UTF-8",
        decode: { try $0.decode(String.self, forKey: $1) }, encode: { try $1.encode($0, forKey: $2) },
        parse: \.last, rounded: withoutEscapes,
        areSame: { String.haveSameCodePoints($0, $1) })

    /// A URI (RFC 3986). Characters beyond ASCII, and those that no URI has, are percent-encoded.
    static let uri = {
        var type = text
        type.rounded = { text in
            let encoded = text.utf8.map { byte in
                let isAllowed = (0x21..<0x7F).contains(byte) && !Array("\"<>\\^`{|}".utf8).contains(byte)
                return isAllowed ? String(UnicodeScalar(byte)) : "%" + [byte].hexadecimal.uppercased()
            }
            return encoded.joined()
        }
        // A document may have addresses relative to its base URI. Typed without a scheme, one is a web address, which viewers
        // look for among files.
        type.expectedArgument = "an address with its scheme, such as https://example.org/"
        type.parse = { $0.last.flatMap { $0.wholeMatch(of: #/[A-Za-z][A-Za-z0-9+\-]*:.+/#) == nil ? nil : $0 } }
        return type.checked("the URI is empty") { !$0.isEmpty }
    }()

    /// `text` without U+001B, which introduces a language in a text string and is not text (ISO 32000-2, 7.9.2.2.1).
    @Sendable private static func withoutEscapes(_ text: String) -> String {
        guard text.utf8.contains(0x1B) else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != "\u{1B}" }))
    }
}

extension ValueType<Int> {
    static let integer = ValueType(
        expected: "a whole number", json: .integer, expectedArgument: "a whole number",
        decode: { try $0.decode(Int.self, forKey: $1) }, encode: { try $1.encode($0, forKey: $2) },
        parse: { $0.last.flatMap { Int($0) } })
}

extension ValueType<Double> {
    static let number = ValueType(
        coded: "a number", .number, rounded: { DecimalNotation.rounded($0) },
        parse: { text in Double(text).flatMap { $0.isFinite ? $0 : nil } })
}

extension ValueType<Bool> {
    static let truth = ValueType(coded: "true or false", .boolean) { Bool($0) }
}

extension ValueType<[UInt8]> {
    /// Bytes, in JSON as base64 (RFC 4648). A command reads them from a file.
    static let bytes = ValueType(
        expected: "a string in base64", json: .string, expectedArgument: "the path of a file",
        decode: { values, key in Array(try values.decode(Data.self, forKey: key)) },
        encode: { try $1.encode(Data($0), forKey: $2) }, parse: { _ in nil })
}

extension ValueType<[Double]> {
    static let lengths = ValueType(
        coded: "an array of numbers", .array(.number), argument: "lengths in points such as 3,2",
        rounded: { $0.map(DecimalNotation.rounded) }, parse: numbers)

    /// Reads numbers with a comma or spaces between them.
    @Sendable static func numbers(_ text: String) -> [Double]? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { $0.split(separator: " ") }
        let words = parts.flatMap(\.self)
        let numbers = words.compactMap { Double($0) }.filter(\.isFinite)
        return numbers.count == words.count && !parts.contains([]) ? numbers : nil
    }
}

extension ValueType where Value: RawRepresentable & CaseIterable & Codable, Value.RawValue == String {
    /// One of a few words, in any letter case.
    static func word(_ expected: String) -> ValueType {
        let words = Value.allCases.map(\.rawValue).joined(separator: ", ")
        return ValueType(
            coded: "\(expected) (\(words))", .word(Value.allCases.map(\.rawValue)), argument: "one of \(words)"
        ) { text in
            Value.allCases.first { $0.rawValue.lowercased() == text.lowercased() }
        }
    }
}

// MARK: Colours, line endings and times

extension ValueType<Color> {
    static let color = ValueType(
        expected: "a colour (#rrggbb or a CSS name)", json: .string, expectedArgument: "a CSS colour name or #rrggbb",
        decode: { values, key in
            guard let color = Color(try values.decode(String.self, forKey: key)) else {
                throw DecodingError.dataCorruptedError(forKey: key, in: values, debugDescription: "not a colour")
            }
            return color
        },
        encode: { try $1.encode($0.rounded.hexadecimal, forKey: $2) }, parse: { $0.last.flatMap { Color($0) } },
        rounded: \.rounded)
}

extension ValueType<LineEndings> {
    static let lineEndings = ValueType(
        coded: "an array of 2 line endings (\(LineEnding.list))",
        .array(.word(LineEnding.allCases.map(\.rawValue)), count: 2),
        argument: "two of \(LineEnding.list), separated by a comma"
    ) { text in
        let endings = text.split(separator: ",", omittingEmptySubsequences: false).map { name in
            LineEnding.allCases.first { $0.rawValue.lowercased() == name.lowercased() }
        }
        guard endings.count == 2, let start = endings[0], let end = endings[1] else { return nil }
        return LineEndings(start: start, end: end)
    }
}

extension ValueType<Date> {
    /// A time in whole seconds, in the range of years that a PDF date can have (ISO 32000-2, 7.9.4).
    static let date = ValueType(
        expected: "a time in RFC 3339 format", json: .time, expectedArgument: "a date such as 2026-11-21T09:30:00Z",
        decode: { try $0.decode(Timestamp.self, forKey: $1).date },
        encode: { try $1.encode(Timestamp($0), forKey: $2) },
        parse: { $0.last.flatMap { Date(timestamp: $0) } },
        rounded: { Date(timeIntervalSince1970: $0.timeIntervalSince1970.rounded(.down)) }
    ).checked("a date is not in the years 0 to 9999") { datesInPDF.contains($0.timeIntervalSince1970) }

    /// From the start of the year 0 to the end of 9999, in seconds since 1970.
    private static let datesInPDF = -62_167_219_200.0..<253_402_300_800.0
}

// MARK: Positions, whose points are written in JSON as a flat list of their coordinates, as in PDF

extension ValueType {
    /// - Parameters:
    ///   - read: returns the value with these points; `nil` where their number is wrong.
    ///   - points: returns the points of a value.
    private static func place(
        _ expected: String, _ json: JSONType, argument: String, _ read: @escaping @Sendable ([Point]) -> Value?,
        points: @escaping @Sendable (Value) -> [Point], rounded: @escaping @Sendable (Value) -> Value
    ) -> ValueType {
        ValueType(
            expected: expected, json: json, expectedArgument: argument,
            decode: { values, key in
                var list = try values.nestedUnkeyedContainer(forKey: key)
                guard let value = read(try Coordinates(&list).points) else {
                    throw DecodingError.dataCorruptedError(forKey: key, in: values, debugDescription: "not \(expected)")
                }
                return value
            },
            encode: { try $1.encode(Coordinates(points($0)), forKey: $2) },
            parse: { $0.last.flatMap(self.points).flatMap(read) }, rounded: rounded
        ).within(points)
    }

    /// A type as above for several lists of points.
    private static func places<Part: Equatable & Sendable>(
        _ expected: String, _ json: JSONType, argument: String, _ read: @escaping @Sendable ([Point]) -> Part?,
        points: @escaping @Sendable (Part) -> [Point], rounded: @escaping @Sendable (Part) -> Part
    ) -> ValueType where Value == [Part] {
        ValueType(
            expected: expected, json: json, expectedArgument: argument,
            decode: { values, key in
                var lists = try values.nestedUnkeyedContainer(forKey: key)
                var parts: [Part] = []
                while !lists.isAtEnd {
                    var list = try lists.nestedUnkeyedContainer()
                    guard let part = read(try Coordinates(&list).points) else {
                        throw DecodingError.dataCorruptedError(
                            forKey: key, in: values, debugDescription: "not \(expected)")
                    }
                    parts.append(part)
                }
                return parts
            },
            encode: { try $1.encode($0.map { Coordinates(points($0)) }, forKey: $2) },
            parse: { texts in
                let parts = texts.compactMap { self.points($0).flatMap(read) }
                return parts.count == texts.count ? parts : nil
            },
            rounded: { $0.map(rounded) }
        ).within { $0.flatMap(points) }
    }

    @Sendable private static func points(_ text: String) -> [Point]? {
        ValueType<[Double]>.numbers(text).flatMap { Point.list($0) }
    }

    private func within(_ points: @escaping @Sendable (Value) -> [Point]) -> ValueType {
        let allowed = -1e6...1e6
        return checked("a coordinate is beyond a million points") { value in
            points(value).allSatisfy { allowed.contains($0.x) && allowed.contains($0.y) }
        }
    }
}

extension ValueType<Rectangle> {
    static let rectangle = place(
        "an array of 4 numbers", .array(.number, count: 4), argument: "two opposite corners x0,y0,x1,y1 in points",
        { $0.count == 2 ? Rectangle($0[0].x, $0[0].y, $0[1].x, $0[1].y) : nil },
        points: { [Point($0.x0, $0.y0), Point($0.x1, $0.y1)] }, rounded: { $0.mapCorners(\.rounded) })
}

extension ValueType<[Point]> {
    static let points = place(
        "an array of an even number of numbers", .array(.number), argument: "points x1,y1,x2,y2,… in points", { $0 },
        points: { $0 },
        rounded: { $0.map(\.rounded) })

    /// The two end points of a line.
    static let ends = place(
        "an array of 4 numbers", .array(.number, count: 4), argument: "two ends x0,y0,x1,y1 in points",
        { $0.count == 2 ? $0 : nil },
        points: { $0 }, rounded: { $0.map(\.rounded) })
}

extension ValueType<[[Point]]> {
    static let strokes = places(
        "an array of arrays of an even number of numbers", .array(.array(.number)),
        argument: "points x1,y1,x2,y2,… in points", { $0 },
        points: { $0 }, rounded: { $0.map(\.rounded) })
}

extension ValueType<[Quadrilateral]> {
    static let quadrilaterals = places(
        "an array of arrays of 8 numbers", .array(.array(.number, count: 8)),
        argument: "four corners x1,y1,x2,y2,x3,y3,x4,y4 in points",
        { $0.count == 4 ? Quadrilateral.list($0)?.first : nil }, points: { $0.points },
        rounded: { $0.mapPoints(\.rounded) })
}
