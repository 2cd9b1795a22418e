/// A name object: a unique sequence of bytes, written with a leading solidus (ISO 32000-2, 7.3.5).
///
/// The keys that pdfco writes or reads are static members, each spelled once.
public struct Name: Sendable, Hashable {
    /// The bytes without the solidus and with `#xx` resolved.
    public let bytes: [UInt8]

    /// The byte that no name contains (7.3.5), as in libqpdf.
    static let strayNumberSign: UInt8 = 0

    /// Creates a name of its bytes.
    ///
    /// - Parameter bytes: the bytes without the solidus and with `#xx` resolved; usually ASCII. A number sign that is
    ///   not followed by two digits, which older writers wrote as it is, is the byte 0, which is written back as a
    ///   number sign.
    public init(bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

    /// Creates a name of the text's UTF-8, without the solidus.
    public init(_ text: String) { self.init(bytes: text.utf8) }

    /// The name as text; bytes that are not UTF-8 are shown as U+FFFD.
    public var text: String {
        String(decoding: bytes.map { $0 == Self.strayNumberSign ? UInt8(ascii: "#") : $0 }, as: UTF8.self)
    }
}

extension Name: ExpressibleByStringLiteral {
    public init(stringLiteral value: StaticString) {
        self = value.withUTF8Buffer { Name(bytes: $0) }
    }
}

extension Name: CustomStringConvertible {
    public var description: String { "/" + text }
}

extension Name: Comparable {
    public static func < (left: Name, right: Name) -> Bool { left.bytes.lexicographicallyPrecedes(right.bytes) }
}

// Trailer and cross-reference streams (7.5.5, 7.5.8)
extension Name {
    static let encrypt: Name = "Encrypt"
    static let fileIdentifier: Name = "ID"
    static let index: Name = "Index"
    static let information: Name = "Info"
    static let firstObject: Name = "First"
    static let linearizedLength: Name = "L"
    static let objectCount: Name = "N"
    static let objectStream: Name = "ObjStm"
    static let previous: Name = "Prev"
    static let root: Name = "Root"
    static let size: Name = "Size"
    static let type: Name = "Type"
    static let widths: Name = "W"
    static let xref: Name = "XRef"
    static let xrefStream: Name = "XRefStm"
}

// Streams (7.3.8)
extension Name {
    static let decodeParameters: Name = "DecodeParms"
    static let filter: Name = "Filter"
    static let length: Name = "Length"
}

// Encryption (7.6)
extension Name {
    static let cryptFilterMethod: Name = "CFM"
    static let cryptFilters: Name = "CF"
    static let handlerRevision: Name = "R"
    static let identity: Name = "Identity"
    static let ownerKey: Name = "O"
    static let standard: Name = "Standard"
    static let streamFilter: Name = "StmF"
    static let stringFilter: Name = "StrF"
}

// Document and pages (7.7)
extension Name {
    static let annotations: Name = "Annots"
    static let catalog: Name = "Catalog"
    static let count: Name = "Count"
    static let cropBox: Name = "CropBox"
    static let kids: Name = "Kids"
    static let mediaBox: Name = "MediaBox"
    static let page: Name = "Page"
    static let pages: Name = "Pages"
    static let parent: Name = "Parent"
    static let path: Name = "Path"
    static let resources: Name = "Resources"
    static let rotate: Name = "Rotate"
    static let version: Name = "Version"
}

// Forms and signatures (12.7, 12.8)
extension Name {
    static let docMDP: Name = "DocMDP"
    static let fieldMDP: Name = "FieldMDP"
    static let fields: Name = "Fields"
    static let lock: Name = "Lock"
    static let partialFieldName: Name = "T"
    static let permissions: Name = "P"
    static let signature: Name = "Sig"
    static let value: Name = "V"
}

// Annotations (12.5)
extension Name {
    static let annotation: Name = "Annot"
    static let appearance: Name = "AP"
    static let alignment: Name = "Q"
    static let author: Name = "T"
    static let border: Name = "Border"
    static let borderEffect: Name = "BE"
    static let borderStyle: Name = "BS"
    static let borderStyleName: Name = "S"
    static let borderWidth: Name = "W"
    static let color: Name = "C"
    static let contents: Name = "Contents"
    static let creationDate: Name = "CreationDate"
    static let dashArray: Name = "D"
    static let defaultAppearance: Name = "DA"
    static let defaultStyle: Name = "DS"
    static let flags: Name = "F"
    static let icon: Name = "Name"
    static let appliedAppearance: Name = "RO"
    static let inReplyTo: Name = "IRT"
    static let inkList: Name = "InkList"
    static let interiorColor: Name = "IC"
    static let line: Name = "L"
    static let lineEndings: Name = "LE"
    static let modified: Name = "M"
    static let name: Name = "NM"
    static let normal: Name = "N"
    static let opacity: Name = "CA"
    static let pageOfAnnotation: Name = "P"
    static let popup: Name = "Popup"
    static let quadPoints: Name = "QuadPoints"
    static let rectangle: Name = "Rect"
    static let rectangleDifferences: Name = "RD"
    static let richContents: Name = "RC"
    static let subject: Name = "Subj"
    static let subtype: Name = "Subtype"
    static let vertices: Name = "Vertices"
}

// Appearance streams (8.10, 8.4.5, 9.6)
extension Name {
    static let baseFont: Name = "BaseFont"
    static let blendMode: Name = "BM"
    static let boundingBox: Name = "BBox"
    static let differences: Name = "Differences"
    static let encoding: Name = "Encoding"
    static let fillOpacity: Name = "ca"
    static let font: Name = "Font"
    static let form: Name = "Form"
    static let graphicsState: Name = "ExtGState"
    static let matrix: Name = "Matrix"
    static let multiply: Name = "Multiply"
    static let strokeOpacity: Name = "CA"
    static let xObject: Name = "XObject"
}
