internal import LinuxFiles
internal import PDFModel
internal import SystemPackage

/// The file that was found at a document's path, open and mapped, and the PDF in it.
final class DocumentContents {
    let source: OpenFile
    let base: Base
    let file: PDFFile
    /// Why the file had to be repaired in memory to be read; it cannot be extended then.
    let damage: PDFError?
    /// `file` is not the file on disk but what libqpdf recovered of it.
    let isRecovered: Bool

    /// - Throws: ``DocumentError`` for what is no file, cannot be read, or is no PDF that serves `purpose`.
    init(_ path: FilePath, password: String?, for purpose: Document.Purpose) throws(DocumentError) {
        // The coordinated read goes here: from opening the file to having mapped it, a lock held for reading.
        let map: MappedFile
        do throws(SystemCallError) {
            source = try OpenFile(reading: path)
            base = try Base(source)
            map = try MappedFile(source, count: base.status.kind == .regular ? base.status.size : 0)
        } catch {
            throw DocumentError(error)
        }
        guard base.status.kind == .regular else { throw .notAFile(base.status.kind.noun) }
        do throws(PDFError) {
            let file = try PDFFile(bytes: map.bytes, keeping: map, password: password, for: .editing)
            // A file can be sound at its end and have its pages damaged: that is found here and not half-way.
            _ = try file.pageCount()
            (self.file, damage, isRecovered) = (file, nil, false)
        } catch {
            guard purpose != .editing, case .damaged = error else { throw .pdf(error) }
            do throws(PDFError) {
                let repaired = try PDFFile(bytes: map.bytes, keeping: map, password: password, for: .reading)
                isRecovered = purpose == .rewriting
                file = isRecovered ? try repaired.recovered(password: password) : repaired
                damage = error
            } catch {
                throw .pdf(error)
            }
        }
    }
}

extension PDFFile {
    /// The repaired file written anew in memory, where it can be edited like any other.
    fileprivate func recovered(password: String?) throws(PDFError) -> PDFFile {
        _ = try pageCount()
        let memory = OwnedBytes(try rewritten(RewriteOptions()))
        return try PDFFile(bytes: memory.bytes, keeping: memory, password: password, for: .editing)
    }
}

extension DocumentContents {
    /// The document as it will be with `increment` at its end, put together in memory and read back.
    ///
    /// Its memory is a private mapping of the file with the increment behind it, so that the cost follows the increment.
    func finished(with increment: Increment, password: String?) throws(DocumentError) -> PDFFile {
        guard !increment.isEmpty else { return file }
        let finished: PDFFile
        if isRecovered {
            let memory = OwnedBytes(Array(file.bytes) + increment.bytes)
            finished = try Self.readBack(memory.bytes, keeping: memory, password)
        } else {
            let map: MappedFile
            do throws(SystemCallError) {
                map = try MappedFile(source, count: file.count, followedBy: increment.bytes)
            } catch {
                throw DocumentError(error)
            }
            finished = try Self.readBack(map.bytes, keeping: map, password)
        }
        do throws(PDFError) {
            try increment.verify(in: finished)
            guard try finished.pageCount() == file.pageCount() else { throw .damaged("the number of pages differs") }
        } catch {
            throw .disagreement("\(error)")
        }
        return finished
    }

    private static func readBack(
        _ bytes: UnsafeRawBufferPointer, keeping owner: AnyObject, _ password: String?
    ) throws(DocumentError) -> PDFFile {
        do throws(PDFError) {
            return try PDFFile(bytes: bytes, keeping: owner, password: password, for: .editing)
        } catch {
            throw .disagreement("\(error)")
        }
    }
}

/// Bytes in memory that stay where they are as long as this object lives.
final class OwnedBytes {
    let bytes: UnsafeRawBufferPointer

    init(_ contents: [UInt8]) {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: contents.count, alignment: 16)
        memory.copyBytes(from: contents)
        bytes = UnsafeRawBufferPointer(memory)
    }

    deinit { bytes.deallocate() }
}
