internal import FoundationEssentials
public import PDFModel

/// The JSON of pdfco, which holds every property.
public enum JSONFormat: ReadableFormat {
    public static let name = "json"
    public static let title = "JSON"
    public static let summary = "The JSON of pdfco, with every property: pdfco-annotations(5)."
    public static let fileExtensions = ["json", "jsonl", "ndjson"]

    public static func recognizes(_ beginning: ArraySlice<UInt8>) -> Bool {
        let first = beginning.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        return first == UInt8(ascii: "[") || first == UInt8(ascii: "{")
    }

    public static func read(
        _ bytes: [UInt8], for document: DocumentContext
    ) throws(FormatError) -> ImportedAnnotations {
        var imported = ImportedAnnotations()
        // UTF-16 begins with a byte order mark.
        if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) { throw .noJSON(bytes) }
        do {
            var items = try StatedAnnotation.items(json: bytes)
            imported.items.reserveCapacity(items.count)
            lazy var isUTF8 = bytes.isUTF8
            // Each is freed once it is taken over.
            items.reverse()
            while let item = items.popLast() {
                imported.add(item.location) { _ throws(FormatError) in
                    switch item.reading {
                    case .stated(let stated):
                        return stated.find == nil ? .add(stated.annotation) : .addAtMatches(stated)
                    case .invalid(let error): throw isUTF8 ? FormatError(error.reason) : .noJSON(bytes)
                    }
                }
            }
        } catch { throw bytes.isUTF8 ? FormatError(error.reason) : .noJSON(bytes) }
        return imported
    }

    public static func write(_ annotations: [Annotation], of document: DocumentContext) -> ExportedAnnotations {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let bytes = try? encoder.encode(annotations) else {
            preconditionFailure("Plain values can always be encoded.")
        }
        var losses = Losses()
        for (annotation, others) in document.withOtherEntries(annotations) {
            losses.add(others, of: annotation.subtype)
        }
        return ExportedAnnotations(Array(bytes) + [0x0A], losses)
    }
}

extension FormatError {
    /// Why some bytes are not JSON, which is in UTF-8.
    static func noJSON(_ bytes: [UInt8]) -> FormatError {
        FormatError(bytes.isUTF8 ? "it is not JSON" : "it is not in UTF-8, and JSON is")
    }
}

extension [UInt8] {
    fileprivate var isUTF8: Bool { String(validating: self, as: UTF8.self) != nil }
}

extension PDFError {
    /// The sentence of an error about an annotation.
    var reason: String { if case .invalidAnnotation(let reason) = self { reason } else { description } }
}
