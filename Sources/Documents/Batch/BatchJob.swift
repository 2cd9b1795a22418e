public import AnnotationFormats
internal import FoundationEssentials
internal import PDFModel
public import SystemPackage

/// A job on one document of a batch, as one line describes it: a JSON object, or only the document's path.
public struct BatchJob: Sendable {
    /// Which job it is, and its document.
    public var address: BatchAddress
    /// The new file to write; `nil` for the document itself.
    public var output: FilePath?
    /// What is written to ``output``.
    public var part = OutputPart.document
    /// The file whose first line is the document's password.
    public var passwordFile: FilePath?
    /// Whether to do what a certification, a signature or its lock forbids.
    public var ignoresSignatures = false
    /// What to do, each added annotation with a name; `nil` where the line leaves that to the batch.
    public var edits: [EditTemplate]?
    /// The file of annotations that are added before that, in any format; `nil` for none.
    public var source: Source?

    /// A file of annotations, and how they are added.
    public struct Source: Sendable {
        /// The file with the annotations.
        public var path: FilePath
        /// The file that says which page becomes which; `nil` if all stay.
        public var pageMap: FilePath?
        /// The rest, without the contents of the file.
        var options: AnnotationSource

        /// Returns the source with the contents of its file.
        public func with(_ bytes: [UInt8], pageMap: PageMap?) -> AnnotationSource {
            var source = options
            (source.bytes, source.pageMap) = (bytes, pageMap)
            return source
        }
    }

    /// Why a line is no job.
    public struct Invalid: Error, Equatable {
        /// One sentence without a full stop.
        public var reason: String
    }

    /// Reads a line that is the path of a document, without what ends it.
    public init(path line: [UInt8]) throws(Invalid) { address = try BatchAddress(path: line) }

    /// Reads a line that is a JSON object, without what ends it.
    public init(line: [UInt8]) throws(Invalid) {
        let text = try Self.decode(JobText.self, line)
        address = BatchAddress(text.address, line)
        if let key = JSONKeys.duplicate(in: line[...]) { throw Invalid(reason: "the key \(key) appears twice") }
        guard text.output == nil || text.incrementOutput == nil else {
            throw Invalid(reason: "output and incrementTo cannot be combined")
        }
        output = text.output ?? text.incrementOutput
        part = text.incrementOutput == nil ? .document : .increment
        passwordFile = text.passwordFile
        ignoresSignatures = text.ignoresSignatures
        edits = text.edits?.withDerivedNames()
        source = text.source
    }

    /// Reads the edits that a batch does where a job states none: an array as a job has it.
    public static func edits(json: [UInt8]) throws(Invalid) -> [EditTemplate] {
        guard json.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) == UInt8(ascii: "[") else {
            throw Invalid(reason: "it is not a JSON array of edits")
        }
        let edits = try decode([BatchEdit].self, json)
        if let key = JSONKeys.duplicate(in: json[...]) { throw Invalid(reason: "the key \(key) appears twice") }
        return edits.map(\.template).withDerivedNames()
    }

    static func decode<Value: Decodable>(_ type: Value.Type, _ json: [UInt8]) throws(Invalid) -> Value {
        do { return try JSONDecoder().decode(type, from: Data(json)) } catch PDFError.invalidAnnotation(let reason) {
            throw Invalid(reason: reason)
        } catch let error as Invalid {
            throw error
        } catch {
            throw Invalid(reason: "it is not JSON")
        }
    }
}

private struct JobText: Decodable {
    var address: AddressText
    var output: FilePath?
    var incrementOutput: FilePath?
    var passwordFile: FilePath?
    var ignoresSignatures: Bool
    var edits: [EditTemplate]?
    var source: BatchJob.Source?

    private static let keys = [
        "id", "file", "fileBytes", "output", "outputBytes", "incrementTo", "incrementToBytes", "passwordFile",
        "passwordFileBytes", "ignoreSignatures", "edits", "source", "sourceBytes", "format", "skipInvalid",
        "onDuplicate", "pageMap", "pageMapBytes", "withActions",
    ]

    init(from decoder: any Decoder) throws {
        let values = try JobObject(decoder)
        try values.check(Self.keys, of: "a job")
        address = try AddressText(from: decoder)
        output = try values.path("output")
        incrementOutput = try values.path("incrementTo")
        passwordFile = try values.path("passwordFile")
        ignoresSignatures = try values.decode(Bool.self, "ignoreSignatures", "true or false") ?? false
        edits = try values.edits("edits")
        source = try Self.source(values)
    }

    private static func source(_ values: JobObject) throws -> BatchJob.Source? {
        let (format, duplicates) = (try values.string("format"), try values.string("onDuplicate"))
        let skipsInvalid = try values.decode(Bool.self, "skipInvalid", "true or false")
        let keepsActions = try values.decode(Bool.self, "withActions", "true or false")
        let pageMap = try values.path("pageMap")
        guard let path = try values.path("source") else {
            guard format == nil, duplicates == nil, skipsInvalid == nil, keepsActions == nil, pageMap == nil else {
                throw BatchJob.Invalid(
                    reason: "format, onDuplicate, skipInvalid, withActions and pageMap need a source")
            }
            return nil
        }
        var options = AnnotationSource([], from: path)
        let names = KnownFormats.readable.map { $0.name }
        guard format.map(names.contains) ?? true else {
            throw BatchJob.Invalid(reason: "format is not one of \(names.joined(separator: ", "))")
        }
        guard let resolution = DuplicateResolution(rawValue: duplicates ?? "fail") else {
            throw BatchJob.Invalid(reason: "onDuplicate is not one of fail, skip and update")
        }
        (options.format, options.onDuplicate, options.derivesNames) = (format, resolution, true)
        (options.skipsInvalid, options.keepsActions) = (skipsInvalid ?? false, keepsActions ?? false)
        return BatchJob.Source(path: path, pageMap: pageMap, options: options)
    }
}

extension [EditTemplate] {
    /// Returns the edits with a name for each annotation that they add without one.
    fileprivate func withDerivedNames() -> Self {
        var names = DerivedNames()
        return map { edit in
            guard case .add(var annotation, let pages, let placement, let words) = edit, annotation.name == nil else {
                return edit
            }
            annotation.name = names.next(for: annotation, pages)
            return .add(annotation, onPages: pages, at: placement, words: words)
        }
    }
}
