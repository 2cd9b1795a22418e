internal import FoundationEssentials

/// The value of `find` in JSON: the text, or an object with more about what is meant.
extension TextPlace: Decodable {
    private static let keys = [
        "text", "regex", "wholeWord", "ignoreCase", "occurrence", "within", "maxMatches", "beside", "words",
    ]

    public init(from decoder: any Decoder) throws {
        if let text = try? decoder.singleValueContainer().decode(String.self) {
            self.init(try TextQuery(text).checked())
            return
        }
        guard let values = try? decoder.container(keyedBy: AnyKey.self) else {
            throw PDFError.invalidAnnotation("find is neither a string nor an object")
        }
        if let key = values.allKeys.map(\.stringValue).filter({ !Self.keys.contains($0) }).min() {
            throw PDFError.invalidAnnotation(EditDistance.unknownKey(key, of: "find", known: Self.keys))
        }
        func value<Value: Decodable>(_ type: Value.Type, _ key: String, _ expected: String) throws -> Value? {
            do { return try values.decodeIfPresent(type, forKey: AnyKey(stringValue: key)) } catch is DecodingError {
                throw PDFError.invalidAnnotation("\(key) in find is not \(expected)")
            }
        }
        guard let text = try value(String.self, "text", "a string") else {
            throw PDFError.invalidAnnotation("text in find is missing")
        }
        var query = TextQuery(text)
        query.isRegularExpression = try value(Bool.self, "regex", "true or false") ?? false
        query.isWholeWord = try value(Bool.self, "wholeWord", "true or false") ?? false
        query.ignoresCase = try value(Bool.self, "ignoreCase", "true or false") ?? false
        if (try? value(String.self, "occurrence", "")) != "all" {
            query.occurrence = try value(Int.self, "occurrence", "all or a number of at least 1")
        }
        if let numbers = try value([Double].self, "within", "four numbers") {
            guard numbers.count == 4 else { throw PDFError.invalidAnnotation("within in find is not four numbers") }
            query.area = Rectangle(numbers[0], numbers[1], numbers[2], numbers[3])
        }
        query.limit = try value(Int.self, "maxMatches", "a number of at least 1") ?? query.limit
        self.init(try query.checked())
        if let word = try value(String.self, "beside", "a side") {
            guard let side = Side(rawValue: word) else {
                let sides = Side.allCases.map { $0.rawValue }.joined(separator: ", ")
                throw PDFError.invalidAnnotation("beside in find is not one of \(sides)")
            }
            self.side = side
        }
        words = try value(String.self, "words", "a path")
    }
}

extension TextPlace {
    /// The form of `find` as JSON Schema describes it.
    static var jsonSchema: JSONText {
        let text: [String: JSONText] = ["type": .text("string"), "minLength": .number(1)]
        let count: [String: JSONText] = ["type": .text("integer"), "minimum": .number(1)]
        let boolean = JSONText.object(JSONType.boolean.keywords())
        let sides = JSONType.word(Side.allCases.map(\.rawValue))
        let members: [String: JSONText] = [
            "text": .object(text), "regex": boolean, "wholeWord": boolean, "ignoreCase": boolean,
            "occurrence": .object(["oneOf": .array([.object(count), .object(["const": .text("all")])])]),
            "within": .object(JSONType.array(.number, count: 4).keywords()), "maxMatches": .object(count),
            "beside": .object(sides.keywords()), "words": .object(JSONType.string.keywords()),
        ]
        return .object([
            "description": .text(
                """
                In an import or a batch, instead of coordinates: the text to annotate. The annotation is added at each \
                match. A string, or an object with `text` and, named after the options of `pdfco annotate highlight`, \
                `regex`, `wholeWord`, `ignoreCase` (true or false), `occurrence` (a number or `all`), `within` (a \
                rectangle), `maxMatches`, `beside` (`left`, `right`, `above` or `below`) and `words` (a path). \
                Annotations without a name get one that follows from the match.
                """),
            "oneOf": .array([
                .object(text),
                .object([
                    "type": .text("object"), "additionalProperties": .boolean(false),
                    "required": .array([.text("text")]), "properties": .object(members),
                ]),
            ]),
        ])
    }
}

extension TextQuery {
    /// The query, if its numbers can be meant.
    fileprivate func checked() throws(PDFError) -> TextQuery {
        guard !text.allSatisfy(\.isWhitespace) else { throw .invalidAnnotation("the text to find is empty") }
        guard occurrence ?? 1 > 0, limit > 0 else {
            throw .invalidAnnotation("occurrence and maxMatches in find are numbers of at least 1")
        }
        return self
    }
}

/// An annotation in JSON, which may have `find` instead of a place.
extension StatedAnnotation: Decodable {
    public init(from decoder: any Decoder) throws {
        let values = try PropertyContainer(decoder)
        find = try values.decode(TextPlace.self, "find", "a string or an object")
        annotation = try Annotation(values, isAboutText: find != nil)
        hasPage = values.keys.contains("page")
        guard find != nil else { return }
        stated = try AnnotationChange(
            values, AnnotationSubtype.named(annotation.subtype).properties + Annotation.schema.switches)
        guard !AnnotationSubtype.named(annotation.subtype).canBePlacedAtText else { return }
        throw PDFError.invalidAnnotation("find does not apply to \(annotation.subtype)")
    }
}

extension AnnotationSubtype {
    /// Whether a rectangle places it, so that text can.
    var canBePlacedAtText: Bool {
        definition?.place.contains(Annotation.schema.rect.untyped) ?? false
    }
}
