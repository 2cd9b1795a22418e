internal import LinuxFiles
internal import PDFModel
internal import SystemPackage

/// The file that was found at a document's path, open and mapped, and the PDF in it.
final class DocumentContents {
    let source: OpenFile
    let base: Base
    private let map: MappedFile
    private let password: String?
    private let purpose: Document.Purpose
    private(set) var file: PDFFile
    /// Why the file had to be repaired in memory to be read; it cannot be extended then.
    private(set) var damage: PDFError?
    /// `file` is not the file on disk but what libqpdf recovered of it.
    private var isRecovered = false

    /// - Throws: ``DocumentError`` for what is no file, cannot be read, or is no PDF that serves `purpose`.
    init(_ path: FilePath, password: String?, for purpose: Document.Purpose) throws(DocumentError) {
        // The coordinated read goes here: from opening the file to having mapped it, a lock held for reading.
        self.password = password
        self.purpose = purpose
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
            self.file = file
        } catch {
            guard purpose != .editing, case .damaged = error else { throw .pdf(error) }
            do throws(PDFError) {
                file = try PDFFile(bytes: map.bytes, keeping: map, password: password, for: .reading)
                damage = error
                guard purpose == .rewriting else { return }
                file = try file.recovered(password: password)
                isRecovered = true
            } catch {
                throw .pdf(error)
            }
        }
    }

    /// What `body` finds out of the file; where it meets damage and the file is only read, of the file as libqpdf repairs it.
    func look<Result>(_ body: (DocumentContents) throws(PDFError) -> Result) throws(DocumentError) -> Result {
        do throws(PDFError) {
            return try body(self)
        } catch {
            guard purpose == .reading, damage == nil, case .damaged = error else { throw .pdf(error) }
            damage = error
        }
        do throws(PDFError) {
            file = try PDFFile(bytes: map.bytes, keeping: map, password: password, for: .reading)
            return try body(self)
        } catch {
            throw .pdf(error)
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
    func finished(with increment: Increment) throws(DocumentError) -> PDFFile {
        guard !increment.isEmpty else { return file }
        let finished: PDFFile
        if isRecovered {
            let memory = OwnedBytes(Array(file.bytes) + increment.bytes)
            finished = try readBack(memory.bytes, keeping: memory)
        } else {
            let map: MappedFile
            do throws(SystemCallError) {
                map = try MappedFile(source, count: file.count, followedBy: increment.bytes)
            } catch {
                throw DocumentError(error)
            }
            finished = try readBack(map.bytes, keeping: map)
        }
        do throws(PDFError) {
            try increment.verify(in: finished)
            guard try finished.pageCount() == file.pageCount() else { throw .damaged("the number of pages differs") }
        } catch {
            throw disagreement(error)
        }
        return finished
    }

    /// In a sound file a defect of pdfco; a damaged one can read otherwise from one time to the next.
    private func disagreement(_ error: PDFError) -> DocumentError {
        file.hasDamage
            ? .pdf(.damaged("what would be appended does not read back as it should: \(error)"))
            : .disagreement("\(error)")
    }

    private func readBack(
        _ bytes: UnsafeRawBufferPointer, keeping owner: AnyObject
    ) throws(DocumentError) -> PDFFile {
        do throws(PDFError) {
            return try PDFFile(bytes: bytes, keeping: owner, password: password, for: .editing)
        } catch {
            throw disagreement(error)
        }
    }
}
