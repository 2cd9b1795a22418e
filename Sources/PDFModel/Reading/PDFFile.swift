/// One PDF file in memory, read-only: libqpdf reads its objects; its revisions are read from its own bytes.
///
/// It does not open, lock or rename anything: the caller provides the bytes and keeps them unchanged while this object
/// lives. Not for use from two threads at once.
public final class PDFFile {
    /// The purpose for which the file is read.
    public enum Purpose: Sendable {
        /// To add to it: anything that libqpdf would have to repair is an error.
        case editing
        /// To view a damaged file as far as it can be read: unreadable objects are null, and ``warnings`` reports them.
        case reading
        /// To add to a damaged file what repairs it: an unreadable object is an error where it is needed.
        case repairing
    }

    /// The purpose for which the file was read.
    let purpose: Purpose
    /// libqpdf's reading of the whole file; `nil` while `partialReader` is in use.
    private var wholeReading: QPDFDocument?
    /// The reader of only the requested objects; `nil` where the whole file must be read.
    private var partialReader: PartialReader?
    /// Why the file is read whole; `nil` where it is not, or was to be.
    public private(set) var reasonForWholeReading: String?
    private let passwords: [[CChar]?]
    /// The recovered file where the file was damaged; `wholeReading` then reads a repaired copy.
    let recovered: RecoveredFile?
    /// The file's bytes, without an unfinished increment.
    public let bytes: UnsafeRawBufferPointer
    /// The object that keeps ``bytes`` valid; libqpdf may be reading other bytes.
    private let owner: AnyObject
    private let structure: FileStructure?
    private var cachedHistory: RevisionHistory?
    private var cachedRevisions: [Revision]?
    private var cachedTrailer: PDFDictionary?
    private var cachedAccess: FileAccess?
    private var cachedCatalog: PDFDictionary?
    private var cachedChecked: CheckedObjects?
    /// The objects of a damaged file as they were checked against what is written.
    private var replacedObjects: [IndirectReference: PDFObject] = [:]
    private var cachedPages: PageTree?
    private var cachedSignatureFields: [SignatureField]?
    /// The items of the `/Annots` array that was read last: pages may share one.
    var lastAnnotationItems: (entry: PDFObject, items: [PDFObject])?

    /// What is read for a list of annotations; `nil` while none is made.
    var listed: HeldBytes?

    /// The number of each page object, once a link has needed one.
    var pageNumbers: [IndirectReference: Int]?

    /// The file's length in bytes, without an unfinished increment of pdfco at its end.
    public let count: Int
    /// The length in bytes of an increment whose writing was interrupted; it is not part of the document.
    public let unfinishedCount: Int

    /// Reads a file from memory that `owner` keeps valid and unchanged. The password is the user or the owner password
    /// of an encrypted file, as typed by the user.
    public convenience init(
        bytes: UnsafeRawBufferPointer, keeping owner: AnyObject, password: String? = nil, for purpose: Purpose
    ) throws(PDFError) {
        try self.init(bytes: bytes, keeping: owner, password: password, for: purpose, isPartial: false)
    }

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - isPartial: whether, for editing, only the requested objects are read, where all readers must agree on them.
    ///   - base: the file before an increment, which is at its end.
    package init(
        bytes: UnsafeRawBufferPointer, keeping owner: AnyObject, password: String?, for purpose: Purpose,
        isPartial: Bool, following base: PDFFile? = nil
    ) throws(PDFError) {
        let count = UnfinishedIncrement.wholeLength(bytes)
        let whole = UnsafeRawBufferPointer(rebasing: bytes.prefix(count))
        self.bytes = whole
        self.owner = owner
        self.purpose = purpose
        self.count = count
        unfinishedCount = bytes.count - count
        structure = FileStructure(whole)
        passwords = password.map(PasswordPreparation.candidates) ?? [nil]
        guard purpose == .editing else {
            let recovered = try RecoveredFile(whole, keeping: owner, passwords: passwords)
            (self.recovered, wholeReading) = (recovered, recovered.document)
            recovered.document.readsNullForDamage = purpose == .reading
            return
        }
        recovered = nil
        if structure?.isFollowedByWord == true { throw .damaged("no number follows the last startxref") }
        if let structure, let earlier = base?.cachedHistory, let begun = base?.startXRef {
            cachedHistory = try? RevisionHistory(whole, structure, following: earlier, at: begun)
        }
        if isPartial, let structure, let history = try? history() {
            do throws(Irregularity) {
                partialReader = try PartialReader(
                    whole, structure, history, keeping: owner,
                    following: base.flatMap { base in base.partialReader.map { ($0, base.count) } })
                return
            } catch {
                reasonForWholeReading = error.reason
            }
        }
        try readWhole()
    }

