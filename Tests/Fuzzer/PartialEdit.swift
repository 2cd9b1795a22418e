import FoundationEssentials
import PDFModel

/// An edit of a file of which no more is read than the edit needs.
enum PartialEdit {
    /// What adding `annotation` appends; `nil` where the file had to be read whole after all.
    static func increment(of bytes: [UInt8], adding annotation: Annotation, now: Date) throws -> [UInt8]? {
        let memory = OwnedBytes(bytes)
        let file = try PDFFile(bytes: memory.bytes, keeping: memory, password: nil, for: .editing, isPartial: true)
        let increment = try file.adding(annotation, now: now)
        return file.isReadWhole ? nil : increment
    }

    /// The same with the file read whole.
    static func wholeIncrement(of bytes: [UInt8], adding annotation: Annotation, now: Date) throws -> [UInt8] {
        let memory = OwnedBytes(bytes)
        return try PDFFile(bytes: memory.bytes, keeping: memory, for: .editing).adding(annotation, now: now)
    }
}

extension PDFFile {
    fileprivate func adding(_ annotation: Annotation, now: Date) throws -> [UInt8] {
        var editor = try AnnotationEditor(self, now: now)
        _ = try editor.add(annotation)
        return try editor.increment().bytes
    }
}
