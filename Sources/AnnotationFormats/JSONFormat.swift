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
        do {
            var items = try StatedAnnotation.items(json: bytes)
            imported.items.reserveCapacity(items.count)
            // Each is freed once it is taken over.
            items.reverse()
            while let item = items.popLast() {
                imported.add(item.location) { _ throws(FormatError) in
                    switch item.reading {
                    case .stated(let stated):
                        return stated.find == nil ? .add(stated.annotation) : .addAtMatches(stated)
                    case .invalid(let error): throw FormatError(error.reason)
                    }
                }
            }
        } catch { throw FormatError(error.reason) }
        return imported
    }

    public static func write(_ annotations: [Annotation], of document: DocumentContext) -> ExportedAnnotations {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let bytes = try? encoder.encode(annotations) else {
            preconditionFailure("Plain values can always be encoded.")
        }
        return ExportedAnnotations(Array(bytes) + [0x0A], Losses())
    }
}

extension PDFError {
    /// The sentence of an error about an annotation.
    var reason: String { if case .invalidAnnotation(let reason) = self { reason } else { description } }
}
