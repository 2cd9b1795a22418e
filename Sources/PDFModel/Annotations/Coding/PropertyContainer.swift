/// One JSON object of annotation properties, read so that every error names its key.
struct PropertyContainer {
    private let values: KeyedDecodingContainer<AnyKey>
    /// The keys that the object has; far fewer than an annotation can have.
    let keys: [String]

    init(_ decoder: any Decoder) throws {
        do { values = try decoder.container(keyedBy: AnyKey.self) } catch is DecodingError {
            throw PDFError.invalidAnnotation("it is not an object")
        }
        keys = values.allKeys.map { $0.stringValue }
    }

    /// Rejects keys that are unknown or do not apply; the error names the first one in alphabetical order.
    ///
    /// - Parameter others: keys that are not properties.
    func check(allowed: [AnnotationProperty], besides others: [String], for subject: String) throws {
        let refused = keys.filter { key in !others.contains(key) && !allowed.contains { $0.key == key } }
        if let first = refused.min() {
            let isKnown = others.contains(first) || Annotation.schema.all.contains { $0.key == first }
            guard !isKnown, !Self.places.contains(first) else {
                throw PDFError.invalidAnnotation("\(first) does not apply to \(subject)")
            }
            let names = others + allowed.map(\.key)
            let meant = EditDistance.question(for: first, in: names) ?? ""
            throw PDFError.invalidAnnotation("there is no property \(first)\(meant)")
        }
        for property in allowed where property.member != nil && keys.contains(property.key) {
            guard let whole = try whole(property) else { continue }
            let known = allowed.filter { $0.key == property.key }.compactMap(\.member)
            if let key = whole.allKeys.map(\.stringValue).filter({ !known.contains($0) }).min() {
                throw PDFError.invalidAnnotation(EditDistance.unknownKey(key, of: property.key, known: known))
            }
        }
    }

    /// The keys of an annotation that are not properties.
    private static let places = ["subtype", "page", "find"]

    func decode<Value: Decodable>(_ type: Value.Type, _ key: String, _ expected: String) throws -> Value? {
        guard keys.contains(key) else { return nil }
        do { return try values.decodeIfPresent(type, forKey: AnyKey(stringValue: key)) } catch let error as PDFError {
            throw error
        } catch {
            // A number that is too large, or not whole, is no DecodingError.
            throw PDFError.invalidAnnotation("\(key) is not \(expected)")
        }
    }

    /// The container and key of a property's value, which may be `null`; `nil` where the value is missing.
    func object(of property: AnnotationProperty) throws -> (KeyedDecodingContainer<AnyKey>, AnyKey)? {
        guard keys.contains(property.key) else { return nil }
        guard let member = property.member else { return (values, AnyKey(stringValue: property.key)) }
        guard let whole = try whole(property), whole.contains(AnyKey(stringValue: member)) else { return nil }
        return (whole, AnyKey(stringValue: member))
    }

    /// The object that contains a property as a member; `nil` where it is `null`.
    private func whole(_ property: AnnotationProperty) throws -> KeyedDecodingContainer<AnyKey>? {
        let key = AnyKey(stringValue: property.key)
        guard try !values.decodeNil(forKey: key) else { return nil }
        do { return try values.nestedContainer(keyedBy: AnyKey.self, forKey: key) } catch is DecodingError {
            throw Self.isNot(property)
        }
    }

    private static func isNot(_ property: AnnotationProperty) -> PDFError {
        .invalidAnnotation("\(property.key) is not \(property.expected)")
    }
}
