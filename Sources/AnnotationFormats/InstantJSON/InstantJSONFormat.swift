public import PDFModel
/// FDF (ISO 32000-2, 12.7.8).
public enum InstantJSONFormat: AnnotationFormat {
    public static let name = "instant-json"
    public static let fileExtensions: [String] = []
    public static func recognizes(_ beginning: ArraySlice<UInt8>) -> Bool { false }
    public static func read(_ bytes: [UInt8], for document: DocumentContext) throws(FormatError) -> ImportedAnnotations { ImportedAnnotations() }
    public static func write(_ annotations: [Annotation], of document: DocumentContext) -> ExportedAnnotations { ExportedAnnotations([], Losses()) }
}
