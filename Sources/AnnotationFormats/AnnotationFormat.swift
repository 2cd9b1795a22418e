public import PDFModel

/// A format in which annotations leave their document.
///
/// A new format is a type that conforms to this protocol, or to ``ReadableFormat``, and a line in ``KnownFormats/all``.
/// The help, the manual pages and the rows of the tests follow from that.
public protocol AnnotationFormat: Sendable {
    /// The word for the option `--format`, in lower case.
    static var name: String { get }
    /// What it is called in a sentence.
    static var title: String { get }
    /// What it is, and who reads it, in a sentence or two.
    static var summary: String { get }
    /// The extensions of its files, in lower case, without the full stop.
    static var fileExtensions: [String] { get }
    /// Whether the places of annotations depend on the sizes of their pages.
    static var needsPages: Bool { get }
    static func write(_ annotations: [Annotation], of document: DocumentContext) -> ExportedAnnotations
}

/// A format in which annotations also come into a document.
public protocol ReadableFormat: AnnotationFormat {
    /// Whether bytes are in this format, as far as their first few thousand show.
    static func recognizes(_ beginning: ArraySlice<UInt8>) -> Bool
    /// Reads annotations.
    ///
    /// - Parameter document: the document for which they are read.
    /// - Throws: where the bytes as a whole cannot be read; an error in one annotation is in its item.
    static func read(_ bytes: [UInt8], for document: DocumentContext) throws(FormatError) -> ImportedAnnotations
}

extension AnnotationFormat {
    public static var needsPages: Bool { false }
}

/// What a format knows of the document whose annotations it reads or writes.
public struct DocumentContext: Sendable {
    /// The name of the file, without directories; `nil` where it is not known.
    public var fileName: String?
    /// The two file identifiers (ISO 32000-2, 14.4), or none.
    public var identifiers: [[UInt8]]
    /// The pages, in order.
    public var pages: [PageDetails]
    /// What the annotations to write have beyond their properties, in their order; empty where it is not known.
    package var otherEntries: [PDFDictionary] = []

    public init(fileName: String? = nil, identifiers: [[UInt8]] = [], pages: [PageDetails] = []) {
        (self.fileName, self.identifiers, self.pages) = (fileName, identifiers, pages)
    }

    /// The page of that number, from 1.
    func page(_ number: Int) -> PageDetails? { number > 0 && number <= pages.count ? pages[number - 1] : nil }
}

/// The formats.
public enum KnownFormats {
    public static let all: [any AnnotationFormat.Type] = [
        JSONFormat.self, XFDFFormat.self, FDFFormat.self, InstantJSONFormat.self,
    ]

    /// Those that can be imported.
    public static let readable: [any ReadableFormat.Type] = all.compactMap { $0 as? any ReadableFormat.Type }

    /// Returns the format whose files have that extension; `nil` where there is none.
    public static func format(fileExtension: String?) -> (any AnnotationFormat.Type)? {
        let ending = fileExtension?.lowercased() ?? ""
        return all.first { $0.name == ending || $0.fileExtensions.contains(ending) }
    }

    /// Returns the format of some bytes: by what they contain, else by the extension of their file.
    public static func format(of bytes: [UInt8], fileExtension: String?) -> (any ReadableFormat.Type)? {
        let beginning = bytes.prefix(4096)
        // The JSON of pdfco is any other JSON.
        let found = readable.reversed().first { $0.recognizes(beginning) }
        return found ?? format(fileExtension: fileExtension) as? any ReadableFormat.Type
    }
}

/// Why annotations cannot be read, and where.
public struct FormatError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The element with its line, the item or the object; `nil` where the bytes as a whole are meant.
    public var location: String?
    /// One sentence without a full stop.
    public var reason: String

    public init(_ reason: String, at location: String? = nil) { (self.location, self.reason) = (location, reason) }

    public var description: String { location.map { "\($0): \(reason)" } ?? reason }
}

/// What a source of annotations contains.
public struct ImportedAnnotations: Sendable {
    public struct Item: Sendable {
        /// Where it is in the source, such as `line 12, highlight`.
        public var location: String
        public var change: Result<Change, FormatError>
    }

    /// Indirect: a list of annotations is copied several times on its way into a document.
    public indirect enum Change: Sendable {
        /// Adds an annotation. `within` is its rectangle in the document that it comes from, where that was larger
        /// because its writer drew the annotation at a distance from it.
        case add(Annotation, within: Rectangle? = nil)
        /// Adds an annotation at each place where the pages have a text.
        case addAtMatches(StatedAnnotation)
        /// Gives the annotation with the same name the stated properties of this one.
        case modify(Annotation, stated: Set<AnnotationProperty>)
        /// Removes an annotation by its name, on one page or on any.
        case remove(name: String, page: Int?)
    }

    public var items: [Item] = []
    /// What the source has and pdfco does not keep.
    public var losses = Losses()
    /// The identifiers of the document that the source is about, or none.
    public var identifiers: [[UInt8]] = []
    /// The objects of that document that the source removes.
    public var removedObjects: [IndirectReference] = []

    public init() {}

    mutating func add(_ location: String, _ body: (inout Losses) throws(FormatError) -> Change?) {
        do {
            if let change = try body(&losses) { items.append(Item(location: location, change: .success(change))) }
        } catch {
            items.append(
                Item(location: location, change: .failure(FormatError(error.reason, at: error.location ?? location))))
        }
    }
}

/// Annotations in another format.
public struct ExportedAnnotations: Sendable {
    public var bytes: [UInt8]
    /// What the format cannot hold.
    public var losses: Losses

    init(_ bytes: [UInt8], _ losses: Losses) { (self.bytes, self.losses) = (bytes, losses) }
}

/// What a format does not keep, each kind with the number of annotations concerned.
public struct Losses: Sendable, Equatable {
    private var kinds: [String] = []
    private var counts: [String: Int] = [:]

    public init() {}

    public var isEmpty: Bool { kinds.isEmpty }

    /// - Parameter what: a sentence without a full stop.
    mutating func add(_ what: String) {
        if counts.updateValue((counts[what] ?? 0) + 1, forKey: what) == nil { kinds.append(what) }
    }

    /// One sentence for each kind, in the order in which they were met.
    public var sentences: [String] {
        kinds.map { kind in
            let count = counts[kind] ?? 0
            return count == 1 ? kind : "\(kind) (\(count) times)"
        }
    }
}
