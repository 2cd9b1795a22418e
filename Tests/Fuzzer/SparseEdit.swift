import FoundationEssentials
import PDFModel

/// An edit of a file of which no more is read than the edit needs, as it is done to large files.
enum SparseEdit {
    /// What adding `annotation` appends; `nil` where the file had to be read whole after all.
    static func increment(of bytes: [UInt8], adding annotation: Annotation, now: Date) throws -> [UInt8]? {
        let memory = BytesWithMargin(bytes)
        let file = try PDFFile(
            bytes: memory.bytes, keeping: memory, password: nil, for: .editing, margin: memory.margin)
        let increment = try file.adding(annotation, now: now)
        return file.isReadWhole ? nil : increment
    }

    /// The same with a file that is read without libqpdf, as small ones are; `nil` where libqpdf had to read it after all.
    static func plainIncrement(of bytes: [UInt8], adding annotation: Annotation, now: Date) throws -> [UInt8]? {
        let memory = OwnedBytes(bytes)
        let file = try PDFFile(
            bytes: memory.bytes, keeping: memory, password: nil, for: .editing, margin: nil, isSmall: true)
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

/// A file in memory with what a sparse reading may want behind it.
private final class BytesWithMargin {
    let bytes: UnsafeRawBufferPointer
    let margin: Margin

    init(_ contents: [UInt8]) {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: contents.count + Margin.length, alignment: 16)
        memory.copyBytes(from: contents)
        bytes = UnsafeRawBufferPointer(rebasing: memory.prefix(contents.count))
        margin = Margin(UnsafeMutableRawBufferPointer(rebasing: memory[contents.count...]), isAlwaysUsed: true)
    }

    deinit { bytes.deallocate() }
}
