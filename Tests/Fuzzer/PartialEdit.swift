import FoundationEssentials
import PDFModel

/// An edit of a file of which no more is read than the edit needs.
enum PartialEdit {
    /// What adding `annotation` appends; `nil` where the file had to be read whole after all.
    static func increment(of bytes: [UInt8], adding annotation: Annotation, now: Date) throws -> [UInt8]? {
        let file = try partial(bytes)
        let increment = try file.adding(annotation, now: now)
        return file.isReadWhole ? nil : increment
    }

    /// The same with the file read whole.
    static func wholeIncrement(of bytes: [UInt8], adding annotation: Annotation, now: Date) throws -> [UInt8] {
        let memory = OwnedBytes(bytes)
        return try PDFFile(bytes: memory.bytes, keeping: memory, for: .editing).adding(annotation, now: now)
    }

    /// The first object that is read otherwise than libqpdf reads it, where libqpdf finds no damage.
    static func differentObject(in bytes: [UInt8]) throws -> IndirectReference? {
        let file = try partial(bytes)
        let memory = OwnedBytes(bytes)
        let whole = try PDFFile(bytes: memory.bytes, keeping: memory, for: .reading)
        let size = try file.trailer()["Size"]?.integerValue ?? 0
        var different: IndirectReference?
        for number in 1..<max(2, min(size, 200)) where different == nil {
            let reference = IndirectReference(number)
            guard let own = try? file.object(reference), !file.isReadWhole else { break }
            // What is read for reading is a copy with a table of its own.
            if own.dictionaryValue?["Type"] == .name("XRef") { continue }
            if try whole.object(reference) != own { different = reference }
        }
        return whole.hasDamage ? nil : different
    }

    private static func partial(_ bytes: [UInt8]) throws -> PDFFile {
        let memory = OwnedBytes(bytes)
        return try PDFFile(bytes: memory.bytes, keeping: memory, password: nil, for: .editing, isPartial: true)
    }
}

extension PDFFile {
    fileprivate func adding(_ annotation: Annotation, now: Date) throws -> [UInt8] {
        var editor = try AnnotationEditor(self, now: now)
        _ = try editor.add(annotation)
        return try editor.increment().bytes
    }
}
