internal import FoundationEssentials

/// The JSON form of an annotation, the same wherever pdfco reads or prints one.
///
/// Absent values are omitted. A transparent colour is `null` where the subtype's default is a colour.
extension Annotation: Codable {
    /// Reads an annotation; keys that the object omits have the subtype's defaults.
    ///
    /// - Throws: `PDFError.invalidAnnotation` that names a key that is unknown, does not apply to the subtype or has a
    ///   value of the wrong form.
    public init(from decoder: any Decoder) throws {
        try self.init(PropertyContainer(decoder))
    }

    /// Reads an annotation; one that is about text needs neither a place nor a page.
    init(_ values: PropertyContainer, isAboutText: Bool = false) throws {
        guard let subtype = try values.decode(String.self, "subtype", "a string") else {
            let isList = values.keys.contains("annotations")
            throw PDFError.invalidAnnotation(
                isList ? "it is a list of annotations with other details, not an export of them" : "subtype is missing")
        }
        guard let page = try values.decode(Int.self, "page", "a whole number") ?? (isAboutText ? 1 : nil) else {
            throw PDFError.invalidAnnotation("page is missing")
        }
        if let spelled = AnnotationSubtype.respelled(subtype) {
            throw PDFError.invalidAnnotation("the subtype '\(subtype)' is spelled \(spelled)")
        }
        let properties = AnnotationSubtype.named(subtype).properties
        try values.check(
            allowed: properties, besides: ["subtype", "page"] + (isAboutText ? ["find"] : []), for: subtype)
        let stated = try AnnotationChange(values, properties)
        let hasPlace = stated.rect != nil || stated.geometry != nil
        guard hasPlace != isAboutText else {
            throw PDFError.invalidAnnotation(hasPlace ? "it has both a place and find" : "rect is missing")
        }
        self.init(subtype, page: page, stated)
    }

    /// Writes the keys of the values that are present; numbers are rounded as PDF rounds them.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: AnyKey.self)
        try values.encode(subtype, forKey: "subtype")
        try values.encode(page, forKey: "page")
        let kind = AnnotationSubtype.named(subtype)
        for property in kind.properties where property.isSet(self) { try values.encode(property, of: self) }
        if color == nil, kind.definition?.defaultColor != nil { try values.encodeNil(forKey: "color") }
        if interiorColor == nil, kind.definition?.defaultInteriorColor != nil {
            try values.encodeNil(forKey: "interiorColor")
        }
    }
}

extension KeyedEncodingContainer<AnyKey> {
    /// Writes the value that a property has in an annotation, `null` where it has none.
    mutating func encode(_ property: AnnotationProperty, of annotation: Annotation) throws {
        let key = AnyKey(stringValue: property.key)
        guard let member = property.member else { return try property.encode(annotation, &self, key) }
        var whole = nestedContainer(keyedBy: AnyKey.self, forKey: key)
        try property.encode(annotation, &whole, AnyKey(stringValue: member))
    }
}
