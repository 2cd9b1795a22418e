/// One part of an XML text, in the order in which it is written.
///
/// Comments and processing instructions are left out.
public enum XMLEvent: Sendable, Equatable {
    case start(XMLElement)
    /// The characters between two tags, whole; references are resolved, and a line break is U+000A.
    case characters(String)
    /// The end of the element that started last and has not ended; `end` is the offset after its tag, in bytes.
    case end(name: String, end: Int)
}

/// A start tag.
public struct XMLElement: Sendable, Equatable {
    /// As written, with the prefix of its namespace.
    public var name: String
    /// In the order in which they are written.
    public var attributes: [XMLAttribute]
    /// The position of the tag, both from 1; the column is in bytes.
    public var line: Int
    public var column: Int
    /// The offset of the tag, in bytes.
    public var start: Int
    /// The offset after the tag, in bytes.
    public var tagEnd: Int

    /// The name without a prefix.
    public var localName: String { name.lastIndex(of: ":").map { String(name[name.index(after: $0)...]) } ?? name }

    /// The value of the attribute with this name, as written with its prefix.
    public subscript(_ name: String) -> String? { attributes.first { $0.name == name }?.value }
}

/// An attribute of an element.
public struct XMLAttribute: Sendable, Equatable {
    /// As written, with the prefix of its namespace.
    public var name: String
    public var value: String
}