    private func readWhole() throws(PDFError) {
        (owner as? any AdvisedMemory)?.expectReading(scattered: false)
        do throws(PDFError) {
            let copy = OwnedBytes(listingHiddenObjectsOf: bytes, structure, try? history())
            let document = try QPDFDocument.opened(
                copy?.bytes ?? bytes, keeping: copy ?? owner, passwords: passwords, mode: .strict)
            if copy != nil {
                let read = try document.trailer()
                let written = try history().sections.first?.trailer
                cachedTrailer = written?.filter { $0.value.referenceValue == nil || read[$0.key] != nil }
            }
            wholeReading = document
        } catch {
            if case .passwordRequired = error,
                let document = try? QPDFDocument.openedBesideEmbeddedFiles(bytes, structure)
            {
                (wholeReading, partialReader) = (document, nil)
                return
            }
            guard case .damaged = error else { throw error }
            guard FileStructure.headerOffset(bytes) != nil else { throw .notAPDF }
            guard let copy = OwnedBytes(openingCircleIn: bytes, structure) else { throw error }
            wholeReading = try .opened(copy.bytes, keeping: copy, passwords: passwords, mode: .strict)
        }
        partialReader = nil
    }

    /// Whether libqpdf has read the whole file, and not only the requested objects.
    package var isReadWhole: Bool { partialReader == nil }

    /// libqpdf's reading of the whole file.
    func whole() throws(PDFError) -> QPDFDocument {
        if wholeReading == nil { try readWhole() }
        guard let wholeReading else { throw .library("the file was not read") }
        return wholeReading
    }

    /// Returns the result of the partial reader; `nil` where there is none, or no longer: then the whole file is read.
    private func partially<Value>(
        _ body: (PartialReader) throws(Irregularity) -> Value
    ) throws(PDFError) -> Value? {
        guard let partialReader else { return nil }
        do throws(Irregularity) {
            return try body(partialReader)
        } catch {
            reasonForWholeReading = error.reason
            try readWhole()
            return nil
        }
    }

    // MARK: The file

    /// Returns the length in bytes of the document in a file: all but an unfinished increment of pdfco.
    public static func wholeLength(of bytes: UnsafeRawBufferPointer) -> Int { UnfinishedIncrement.wholeLength(bytes) }

    /// The number of bytes before the header; offsets in the file count from the header.
    public var headerOffset: Int { recovered?.headerOffset ?? structure?.headerOffset ?? 0 }

    /// The number in the last `startxref`.
    public var startXRef: Int { structure?.startXRef ?? 0 }

    var endsInNewline: Bool { bytes.last == 0x0A || bytes.last == 0x0D }

    /// The version in the header or the catalog, whichever is later, such as `1.7`.
    public var version: String { partialReader?.version ?? wholeReading?.version ?? "" }

    /// Whether the file is linearized and was not extended since (Annex F.3.3).
    ///
    /// libqpdf is not asked: with a crafted object number, its check would terminate the process.
    public var isLinearized: Bool {
        var reader = SyntaxReader(bytes, at: headerOffset)
        guard reader.integer() != nil, reader.integer() != nil, reader.skip("obj"),
            let parameters = reader.object()?.dictionaryValue, parameters[.linearized]?.numberValue != nil
        else { return false }
        return parameters[.linearizedLength]?.integerValue == bytes.count
    }

