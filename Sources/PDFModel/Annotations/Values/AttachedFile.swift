internal import Cryptography
public import FoundationEssentials

/// A file that a document contains (ISO 32000-2, 7.11.4).
public struct AttachedFile: Sendable {
    /// Without directories.
    @CodePoints public var name: String
    /// The MIME type, such as `text/csv`.
    public var type: String?
    /// When the file was made and last changed, outside of the document.
    public var creationDate: Date?
    /// When the file was last changed, outside of the document (`/ModDate`).
    public var modificationDate: Date?
    /// In bytes; `nil` where the document does not say.
    public private(set) var size: Int?
    /// The MD5 checksum of the contents, as the document states it.
    private(set) var checksum: [UInt8]?
    /// The contents; `nil` for a file of a document, which keeps them.
    public private(set) var data: [UInt8]?
    /// The object with the contents, in a document.
    private(set) var stream: IndirectReference?

    /// The length in bytes that an attached file may have: it travels as text in an unsaved change.
    public static let sizeLimit = 64 << 20

    /// Creates a file without contents.
    public init(name: String) { self.name = name }

    /// Creates a file with contents.
    public init(_ name: String, type: String? = nil, _ data: [UInt8]) {
        (self.name, self.type) = (name, type ?? Self.type(of: name))
        contents = data
    }

    /// The contents, which determine size and checksum.
    var contents: [UInt8] {
        get { data ?? [] }
        set { (data, size, checksum) = (newValue, newValue.count, MD5.digest(of: newValue)) }
    }

    /// What an attached file looks like in JSON.
    static let expected = "an object with fileName, type, data, creationDate and modificationDate"

    /// Returns the file with its contents.
    public func holding(_ contents: [UInt8]) -> AttachedFile {
        var file = self
        file.contents = contents
        return file
    }

    /// Whether these are the contents that the document states a checksum of; true where it states none.
    public func isWhole(_ contents: [UInt8]) -> Bool {
        checksum.map { $0 == MD5.digest(of: contents) } ?? true
    }

    /// The name as that of a file in a directory: never a path, hidden, or longer than file names can be.
    public var safeName: String {
        let last = name.split { $0 == "/" || $0 == "\\" }.last ?? ""
        let visible = last.unicodeScalars.filter {
            !$0.properties.isDefaultIgnorableCodePoint && $0.value >= 0x20 && $0.value != 0x7F
        }
        var safe = String(String.UnicodeScalarView(visible)).drop { $0 == "." || $0 == " " }
        while safe.utf8.count > 255 { safe.removeLast() }
        return safe.isEmpty ? "attachment" : String(safe)
    }
}

extension AttachedFile: Equatable {
    /// Compares contents by their checksums.
    public static func == (left: AttachedFile, right: AttachedFile) -> Bool {
        left.name == right.name && left.type == right.type && left.creationDate == right.creationDate
            && left.modificationDate == right.modificationDate && left.size == right.size
            && left.checksum == right.checksum
    }
}

extension AttachedFile {
    /// Reads a file specification (7.11.3); `nil` where there is none.
    init?(reading entries: AnnotationReader) {
        guard let specification = entries.dictionary("FS") else {
            guard let name = entries.text("FS") else { return nil }
            self.init(name: name)
            return
        }
        self.init(name: specification.text("UF") ?? specification.text("F") ?? "")
        guard let embedded = specification.dictionary("EF") else { return }
        let key: Name = embedded.entries["UF"] == nil ? "F" : "UF"
        guard let file = embedded.dictionary(key) else { return }
        stream = embedded.entries[key]?.referenceValue
        type = file.name(.subtype)?.text
        let parameters = file.dictionary("Params")
        size = parameters?.integer(.size)
        checksum = parameters?.string("CheckSum")?.bytes
        creationDate = parameters?.text("CreationDate").flatMap(PDFDate.date)
        modificationDate = parameters?.text("ModDate").flatMap(PDFDate.date)
    }

    /// The embedded file stream (7.11.4).
    package func embedded(_ data: [UInt8]) -> PDFStream {
        var parameters: PDFDictionary = [.size: .integer(data.count)]
        parameters["CheckSum"] = checksum.map { .string(PDFString(bytes: $0)) }
        parameters["CreationDate"] = creationDate.map { .string(PDFDate.string($0)) }
        parameters["ModDate"] = modificationDate.map { .string(PDFDate.string($0)) }
        var dictionary: PDFDictionary = [.type: .name("EmbeddedFile"), "Params": .dictionary(parameters)]
        dictionary[.subtype] = type.map { .name(Name($0)) }
        return PDFStream(dictionary, data: data)
    }

    /// The file specification of an embedded file; readers before PDF 1.7 know the name in ASCII only.
    package func specification(_ stream: IndirectReference) -> PDFDictionary {
        let plain = String(String.UnicodeScalarView(name.unicodeScalars.map { $0.isASCII ? $0 : "_" }))
        return [
            .type: .name("Filespec"), "F": .text(plain), "UF": .text(name),
            "EF": .dictionary(["F": .reference(stream), "UF": .reference(stream)]),
        ]
    }

    /// Returns the MIME type that files of that name usually have; `nil` for other names.
    private static func type(of name: String) -> String? {
        guard let dot = name.lastIndex(of: ".") else { return nil }
        return usualTypes[name[name.index(after: dot)...].lowercased()]
    }

    private static let usualTypes = [
        "bmp": "image/bmp", "bz2": "application/x-bzip2", "csv": "text/csv",
        "doc": "application/msword",
        "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "eml": "message/rfc822", "gif": "image/gif", "gz": "application/gzip", "htm": "text/html",
        "html": "text/html", "ics": "text/calendar", "jpeg": "image/jpeg", "jpg": "image/jpeg",
        "json": "application/json", "log": "text/plain", "md": "text/markdown", "mp3": "audio/mpeg",
        "mp4": "video/mp4", "odp": "application/vnd.oasis.opendocument.presentation",
        "ods": "application/vnd.oasis.opendocument.spreadsheet", "odt": "application/vnd.oasis.opendocument.text",
        "pdf": "application/pdf", "png": "image/png", "ppt": "application/vnd.ms-powerpoint",
        "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
        "rtf": "application/rtf", "svg": "image/svg+xml", "tar": "application/x-tar", "tif": "image/tiff",
        "tiff": "image/tiff", "txt": "text/plain", "vcf": "text/vcard", "wav": "audio/wav", "webp": "image/webp",
        "xls": "application/vnd.ms-excel", "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "xml": "application/xml", "yaml": "application/yaml", "yml": "application/yaml", "zip": "application/zip",
    ]
}
