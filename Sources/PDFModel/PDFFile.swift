/// One PDF file as it lies in memory, read-only: its objects through libqpdf, its revisions from its own bytes.
///
/// It opens, locks and renames nothing: whoever has the file hands over the bytes and keeps them as they are while this
/// object lives. Not for use from two threads at once.
public final class PDFFile {
    /// What the file is read for.
    public enum Purpose: Sendable {
        /// To add to it: what libqpdf would have to repair is an error.
        case editing
        /// To look at a damaged file, as far as it can be made sense of: what cannot be read is null, and told by
        /// ``warnings``.
        case reading
        /// To add to a damaged file what makes it whole: what cannot be read is an error where it is needed.
        case repairing
    }

    /// What the file was read for.
    let purpose: Purpose
    /// libqpdf's reading of the whole file; `nil` while `sparse` does.
    private var wholeReading: QPDFDocument?
    /// What reads nothing but what is asked for; `nil` where that does not do.
    private var sparse: SparseReading?
    /// Why the file is read whole although it could be read sparsely; `nil` where it is not, or has too few objects for that.
    public private(set) var reasonForWholeReading: String?
    private let passwords: [[CChar]?]
    /// The file as it was recovered, where it was damaged; `document` is then a reading of a repaired copy.
    let recovered: RecoveredFile?
    /// The file's bytes, without an unfinished increment.
    public let bytes: UnsafeRawBufferPointer
    /// What keeps ``bytes`` valid; libqpdf may be reading others.
    private let owner: AnyObject
    private let structure: FileStructure?
    private var cachedHistory: RevisionHistory?
    private var cachedRevisions: [Revision]?
    private var cachedReading: SecondReading?
    private var cachedTrailer: PDFDictionary?
    private var cachedAccess: FileAccess?
    private var cachedCatalog: PDFDictionary?
    private var cachedWritten: WrittenObjects?
    /// What a damaged file's objects were found to be, because that takes a second reading.
    private var replacedObjects: [IndirectReference: PDFObject] = [:]
    private var cachedPages: PageTree?
    private var cachedSignatureFields: [SignatureField]?
    /// The items of the `/Annots` that was read last: pages may share one.
    var lastAnnotationItems: (entry: PDFObject, items: [PDFObject])?

    /// The file's length in bytes, without an unfinished increment of pdfco's at its end.
    public let count: Int
    /// The length in bytes of an increment that was cut off while it was written, which is not part of the document.
    public let unfinishedCount: Int

    /// Reads a file from memory that `owner` keeps valid and unchanged.
    ///
    /// - Parameter password: the user or the owner password of an encrypted file, as the user knows it.
    public convenience init(
        bytes: UnsafeRawBufferPointer, keeping owner: AnyObject, password: String? = nil, for purpose: Purpose
    ) throws(PDFError) {
        try self.init(bytes: bytes, keeping: owner, password: password, for: purpose, margin: nil)
    }

    /// Reads a file of which, with a margin and for editing, no more is read than is asked for.
    ///
    /// - Parameters:
    ///   - margin: memory right behind `bytes` that `owner` keeps valid, too, and nobody else writes to.
    ///   - base: what the file was before `increment`, with which it ends.
    package init(
        bytes: UnsafeRawBufferPointer, keeping owner: AnyObject, password: String?, for purpose: Purpose,
        margin: Margin?,
        following base: PDFFile? = nil, _ increment: Increment = .none
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
        if let margin, let history = try? history() {
            do throws(Irregularity) {
                sparse = try SparseReading(
                    bytes, count: count, headerOffset: headerOffset, history, margin: margin, keeping: owner,
                    passwords: passwords, following: base?.sparse, expecting: increment.checked)
            } catch {
                reasonForWholeReading = error.reason
            }
        }
        if sparse == nil { try readWhole() }
    }

