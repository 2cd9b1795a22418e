internal import FoundationEssentials

extension AnnotationChange: Codable {
    /// Reads the JSON form of an annotation in which everything may be missing; `null` removes a colour or a reply.
    ///
    /// - Throws: `PDFError.invalidAnnotation` that names the key at fault.
    public init(from decoder: any Decoder) throws {
        let values = try PropertyContainer(decoder)
        let fixed: Set<AnnotationProperty> = [.subtype, .page, .name, .creationDate]
        try values.check(allowed: Set(AnnotationProperty.allCases).subtracting(fixed), for: nil)
        try self.init(values, withPlace: true)
    }

    /// - Parameter withPlace: whether rectangle and form are read as well.
    init(_ values: PropertyContainer, withPlace: Bool) throws {
        if withPlace {
            rect = try values.rect()
            geometry = try values.geometry()
        }
        contents = try values.decode(String.self, .contents)
        author = try values.decode(String.self, .author)
        subject = try values.decode(String.self, .subject)
        color = try values.decodeRemovable(Color.self, .color)
        interiorColor = try values.decodeRemovable(Color.self, .interiorColor)
        opacity = try values.decode(Double.self, .opacity)
        border = try values.decode(BorderChange.self, .border)
        flags = try values.decode(Int.self, .flags)
        icon = try values.decode(String.self, .icon)
        lineEndings = try values.decode(LineEndings.self, .lineEndings)
        fontSize = try values.decode(Double.self, .fontSize)
        textColor = try values.decode(Color.self, .textColor)
        alignment = try values.decode(TextAlignment.self, .alignment)
        inReplyTo = try values.decodeRemovable(String.self, .inReplyTo)
        modificationDate = try values.decode(Timestamp.self, .modificationDate)?.date
    }

    /// Writes the keys of what changes.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: AnnotationProperty.self)
        if let rect { try values.encode(rect: rect) }
        if let geometry { try values.encode(geometry: geometry) }
        try values.encodeIfPresent(contents, forKey: .contents)
        try values.encodeIfPresent(author, forKey: .author)
        try values.encodeIfPresent(subject, forKey: .subject)
        if let color { try values.encode(color, forKey: .color) }
        if let interiorColor { try values.encode(interiorColor, forKey: .interiorColor) }
        try values.encodeIfPresent(opacity, forKey: .opacity)
        try values.encodeIfPresent(border, forKey: .border)
        try values.encodeIfPresent(flags, forKey: .flags)
        try values.encodeIfPresent(icon, forKey: .icon)
        try values.encodeIfPresent(lineEndings, forKey: .lineEndings)
        try values.encodeIfPresent(fontSize, forKey: .fontSize)
        try values.encodeIfPresent(textColor, forKey: .textColor)
        try values.encodeIfPresent(alignment, forKey: .alignment)
        if let inReplyTo { try values.encode(inReplyTo, forKey: .inReplyTo) }
        try values.encodeIfPresent(modificationDate.map(Timestamp.init), forKey: .modificationDate)
    }
}