    /// Whether the file is encrypted, with a password or without one.
    public var isEncrypted: Bool { wholeReading?.isEncrypted ?? false }

    /// Whether the permissions that the password grants allow adding annotations.
    var mayAnnotate: Bool { wholeReading?.mayAnnotate ?? true }

    /// Whether anything unreadable was found.
    public var hasDamage: Bool { wholeReading?.hasDamage ?? false }

    /// libqpdf's complaints: about the objects requested so far, or, in a recovered file, about all objects.
    public var warnings: [String] { (try? recovered?.complaints()) ?? wholeReading?.warnings ?? [] }

    /// The object numbers at or above `/Size` to which objects read so far refer; a partial reader ends where it finds
    /// one.
    var danglingNumbers: Set<Int> { wholeReading?.danglingNumbers ?? [] }

    func history() throws(PDFError) -> RevisionHistory {
        if let cachedHistory { return cachedHistory }
        guard let structure else { throw .damaged("there is no startxref") }
        let history = try RevisionHistory(bytes, structure)
        cachedHistory = history
        return history
    }

    /// Returns the section that a new cross-reference section follows.
    func predecessor() throws(PDFError) -> Predecessor {
        if let recovered { return try Predecessor(recovered) }
        return try Predecessor(history(), startXRef: startXRef)
    }

    /// Returns the revisions of the file, oldest first; none where its structure is damaged.
    public func revisions() -> [Revision] {
        if let cachedRevisions { return cachedRevisions }
        let revisions = (try? history().revisions(of: bytes, headerOffset: headerOffset)) ?? []
        cachedRevisions = revisions
        return revisions
    }

    /// Returns the form of the newest cross-reference section; `nil` where there is none to chain to.
    public func crossReferenceKind() -> CrossReferenceKind? { try? history().sections.first?.kind }

    /// Returns the access that the password grants; for encrypted files only.
    func access() throws(PDFError) -> FileAccess {
        if let cachedAccess { return cachedAccess }
        let access = try whole().access()
        cachedAccess = access
        return access
    }

    func pageTree() throws(PDFError) -> PageTree {
        if let cachedPages { return cachedPages }
        let pages = try PageTree(self)
        cachedPages = pages
        return pages
    }

    /// Returns the signature fields of the document's form, signed or not, in the form's order.
    public func signatureFields() throws(PDFError) -> [SignatureField] {
        if let cachedSignatureFields { return cachedSignatureFields }
        let fields = try SignatureFieldReader(self).found
        cachedSignatureFields = fields
        return fields
    }

    // MARK: Objects

    /// Returns the trailer, or the dictionary of the cross-reference stream in its place (7.5.5).
    public func trailer() throws(PDFError) -> PDFDictionary {
        if let cachedTrailer { return cachedTrailer }
        let trailer = if let partialReader { partialReader.trailer } else { try whole().trailer() }
        cachedTrailer = trailer
        return trailer
    }

    /// Returns the object that `reference` refers to; `null` where there is none.
    ///
    /// In a file read for editing, the object has every key that is written, and an object that is unreadable, or
    /// readable only with a complaint, is an error: an edit never relies on anything that another reader may read
    /// differently (invariant 18).
    public func object(_ reference: IndirectReference) throws(PDFError) -> PDFObject {
        let object = try uncountedObject(reference)
        try listed?.add(object.weight, "the list of its annotations")
        return object
    }

    private func uncountedObject(_ reference: IndirectReference) throws(PDFError) -> PDFObject {
        let object = try partially { reader throws(Irregularity) in try reader.object(reference) }
        if let object { return object }
        let document = try whole()
        guard purpose == .editing else { return try document.object(reference) }
        if let known = replacedObjects[reference] { return known }
        let checked = try checkedObjects().object(reference)
        if document.hasDamage { replacedObjects[reference] = checked }
        return checked
    }