    private func readWhole() throws(PDFError) {
        do throws(PDFError) {
            wholeReading = try .opened(bytes, keeping: owner, passwords: passwords, mode: .strict)
        } catch {
            if case .passwordRequired = error,
                let document = try? QPDFDocument.openedBesideEmbeddedFiles(bytes, structure)
            {
                (wholeReading, sparse) = (document, nil)
                return
            }
            guard case .damaged = error else { throw error }
            guard FileStructure.headerOffset(bytes) != nil else { throw .notAPDF }
            guard let copy = OwnedBytes(openingCircleIn: bytes, structure) else { throw error }
            wholeReading = try .opened(copy.bytes, keeping: copy, passwords: passwords, mode: .strict)
        }
        sparse = nil
    }

    /// Whether libqpdf has read the whole file, and not only what was asked for.
    package var isReadWhole: Bool { sparse == nil }

    /// libqpdf's reading of the whole file.
    private func whole() throws(PDFError) -> QPDFDocument {
        if wholeReading == nil { try readWhole() }
        guard let wholeReading else { throw .library("there is no reading of the file") }
        return wholeReading
    }

    /// What the sparse reading tells; `nil` where there is none, or none any more: then the whole file counts.
    private func sparsely<Value>(
        _ body: (SparseReading) throws(Irregularity) -> Value
    ) throws(PDFError) -> Value? {
        guard let sparse else { return nil }
        do throws(Irregularity) {
            return try body(sparse)
        } catch {
            reasonForWholeReading = error.reason
            try readWhole()
            return nil
        }
    }

    // MARK: The file

    /// How many bytes of a file are its document: all but an increment of pdfco's that was cut off while it was written.
    public static func wholeLength(of bytes: UnsafeRawBufferPointer) -> Int { UnfinishedIncrement.wholeLength(bytes) }

    /// Bytes before the header; offsets in the file count from the header.
    public var headerOffset: Int { recovered?.headerOffset ?? structure?.headerOffset ?? 0 }

    /// The number in the last `startxref`.
    public var startXRef: Int { structure?.startXRef ?? 0 }

    var endsInNewline: Bool { bytes.last == 0x0A || bytes.last == 0x0D }

    /// The version in the header or the catalog, whichever is later, as `1.7`.
    public var version: String { sparse?.version ?? wholeReading?.version ?? "" }

    /// Whether the file is ordered for reading over a network and was not added to since (Annex F.3.3).
    ///
    /// libqpdf is not asked: a crafted object number lets its answer end the process.
    public var isLinearized: Bool {
        var reader = SyntaxReader(bytes, at: headerOffset)
        guard reader.integer() != nil, reader.integer() != nil, reader.skip("obj"),
            let parameters = reader.object()?.dictionaryValue, parameters[.linearized]?.numberValue != nil
        else { return false }
        return parameters[.linearizedLength]?.integerValue == bytes.count
    }

    public var isEncrypted: Bool { sparse?.isEncrypted ?? wholeReading?.isEncrypted ?? false }

    /// Whether the permissions of whoever the password opened the document as allow adding annotations.
    var mayAnnotate: Bool { sparse?.mayAnnotate ?? wholeReading?.mayAnnotate ?? true }

    /// Whether something was met that cannot be read.
    public var hasDamage: Bool { wholeReading?.hasDamage ?? false }

    /// What libqpdf complained of: while it read what was asked for so far, or, in a recovered file, while it read everything.
    public var warnings: [String] { (try? recovered?.complaints()) ?? wholeReading?.warnings ?? [] }

    /// The numbers from `/Size` on to which some object that was read refers; a sparse reading ends where it meets one.
    var danglingNumbers: Set<Int> { wholeReading?.danglingNumbers ?? [] }

    /// The numbers from `first` on to which something in the file refers, as far as looking costs no more than reading the file.
    func mentionedNumbers(from first: Int) -> Set<Int> {
        guard isReadWhole || count <= Self.longestScan else { return danglingNumbers }
        return ReferenceScan.numbers(from: first, in: bytes).union(danglingNumbers)
    }

    /// So many bytes are looked through in a few milliseconds.
    private static let longestScan = 8 << 20

    func history() throws(PDFError) -> RevisionHistory {
        if let cachedHistory { return cachedHistory }
        guard let structure else { throw .damaged("there is no startxref") }
        let history = try RevisionHistory(bytes, structure)
        cachedHistory = history
        return history
    }

