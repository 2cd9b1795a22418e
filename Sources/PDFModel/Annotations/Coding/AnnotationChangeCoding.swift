internal import FoundationEssentials

extension AnnotationChange: Codable {
    /// Reads the JSON form of an annotation in which every key is optional; `null` removes a colour or a reply.
    ///
    /// - Throws: `PDFError.invalidAnnotation` that names the invalid key.
    public init(from decoder: any Decoder) throws {
        let values = try PropertyContainer(decoder)
        try values.check(allowed: Annotation.schema.changeable, besides: [], for: "a change")
        try self.init(values, Annotation.schema.changeable)
    }

    /// The values that the container states for `properties`, which are in the order of the schema.
    init(_ container: PropertyContainer, _ properties: [AnnotationProperty]) throws {
        self.init()
        for property in properties {
            guard let (object, key) = try container.object(of: property) else { continue }
            let isNull = try object.decodeNil(forKey: key)
            guard !isNull || property.isRemovable else { continue }
            try add(property) { values in
                if isNull { return property.remove(&values) }
                do { try property.decode(object, key, &values) } catch let error as PDFError { throw error } catch {
                    // A number that is too large, or not whole, is no DecodingError.
                    throw PDFError.invalidAnnotation("\(property.key) is not \(property.expected)")
                }
            }
        }
    }

    /// Writes the keys of the properties that change.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: AnyKey.self)
        for property in properties { try container.encode(property, of: values) }
    }
}