    func checkedObjects() throws(PDFError) -> CheckedObjects {
        if let cachedChecked { return cachedChecked }
        let document = try whole()
        let written = WrittenObjects(bytes, headerOffset: headerOffset, try? history(), readBy: document)
        let checked = CheckedObjects(document, written)
        cachedChecked = checked
        return checked
    }

    /// Returns `object`, or the object it refers to, also through references in place of objects.
    public func resolve(_ object: PDFObject) throws(PDFError) -> PDFObject {
        try followed(object).value
    }

    /// Returns the value that `object` leads to, and the last reference on the way; a cycle of references leads to
    /// null.
    func followed(_ object: PDFObject) throws(PDFError) -> (reference: IndirectReference?, value: PDFObject) {
        var (last, value): (IndirectReference?, PDFObject) = (nil, object)
        for _ in 0..<Self.longestWay {
            guard case .reference(let reference) = value else { return (last, value) }
            (last, value) = (reference, try self.object(reference))
        }
        return (last, .null)
    }

    /// More consecutive references than any writer uses: a cycle.
    private static let longestWay = 32

    /// Returns one entry of the dictionary that `reference` refers to, read without the others: with a million objects,
    /// nothing more is wanted.
    func entry(_ key: Name, of reference: IndirectReference) throws(PDFError) -> PDFObject {
        let entry = try partially { reader throws(Irregularity) in try reader.entry(key, of: reference) }
        if let entry { return entry }
        let document = try whole()
        if purpose == .editing, let entry = try checkedObjects().entry(key, of: reference) { return entry }
        if let entry = try document.entry(key, of: reference) {
            let isSound = document.complaints[reference] == nil && !document.displaced.contains(reference)
            if purpose != .editing || isSound && !entry.isContainer { return entry }
        }
        return try resolve(.reference(reference)).dictionaryValue?[key] ?? .null
    }

    /// Whether there is a reference in place of the object, in a file read for editing. A partial reader ends at such a
    /// reference.
    func isReference(_ reference: IndirectReference) throws(PDFError) -> Bool {
        guard purpose == .editing, isReadWhole else { return false }
        return try checkedObjects().referenceInPlace(of: reference) != nil
    }

    /// Returns the decoded data of a stream object; `nil` where there is none, or it cannot be decoded.
    ///
    /// - Parameter encoded: whether it is only decrypted, as its `/Filter` says.
    func streamData(_ reference: IndirectReference, encoded: Bool = false) throws(PDFError) -> [UInt8]? {
        let data = try partially { reader throws(Irregularity) in
            try reader.streamData(reference, encoded: encoded)
        }
        if let data { return data }
        return try whole().streamData(reference, encoded: encoded)
    }

    /// Returns the object that `reference` refers to, for rewriting it: including its references to unreadable and to freed
    /// objects. Another reader may be able to read those, so pdfco must not drop the references.
    func wholeObject(_ reference: IndirectReference) throws(PDFError) -> PDFObject {
        let object = try object(reference)
        guard object.isContainer else { return object }
        let whole = try partially { reader throws(Irregularity) in try reader.wholeObject(reference) }
        if let whole { return whole }
        let document = try self.whole()
        guard purpose == .editing else { return try document.wholeObject(reference) }
        return document.displaced.contains(reference)
            ? object : try checkedObjects().wholeObject(reference)
    }

    /// Returns the document catalog (ISO 32000-2, 7.7.2).
    public func catalog() throws(PDFError) -> PDFDictionary {
        if let cachedCatalog { return cachedCatalog }
        guard let catalog = try resolve(trailer()[.root] ?? .null).dictionaryValue else {
            throw .damaged("there is no document catalog")
        }
        cachedCatalog = catalog
        return catalog
    }
}