    /// What a new cross-reference section follows on.
    func predecessor() throws(PDFError) -> Predecessor {
        if let recovered { return try Predecessor(recovered) }
        return try Predecessor(history(), startXRef: startXRef)
    }

    /// The objects that cannot be read and that a repair leaves out, so that all readers see the same.
    public func lostObjects() throws(PDFError) -> [IndirectReference] {
        guard let recovered else { return [] }
        let replacements = try recovered.replacements()
        return try recovered.unreadableObjects().filter { replacements[$0] == nil }.sorted()
    }

    /// Throws where something stands in the way of an increment, or of a reader: no section to chain to, a table that not
    /// every reader can read, or an object that cannot be read. Every object is read for it.
    public func checkSoundness() throws(PDFError) {
        _ = try predecessor()
        if recovered == nil, let odd = try history().sections.first(where: { !$0.isRegular }) {
            throw .damaged("the cross-reference table at byte \(odd.offset) has entries that are not 20 bytes long")
        }
        let unreadable = try secondReading().table().objects.first(where: \.isUnreadable)
        if let unreadable, let complaint = unreadable.complaint {
            throw .damaged("object \(unreadable.entry.reference) cannot be read: \(complaint)")
        }
    }

    /// The revisions that the file holds, oldest first; none where its structure is damaged.
    public func revisions() -> [Revision] {
        if let cachedRevisions { return cachedRevisions }
        let revisions = (try? history().revisions(of: bytes, headerOffset: headerOffset)) ?? []
        cachedRevisions = revisions
        return revisions
    }

    /// The form of the newest cross-reference section; `nil` where there is none to chain to.
    public func crossReferenceForm() -> CrossReferenceForm? { try? history().sections.first?.form }

    /// The document written anew by libqpdf.
    ///
    /// - Parameter progress: called with percentages from 0 to 100.
    public func rewritten(
        _ options: RewriteOptions, progress: ((Int) -> Void)? = nil
    ) throws(PDFError) -> [UInt8] {
        try whole().rewritten(options, progress: progress)
    }

    /// What the password gives; asked only of encrypted files.
    func access() throws(PDFError) -> FileAccess {
        if let cachedAccess { return cachedAccess }
        let view = try sparsely { reading throws(Irregularity) in try reading.document() }
        let access = if let view { try SecondReading(of: view).access() } else { try secondReading().access() }
        cachedAccess = access
        return access
    }

    func pageTree() throws(PDFError) -> PageTree {
        if let cachedPages { return cachedPages }
        let pages = try PageTree(self)
        cachedPages = pages
        return pages
    }

    /// The signature fields of the document's form, signed or not, in the form's order.
    public func signatureFields() throws(PDFError) -> [SignatureField] {
        if let cachedSignatureFields { return cachedSignatureFields }
        let fields = try SignatureFieldReader(self).found
        cachedSignatureFields = fields
        return fields
    }

    // MARK: Objects

    public func trailer() throws(PDFError) -> PDFDictionary {
        if let cachedTrailer { return cachedTrailer }
        let trailer = if let sparse { sparse.trailer } else { try whole().trailer() }
        cachedTrailer = trailer
        return trailer
    }

    /// The object that `reference` names; `null` where there is none.
    ///
    /// In a file that is read for editing it has every key that is written, and what cannot be read, or only with a complaint,
    /// is an error: an edit rests on nothing that another reader may find otherwise (invariant 18).
    public func object(_ reference: IndirectReference) throws(PDFError) -> PDFObject {
        let sparse = try sparsely { reading throws(Irregularity) in try reading.object(reference) }
        if let sparse { return sparse }
        let document = try whole()
        guard purpose == .editing else { return try document.object(reference) }
        if let known = replacedObjects[reference] { return known }
        if let long = try writtenObjects(document).long(reference) { return long }
        let object = try document.object(reference)
        let checked = try writtenObjects(document).checked(object, reference)
        if document.hasDamage { replacedObjects[reference] = checked }
        return checked
    }

    private func writtenObjects(_ document: QPDFDocument) -> WrittenObjects {
        if let cachedWritten { return cachedWritten }
        let written = WrittenObjects(
            bytes, headerOffset: headerOffset, try? history(), readBy: document
        ) { [unowned self] () throws(PDFError) in try secondReading() }
        cachedWritten = written
        return written
    }

