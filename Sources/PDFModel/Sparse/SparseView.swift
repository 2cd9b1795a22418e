/// A file as libqpdf sees it when it reads only a few objects: all of its bytes, followed by one cross-reference
/// section that lists only these objects.
///
/// libqpdf reads the objects from their offsets in the file, and decrypts and decodes them as usual. To libqpdf, a
/// reference to an object that the view does not list leads to nothing.
struct SparseView {
    let document: QPDFDocument

    /// - Parameters:
    ///   - stubs: existing objects that need not be read: each is an empty dictionary in the margin.
    ///   - bytes: the file, right before the margin's memory, into which the section is written. An earlier view in the
    ///     same margin must not be opened again.
    ///   - size: a number above every object number in the file; the section takes it.
    init(
        of bytes: UnsafeRawBufferPointer, headerOffset: Int, in margin: UnsafeMutableRawBufferPointer,
        keeping owner: AnyObject,
        passwords: [[CChar]?], entries: [CrossReferenceEntry],
        standingIn stubs: Set<IndirectReference> = [], trailer: PDFDictionary, size: Int
    ) throws(Irregularity) {
        // A line feed first, whatever the file ends with.
        var text: [UInt8] = [0x0A]
        var entries = entries
        for stub in stubs {
            entries.append(CrossReferenceEntry(reference: stub, place: .file(bytes.count + text.count - headerOffset)))
            text += "\(stub.number) \(stub.generation) obj <<>> endobj\n".utf8
        }
        let section = NewSection(
            kind: .stream, entries: entries.sorted { $0.reference < $1.reference }, trailer: trailer,
            last: IndirectReference(size))
        do throws(PDFError) {
            text += try section.bytes(at: bytes.count + text.count - headerOffset, comment: "")
            guard text.count <= margin.count else { throw PDFError.tooLarge }
            margin.copyBytes(from: text)
            document = try .opened(
                UnsafeRawBufferPointer(start: bytes.baseAddress, count: bytes.count + text.count), keeping: owner,
                passwords: passwords, mode: .strict, isView: true)
        } catch {
            throw Irregularity("libqpdf cannot open a part of it: \(error)")
        }
        guard document.isSilent else { throw Irregularity(document.warnings.first ?? "libqpdf reports a warning") }
    }
}
