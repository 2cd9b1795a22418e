internal import FoundationEssentials

/// The JSON form of an annotation, the same wherever pdfco reads or prints one.
///
/// Values that are absent are left out. A colour that is transparent where the subtype has one by default is `null`.
extension Annotation: Codable {
    /// Reads an annotation; what the object leaves out has the subtype's defaults.
    ///
    /// - Throws: `PDFError.invalidAnnotation` that names the key which is unknown, does not apply to the subtype or has
    ///   a value of the wrong form.
    public init(from decoder: any Decoder) throws {
        let values = try PropertyContainer(decoder)
        guard let subtype = try values.decode(String.self, .subtype) else {
            throw PDFError.invalidAnnotation("subtype is missing")
        }
        guard let page = try values.decode(Int.self, .page) else { throw PDFError.invalidAnnotation("page is missing") }
        try values.check(allowed: Self.properties(of: subtype), for: subtype)
        let rect = try values.rect()
        if let geometry = try values.geometry() {
            self.init(subtype, page: page, geometry: geometry)
            if let rect { self.rect = rect }
        } else {
            guard let rect else { throw PDFError.invalidAnnotation("rect is missing") }
            self.init(subtype, page: page, rect: rect)
        }
        self = applying(try AnnotationChange(values, withPlace: false))
        name = try values.decode(String.self, .name)
        creationDate = try values.decode(Timestamp.self, .creationDate)?.date
    }

    /// Writes the keys of what is present, numbers rounded as PDF rounds them.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: AnnotationProperty.self)
        try values.encode(subtype, forKey: .subtype)
        try values.encode(page, forKey: .page)
        try values.encode(rect: rect)
        try values.encode(geometry: geometry)
        try values.encodeIfPresent(lineEndings, forKey: .lineEndings)
        try values.encodeIfPresent(contents, forKey: .contents)
        try values.encodeIfPresent(author, forKey: .author)
        try values.encodeIfPresent(subject, forKey: .subject)
        try values.encodeIfPresent(name, forKey: .name)
        if color == nil, Self.definition(of: subtype)?.defaultColor != nil { try values.encodeNil(forKey: .color) }
        try values.encodeIfPresent(color, forKey: .color)
        try values.encodeIfPresent(interiorColor, forKey: .interiorColor)
        if opacity != 1 { try values.encode(DecimalNotation.rounded(opacity), forKey: .opacity) }
        try values.encodeIfPresent(border, forKey: .border)
        try values.encode(flags, forKey: .flags)
        try values.encodeIfPresent(icon, forKey: .icon)
        if let textStyle {
            try values.encode(DecimalNotation.rounded(textStyle.fontSize), forKey: .fontSize)
            try values.encode(textStyle.color, forKey: .textColor)
            try values.encode(textStyle.alignment, forKey: .alignment)
        }
        try values.encodeIfPresent(inReplyTo, forKey: .inReplyTo)
        try values.encodeIfPresent(creationDate.map(Timestamp.init), forKey: .creationDate)
        try values.encodeIfPresent(modificationDate.map(Timestamp.init), forKey: .modificationDate)
    }
}

extension KeyedEncodingContainer<AnnotationProperty> {
    mutating func encode(rect: Rectangle) throws {
        try encode(Coordinates([Point(rect.x0, rect.y0), Point(rect.x1, rect.y1)]), forKey: .rect)
    }

    mutating func encode(geometry: Annotation.Geometry) throws {
        switch geometry {
        case .rectangle: break
        case .quadPoints(let quads): try encode(quads.map { Coordinates($0.points) }, forKey: .quadPoints)
        case .line(let start, let end): try encode(Coordinates([start, end]), forKey: .line)
        case .vertices(let points): try encode(Coordinates(points), forKey: .vertices)
        case .inkList(let strokes): try encode(strokes.map(Coordinates.init), forKey: .inkList)
        }
    }
}
