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
    private var reader = Reader.none
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
    private var memo = Memo()
    /// What is read for a list of annotations; `nil` while none is made.
    var listed: HeldBytes?

    /// The file's length in bytes, without an unfinished increment of pdfco at its end.
    public var count: Int { bytes.count }
    /// The length in bytes of an increment whose writing was interrupted; it is not part of the document.
    public let unfinishedCount: Int

    /// What reads the file's objects.
    private enum Reader {
        /// Nothing yet.
        case none
        /// Only the requested objects are read, where all readers must agree on them.
        case partial(PartialReader)
        case whole(QPDFDocument)
    }

    /// What was derived from the file, each when it was first needed.
    private struct Memo {
        var history: RevisionHistory?
        var revisions: [Revision]?
        var trailer: PDFDictionary?
        var catalog: PDFDictionary?
        var checked: CheckedObjects?
        /// The objects of a damaged file as they were checked against what is written.
        var replaced: [IndirectReference: PDFObject] = [:]
        /// The malformed dictionaries that edits leave as they are.
        var malformed: Set<IndirectReference> = []
        /// What those above have derived, by its type.
        var others: [ObjectIdentifier: Any] = [:]
    }

    /// Returns what the memo has, or what `derive` makes for it.
    private func remembered<Value>(
        _ path: WritableKeyPath<Memo, Value?>, _ derive: () throws(PDFError) -> Value
    ) throws(PDFError) -> Value {
        if let known = memo[keyPath: path] { return known }
        let value = try derive()
        memo[keyPath: path] = value
        return value
    }

    /// Returns what `derive` makes of the file, made when it is first asked for: one value of each type.
    func derived<Value>(_ derive: (PDFFile) throws(PDFError) -> Value) throws(PDFError) -> Value {
        let type = ObjectIdentifier(Value.self)
        if let known = memo.others[type] as? Value { return known }
        let value = try derive(self)
        memo.others[type] = value
        return value
    }

    private var partialReader: PartialReader? { if case .partial(let reader) = reader { reader } else { nil } }
    private var wholeReading: QPDFDocument? { if case .whole(let document) = reader { document } else { nil } }

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
        unfinishedCount = bytes.count - count
        structure = FileStructure(whole)
        passwords = password.map(PasswordPreparation.candidates) ?? [nil]
        guard purpose == .editing else {
            let recovered = try RecoveredFile(whole, keeping: owner, passwords: passwords)
            (self.recovered, reader) = (recovered, .whole(recovered.document))
            recovered.document.readsNullForDamage = purpose == .reading
            return
        }
        recovered = nil
        if structure?.isFollowedByWord == true { throw .damaged("no number follows the last startxref") }
        if let structure, let earlier = base?.memo.history, let begun = base?.startXRef {
            memo.history = try? RevisionHistory(whole, structure, following: earlier, at: begun)
        }
        if isPartial, let structure, let history = try? history() {
            do {
                reader = .partial(
                    try PartialReader(
                        whole, structure, history, keeping: owner,
                        following: base.flatMap { base in base.partialReader.map { ($0, base.count) } }))
                return
            } catch {
                reasonForWholeReading = error.reason
            }
        }
        try readWhole()
    }

    private func readWhole() throws(PDFError) {
        (owner as? any AdvisedMemory)?.expectReading(scattered: false)
        do {
            let copy = OwnedBytes(listingHiddenObjectsOf: bytes, structure, try? history())
            let document = try QPDFDocument.opened(
                copy?.bytes ?? bytes, keeping: copy ?? owner, passwords: passwords, mode: .strict)
            if copy != nil {
                // The trailer of the copy lacks what would describe the stream that it belongs to, such as /F.
                memo.trailer = try history().sections.first?.trailer.filter { entry in
                    entry.value.referenceValue.map { (try? document.object($0))?.isNull == false } ?? true
                }
            }
            reader = .whole(document)
        } catch {
            if case .passwordRequired = error,
                let document = try? QPDFDocument.openedBesideEmbeddedFiles(bytes, structure)
            {
                reader = .whole(document)
                return
            }
            guard case .damaged = error else { throw error }
            guard FileStructure.headerOffset(bytes) != nil else { throw .notAPDF }
            guard let copy = OwnedBytes(openingCircleIn: bytes, structure) else { throw error }
            reader = .whole(try .opened(copy.bytes, keeping: copy, passwords: passwords, mode: .strict))
        }
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
        _ body: (WrittenObjects) throws(PartialReadingError) -> Value
    ) throws(PDFError) -> Value? {
        guard let partialReader else { return nil }
        do {
            return try body(partialReader.objects)
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
    public var version: String { partialReader?.version ?? wholeReading?.properties.version ?? "" }

    /// Whether the file is linearized and was not extended since (Annex F.3.3).
    ///
    /// libqpdf is not asked: with a crafted object number, its check would terminate the process.
    public var isLinearized: Bool {
        var reader = SyntaxReader(bytes, at: headerOffset)
        guard reader.integer() != nil, reader.integer() != nil, reader.skip("obj"),
            let parameters = reader.object()?.dictionaryValue, parameters["Linearized"]?.numberValue != nil
        else { return false }
        return parameters[.linearizedLength]?.integerValue == bytes.count
    }

    /// Whether the file is encrypted, with a password or without one.
    public var isEncrypted: Bool { wholeReading?.isEncrypted ?? false }

    /// Whether the permissions that the password grants allow adding annotations.
    var mayAnnotate: Bool { wholeReading?.properties.mayAnnotate ?? true }

    /// Whether anything unreadable was found.
    public var hasDamage: Bool { wholeReading?.complaints.hasDamage ?? false }

    /// libqpdf's complaints: about the objects requested so far, or, in a recovered file, about all objects.
    public var warnings: [String] { (try? recovered?.complaints()) ?? wholeReading?.complaints.messages ?? [] }

    /// The object numbers at or above `/Size` to which objects read so far refer; a partial reader ends where it finds
    /// one.
    var danglingNumbers: Set<Int> { wholeReading?.danglingNumbers ?? [] }

    func history() throws(PDFError) -> RevisionHistory {
        try remembered(\.history) { () throws(PDFError) in
            guard let structure else { throw .damaged("there is no startxref") }
            return try RevisionHistory(bytes, structure)
        }
    }

    /// Returns the revisions of the file, oldest first; none where its structure is damaged.
    public func revisions() -> [Revision] {
        let derived = try? remembered(\.revisions) { () throws(PDFError) in
            try history().revisions(of: bytes, headerOffset: headerOffset)
        }
        return derived ?? []
    }

    /// Returns the form of the newest cross-reference section; `nil` where there is none to chain to.
    public func crossReferenceKind() -> CrossReferenceKind? { try? history().sections.first?.kind }

    // MARK: Objects

    /// Returns the trailer, or the dictionary of the cross-reference stream in its place (7.5.5).
    public func trailer() throws(PDFError) -> PDFDictionary {
        try remembered(\.trailer) { () throws(PDFError) in
            if let partialReader { partialReader.trailer } else { try whole().trailer() }
        }
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
        let object = try partially { reader throws(PartialReadingError) in try reader.object(reference) }
        if let object { return object }
        let document = try whole()
        guard purpose == .editing else { return try document.object(reference) }
        if let known = memo.replaced[reference] { return known }
        let checked = try checkedObjects().object(reference)
        if document.complaints.hasDamage { memo.replaced[reference] = checked }
        return checked
    }

    func checkedObjects() throws(PDFError) -> CheckedObjects {
        try remembered(\.checked) { () throws(PDFError) in
            let document = try whole()
            let written = WrittenObjects(bytes, headerOffset: headerOffset, try? history(), readBy: document)
            return CheckedObjects(document, written)
        }
    }

    /// Returns the two file identifiers (ISO 32000-2, 14.4), or none.
    package func identifiers() throws(PDFError) -> [[UInt8]] {
        let items = try resolve(trailer()[.fileIdentifier] ?? .null).arrayValue ?? []
        let identifiers = items.compactMap(\.stringValue?.bytes)
        return identifiers.count == 2 ? identifiers : []
    }

    /// Returns `object`, or the object it refers to, also through references in place of objects.
    public func resolve(_ object: PDFObject) throws(PDFError) -> PDFObject {
        try followed(object).value
    }

    /// Returns what `object` leads to, which an edit leaves as it is: a malformed dictionary, too, as libqpdf reads it, unless
    /// it has one of the keys that decide about the edit twice (invariant 18).
    func unedited(_ object: PDFObject, deciding keys: [Name]) throws(PDFError) -> PDFObject {
        do { return try resolve(object) } catch {
            guard case .damaged(let reason) = error, !keys.contains(where: { reason.contains(" key /\($0.text);") }),
                let reference = object.referenceValue,
                case .dictionary(let dictionary) = try whole().object(reference)
            else { throw error }
            memo.malformed.insert(reference)
            return .dictionary(dictionary)
        }
    }

    /// What edits leave as it is although it is damaged, one sentence each.
    var leftDamage: [String] { memo.malformed.sorted().map { "object \($0) is malformed, and stays as it is" } }

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

    /// Returns one entry of the dictionary that `reference` refers to, read without the others: in a document with a
    /// million objects, nothing more is wanted.
    func entry(_ key: Name, of reference: IndirectReference) throws(PDFError) -> PDFObject {
        let entry = try partially { reader throws(PartialReadingError) in try reader.entry(key, of: reference) }
        if let entry { return entry }
        let document = try whole()
        if purpose == .editing, let entry = try checkedObjects().entry(key, of: reference) { return entry }
        if let entry = try document.entry(key, of: reference) {
            let isSound =
                document.complaints.ofObjects[reference] == nil && !document.complaints.displaced.contains(reference)
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
        let data = try partially { reader throws(PartialReadingError) in
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
        let whole = try partially { reader throws(PartialReadingError) in try reader.wholeObject(reference) }
        if let whole { return whole }
        let document = try self.whole()
        guard purpose == .editing else { return try document.wholeObject(reference) }
        return document.complaints.displaced.contains(reference)
            ? object : try checkedObjects().wholeObject(reference)
    }

    /// Returns the document catalog (ISO 32000-2, 7.7.2).
    public func catalog() throws(PDFError) -> PDFDictionary {
        try remembered(\.catalog) { () throws(PDFError) in
            guard let catalog = try resolve(trailer()[.root] ?? .null).dictionaryValue else {
                throw .damaged("there is no document catalog")
            }
            return catalog
        }
    }

    /// Returns the object that `reference` refers to with every entry, including those that refer to missing objects.
    func objectWithEveryEntry(_ reference: IndirectReference) throws(PDFError) -> PDFObject {
        try checkedObjects().wholeObject(reference)
    }
}
