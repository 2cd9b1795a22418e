/// The objects of a file that libqpdf reads whole, compared with what is written: an edit may rely on them.
///
/// libqpdf omits every key whose value it finds to be null, and takes an unreadable object for null.
final class CheckedObjects {
    private let document: QPDFDocument
    private let written: WrittenObjects
    /// The objects that libqpdf was found to read with every key.
    private var complete: Set<IndirectReference> = []

    init(_ document: QPDFDocument, _ written: WrittenObjects) {
        (self.document, self.written) = (document, written)
    }

    /// Returns an object with every key that is written, and as a reference where there is one in place of the object.
    ///
    /// - Throws: ``PDFError/damaged(_:)`` where libqpdf complained about the object, or cannot read it.
    func object(_ reference: IndirectReference) throws(PDFError) -> PDFObject {
        // libqpdf takes much memory for each of their values.
        if let object = try? written.object(reference), object.isContainer { return object }
        let object = try document.object(reference)
        // libqpdf keeps a displaced object in place of the right one; a reading that requests only this object does
        // not.
        guard !document.complaints.displaced.contains(reference) else {
            return try wholeObject(reference, in: document.anew())
        }
        if object.integerValue != nil, let other = referenceInPlace(of: reference) { return .reference(other) }
        if let complaint = document.complaints.ofObjects[reference] {
            let fault = object.isNull ? "cannot be read" : "is malformed"
            throw .damaged("object \(reference) \(fault): \(complaint.message)")
        }
        switch object {
        case .null:
            guard isNull(reference) else { throw .damaged("object \(reference) cannot be read") }
            return object
        case .array, .dictionary, .stream:
            let whole = restored(object, reference)
            if complete.contains(reference) { return whole }
            if isWhole(whole, reference) {
                complete.insert(reference)
                return whole
            }
            return try wholeObject(reference)
        default: return object
        }
    }

    /// Returns one entry of the dictionary that `reference` refers to; `nil` where libqpdf has to read it.
    func entry(_ key: Name, of reference: IndirectReference) -> PDFObject? { try? written.entry(key, of: reference) }

    /// Returns libqpdf's reading of an object with every key and reference that is written.
    func wholeObject(_ reference: IndirectReference) throws(PDFError) -> PDFObject {
        try wholeObject(reference, in: document)
    }

    private func wholeObject(
        _ reference: IndirectReference, in document: QPDFDocument
    ) throws(PDFError) -> PDFObject {
        restored(try document.wholeObject(reference), reference, withKeys: true)
    }

    /// Returns the reference in place of an object, which libqpdf reads as a number; `nil` for any other object.
    func referenceInPlace(of reference: IndirectReference) -> IndirectReference? {
        written.anyObject(reference)?.object.referenceValue
    }

    private func restored(
        _ object: PDFObject, _ reference: IndirectReference, withKeys: Bool = false
    ) -> PDFObject {
        written.anyObject(reference).map { object.restoring($0.object, withKeys: withKeys) } ?? object
    }

    /// Whether `object` has every key of the object that `reference` refers to, except for those that lead to null. Also
    /// false where that cannot be determined.
    private func isWhole(_ object: PDFObject, _ reference: IndirectReference) -> Bool {
        written.isIndexed && written.anyObject(reference)?.agrees(with: object) { !isNull($0) } == true
    }

    private func isNull(_ reference: IndirectReference) -> Bool { (try? written.isNull(reference)) == true }
}
