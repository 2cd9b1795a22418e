/// One JSON object of annotation properties, read so that every complaint names its key.
struct PropertyContainer {
    private let values: KeyedDecodingContainer<AnyKey>
    /// The properties that have a value: fewer are asked for than there could be.
    private let present: [AnnotationProperty]
    private let unknownKeys: [String]

    init(_ decoder: any Decoder) throws {
        do { values = try decoder.container(keyedBy: AnyKey.self) } catch is DecodingError {
            throw PDFError.invalidAnnotation("it is not an object")
        }
        var (present, unknownKeys): ([AnnotationProperty], [String]) = ([], [])
        for key in values.allKeys {
            if let property = AnnotationProperty(rawValue: key.stringValue) {
                present.append(property)
            } else {
                unknownKeys.append(key.stringValue)
            }
        }
        (self.present, self.unknownKeys) = (present, unknownKeys)
    }

    /// Refuses keys that are unknown or do not apply; the first one in alphabetical order is named.
    func check(allowed: Set<AnnotationProperty>, for subtype: String?) throws {
        let others = present.filter { !allowed.contains($0) }.map(\.rawValue)
        guard let first = (unknownKeys + others).min() else { return }
        throw PDFError.invalidAnnotation(
            unknownKeys.contains(first)
                ? "there is no property \(first)" : "\(first) does not apply to \(subtype ?? "a change")")
    }

    /// The value of a property; `nil` where it is missing or null.
    func decode<Value: Decodable>(_ type: Value.Type, _ property: AnnotationProperty) throws -> Value? {
        try read(property) { try values.decodeIfPresent(type, forKey: $0) }
    }

    /// The same, by the decoder's own way to strings.
    func decode(_ type: String.Type, _ property: AnnotationProperty) throws -> String? {
        try read(property) { try values.decodeIfPresent(type, forKey: $0) }
    }

    /// The same, by the decoder's own way to whole numbers.
    func decode(_ type: Int.Type, _ property: AnnotationProperty) throws -> Int? {
        try read(property) { try values.decodeIfPresent(type, forKey: $0) }
    }

    private func read<Value>(_ property: AnnotationProperty, _ value: (AnyKey) throws -> Value?) throws -> Value? {
        guard present.contains(property) else { return nil }
        do { return try value(AnyKey(stringValue: property.rawValue)) } catch is DecodingError {
            throw PDFError.invalidAnnotation("\(property.rawValue) is not \(property.form)")
        }
    }

    /// The same with the difference between what is missing (`nil`) and what is null (`.some(nil)`).
    func decodeRemovable<Value: Decodable>(_ type: Value.Type, _ property: AnnotationProperty) throws -> Value?? {
        guard present.contains(property) else { return nil }
        return .some(try decode(type, property))
    }

    func rect() throws -> Rectangle? {
        try points(.rect, count: 2).map { Rectangle($0[0].x, $0[0].y, $0[1].x, $0[1].y) }
    }

    /// The form of the annotation, where one is stated.
    func geometry() throws -> Annotation.Geometry? {
        if let points = try points(.line, count: 2) { return .line(points[0], points[1]) }
        if let points = try points(.vertices, count: nil) { return .vertices(points) }
        if let strokes = try decode([Coordinates].self, .inkList) { return .inkList(strokes.map(\.points)) }
        guard let quads = try decode([Coordinates].self, .quadPoints) else { return nil }
        return .quadPoints(
            try quads.flatMap { quad throws(PDFError) in
                guard quad.points.count == 4, let read = Quadrilateral.list(quad.points) else {
                    throw .invalidAnnotation("quadPoints is not \(AnnotationProperty.quadPoints.form)")
                }
                return read
            })
    }

    private func points(_ property: AnnotationProperty, count: Int?) throws -> [Point]? {
        guard let points = try decode(Coordinates.self, property)?.points else { return nil }
        guard count == nil || points.count == count else {
            throw PDFError.invalidAnnotation("\(property.rawValue) is not \(property.form)")
        }
        return points
    }
}
