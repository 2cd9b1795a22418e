/// Why a text cannot be read as XML, and where.
public struct XMLError: Error, Sendable, Equatable {
    public enum Reason: Sendable, Equatable {
        /// It is not well-formed; the words are expat's.
        case malformed(String)
        /// It is well-formed, but not what the words say.
        case otherFormat(String)
        /// It has a document type declaration, in which entities can be defined.
        case documentType
        /// Its elements are nested deeper than allowed.
        case tooDeep(limit: Int)
        /// It has more bytes than allowed.
        case tooLarge(limit: Int)
    }

    public var reason: Reason
    /// From 1.
    public var line: Int
    /// In bytes, from 1.
    public var column: Int

    public init(_ reason: Reason, line: Int, column: Int) {
        (self.reason, self.line, self.column) = (reason, line, column)
    }
}

extension XMLError: CustomStringConvertible {
    /// A sentence without the position.
    public var description: String {
        switch reason {
        case .malformed(let words): "the XML is not well-formed: \(words)"
        case .otherFormat(let words): "it is not \(words)"
        case .documentType: "a document type declaration is not accepted"
        case .tooDeep(let limit): "elements are nested more than \(limit) levels deep"
        case .tooLarge(let limit): "it is larger than \(limit) bytes"
        }
    }
}