    /// `object`, or what it refers to, through references that stand where objects should.
    public func resolve(_ object: PDFObject) throws(PDFError) -> PDFObject {
        try followed(object).value
    }

    /// What `object` leads to, and the last reference on the way; a circle of references leads to nothing.
    func followed(_ object: PDFObject) throws(PDFError) -> (reference: IndirectReference?, value: PDFObject) {
        var (last, value): (IndirectReference?, PDFObject) = (nil, object)
        for _ in 0..<Self.longestWay {
            guard case .reference(let reference) = value else { return (last, value) }
            (last, value) = (reference, try self.object(reference))
        }
        return (last, .null)
    }

    /// More references in a row than anybody writes: a circle.
    private static let longestWay = 32

    /// One entry of the dictionary that `reference` names, read without the others: of a million objects, that is all that
    /// is wanted.
    func entry(_ key: Name, of reference: IndirectReference) throws(PDFError) -> PDFObject {
        let sparse = try sparsely { reading throws(Irregularity) in try reading.entry(key, of: reference) }
        if let sparse { return sparse }
        let document = try whole()
        if purpose == .editing, let entry = writtenObjects(document).entry(key, of: reference) { return entry }
        let entry = try document.entry(key, of: reference)
        let isSound = document.complaints[reference] == nil && !document.displaced.contains(reference)
        if let entry, isSound || purpose != .editing { return entry }
        return try resolve(.reference(reference)).dictionaryValue?[key] ?? .null
    }

    /// Whether a reference stands where an object should, in a file that is read for editing. A sparse reading has ended where one
    /// does.
    func isReference(_ reference: IndirectReference) throws(PDFError) -> Bool {
        guard purpose == .editing, isReadWhole else { return false }
        return try writtenObjects(whole()).referenceInPlace(of: reference) != nil
    }

    /// The decoded data of a stream object; `nil` where there is none, or it cannot be decoded.
    func streamData(_ reference: IndirectReference) throws(PDFError) -> [UInt8]? {
        let sparse = try sparsely { reading throws(Irregularity) in try reading.streamData(reference) }
        if let sparse { return sparse }
        return try whole().streamData(reference)
    }

    /// Makes ready to read many objects, which a sparse reading does much faster all at once.
    func prepare(_ objects: some Sequence<PDFObject>) throws(PDFError) {
        guard sparse != nil else { return }
        let references = objects.compactMap(\.referenceValue)
        _ = try sparsely { reading throws(Irregularity) in try reading.prepare(references) }
    }

    /// Makes ready to read single entries of many objects.
    func prepareEntries(of objects: some Sequence<PDFObject>) throws(PDFError) {
        guard sparse != nil else { return }
        let references = objects.compactMap(\.referenceValue)
        _ = try sparsely { reading throws(Irregularity) in try reading.prepareEntries(of: references) }
    }

    /// The object that `reference` names, for writing it anew: also with what refers to what cannot be read. Another
    /// reader may find that, and it is not ours to drop.
    func wholeObject(_ reference: IndirectReference) throws(PDFError) -> PDFObject {
        let object = try object(reference)
        guard purpose != .editing, hasDamage, object.isContainer else { return object }
        return try objectWithEveryEntry(reference)
    }

    /// The object that `reference` names with every entry, also those that refer to what is not there.
    func objectWithEveryEntry(_ reference: IndirectReference) throws(PDFError) -> PDFObject {
        try secondReading().wholeObject(reference)
    }

    private func secondReading() throws(PDFError) -> SecondReading {
        if let recovered { return try recovered.reading() }
        if let cachedReading { return cachedReading }
        let reading = try SecondReading(of: whole())
        cachedReading = reading
        return reading
    }

    /// The document catalog (ISO 32000-2, 7.7.2).
    public func catalog() throws(PDFError) -> PDFDictionary {
        if let cachedCatalog { return cachedCatalog }
        guard let catalog = try resolve(trailer()[.root] ?? .null).dictionaryValue else {
            throw .damaged("there is no document catalog")
        }
        cachedCatalog = catalog
        return catalog
    }
}
