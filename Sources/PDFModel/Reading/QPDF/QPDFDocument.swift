internal import CQPDF

/// One document opened by libqpdf; the only owner of a `cqpdf_document`.
///
/// Every call drains libqpdf's errors and warnings before its result is used: libqpdf reports a type error only as a
/// warning, and returns an unreadable object as `null`. Objects leave as values. Not for use from two threads at once.
final class QPDFDocument {
    /// How far libqpdf may go in reading a damaged file.
    enum Mode {
        /// The file as it describes itself, or an error: for editing.
        case strict
        /// With a rebuilt cross-reference table where the file's is wrong: for viewing.
        case lenient
    }

    let document: OpaquePointer
    /// The bytes that are read; valid while this object lives.
    let bytes: UnsafeRawBufferPointer
    let mode: Mode
    /// The password that opened the document, as a C string; `nil` where none was given.
    let password: [CChar]?
    /// Whether an unreadable object is null, as for most readers, and not an error.
    var readsNullForDamage = false
    private let keepAlive: AnyObject
    private(set) var properties = Properties()
    private(set) var complaints = Complaints()
    /// More displaced objects than a single mistake of a writer causes.
    private static let displacementLimit = 32
    /// The number of values read so far; see ``stepLimit``.
    private var steps = 0
    /// The value of `/Size`; references to numbers from it on lead nowhere.
    private var size = Int.max
    /// The object numbers at or above `/Size` to which objects read so far refer. A new object must not take one of
    /// them.
    private(set) var danglingNumbers: Set<Int> = []

    /// Many times the number of values that a file of this length can hold: a file that takes more has objects shared
    /// by so many others that reading all of them would never end.
    private var stepLimit: Int { 1_000_000 + 8 * bytes.count }

    /// Reads a document with the first password that opens it.
    static func opened(
        _ bytes: UnsafeRawBufferPointer, keeping owner: AnyObject, passwords: [[CChar]?], mode: Mode
    ) throws(PDFError) -> QPDFDocument {
        if let longer = OwnedBytes.lengthened(bytes, for: trailerSize(bytes)) {
            return try opened(longer.bytes, keeping: longer, passwords: passwords, mode: mode)
        }
        for password in passwords.dropLast() {
            do {
                return try QPDFDocument(bytes: bytes, keeping: owner, password: password, mode: mode)
            } catch {
                guard case .passwordRequired = error else { throw error }
            }
        }
        return try QPDFDocument(bytes: bytes, keeping: owner, password: passwords.last ?? nil, mode: mode)
    }

    /// The value of `/Size` in a file's newest trailer, where it matters to libqpdf 12; otherwise 0.
    private static func trailerSize(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard bytes.count < 3 * CrossReferenceEntry.numberLimit, let structure = FileStructure(bytes) else { return 0 }
        let section = try? CrossReferenceSection(
            bytes, headerOffset: structure.headerOffset, offset: structure.startXRef)
        return section?.trailer[.size]?.integerValue ?? 0
    }

    /// Reads a document from memory that `owner` keeps valid.
    private init(
        bytes: UnsafeRawBufferPointer, keeping owner: AnyObject, password: [CChar]?, mode: Mode
    ) throws(PDFError) {
        self.bytes = bytes
        self.mode = mode
        self.password = password
        keepAlive = owner
        guard mode == .strict || RecoveryCost.isWithinLimits(bytes) else {
            throw .unrecoverable("it has too many empty lines and comments to be searched for objects")
        }
        if let entry = PredictorRow.boundlessEntry(in: bytes) {
            let reason = "a predictor's \(entry) makes a row longer than all data of the file"
            throw mode == .strict ? .damaged(reason) : .unrecoverable(reason)
        }
        guard let document = cqpdf_open(bytes.baseAddress, bytes.count, password, mode == .lenient) else {
            throw .library("there is not enough memory")
        }
        self.document = document
        if let failure = drain() { throw failure.asError(passwordGiven: password != nil) }
        let trailer = decoded { cqpdf_read_trailer(document, &$0) }?.dictionaryValue
        if let failure = drain() { throw failure.asError(passwordGiven: true) }
        size = trailer?[.size]?.integerValue ?? .max
        danglingNumbers = []
        steps = 0
        var read = cqpdf_properties()
        if cqpdf_get_properties(document, &read) {
            properties.version = read.version.map { String(cString: $0) } ?? ""
            (properties.isEncrypted, properties.mayAnnotate) = (read.is_encrypted, read.may_annotate)
            if read.lacks_encryption { throw .damaged(Self.lostEncryption) }
        }
        if let failure = drain() { throw failure.asError(passwordGiven: true) }
    }

    /// Why a document is not read as one without encryption.
    static let lostEncryption = "its encryption dictionary cannot be read"

    /// Reads the document once more, as if nothing had been read of it.
    func anew() throws(PDFError) -> QPDFDocument {
        try QPDFDocument(bytes: bytes, keeping: keepAlive, password: password, mode: mode)
    }

    deinit { cqpdf_close(document) }

    struct Properties {
        /// The version in the header or the catalog, whichever is later, such as `1.7`.
        fileprivate(set) var version = ""
        fileprivate(set) var isEncrypted = false
        /// Whether the permissions that the password grants allow adding annotations.
        fileprivate(set) var mayAnnotate = true
    }

    var isEncrypted: Bool { properties.isEncrypted }

    // MARK: Objects

    func trailer() throws(PDFError) -> PDFDictionary {
        let value = try value("the trailer") { cqpdf_read_trailer(document, &$0) }
        guard let dictionary = value.dictionaryValue else { throw .damaged("the trailer is not a dictionary") }
        return dictionary
    }

    /// Returns the object that `reference` refers to, without the entries whose value is null or leads to null, as an
    /// object that cannot be read does; `null` where the file defines none (7.3.10).
    func object(_ reference: IndirectReference) throws(PDFError) -> PDFObject {
        guard let (number, generation) = reference.asInt32 else { return .null }
        return try value("object \(reference)") {
            cqpdf_read_object(document, number, generation, cqpdf_entries_there, &$0)
        }
    }

    /// Returns an object with every entry of its dictionaries, including those that refer to unreadable objects.
    func wholeObject(_ reference: IndirectReference) throws(PDFError) -> PDFObject {
        guard let (number, generation) = reference.asInt32 else { return .null }
        let object = decoded { cqpdf_read_object(document, number, generation, cqpdf_entries_all, &$0) }
        guard drain() == nil, let object else { throw .damaged("object \(reference) cannot be read") }
        return object
    }

    /// Returns one entry of a dictionary object as written, without reading the others; a reference stays a reference.
    /// `nil` where the object is not a dictionary.
    func entry(_ key: Name, of reference: IndirectReference) throws(PDFError) -> PDFObject? {
        guard let (number, generation) = reference.asInt32 else { return nil }
        let entry = decoded { cqpdf_read_entry(document, number, generation, "/" + key.text, &$0) }
        if let failure = drain() { throw failure.asError(passwordGiven: true) }
        return entry
    }

    /// Returns the decoded data of a stream object; `nil` where there is none, or it cannot be decoded.
    ///
    /// - Throws: ``PDFError/tooDemanding(_:)`` where it is larger than a file of this length needs.
    func streamData(_ reference: IndirectReference, encoded: Bool = false) throws(PDFError) -> [UInt8]? {
        guard let (number, generation) = reference.asInt32 else { return nil }
        var held = HeldBytes(ofFile: bytes.count)
        var count = 0
        let start = cqpdf_stream_data(document, number, generation, encoded, held.limit, &count)
        defer { cqpdf_free(start) }
        let failure = drain(ofData: true)
        try held.add(count, "the data of object \(reference)")
        guard failure == nil, let start else { return nil }
        return Array(UnsafeRawBufferPointer(start: start, count: count))
    }

    // MARK: Values

    /// Returns the value that `read` makes libqpdf give; `null` with a complaint is damage, not a value.
    private func value(
        _ what: @autoclosure () -> String, _ read: (inout cqpdf_value) -> Bool
    ) throws(PDFError) -> PDFObject {
        guard steps < stepLimit else {
            throw .damaged("reading it takes more steps than a file of its length can need")
        }
        complaints.latestDamage = nil
        let value = decoded(read) ?? .null
        if let failure = drain() { throw failure.asError(passwordGiven: true) }
        guard complaints.displaced.count < Self.displacementLimit else {
            throw .damaged(
                "many objects are not where the cross-reference table says, such as \(complaints.displaced.sorted()[0])"
            )
        }
        if !readsNullForDamage, value == .null, let complaint = complaints.latestDamage {
            throw .damaged("\(what()) cannot be read: \(complaint.message)")
        }
        return value
    }

    /// Returns the value that `read` gives; `nil` where it gives none.
    private func decoded(_ read: (inout cqpdf_value) -> Bool) -> PDFObject? {
        var encoded = cqpdf_value()
        guard read(&encoded) else { return nil }
        steps += encoded.values
        var decoder = ValueDecoder(UnsafeRawBufferPointer(start: encoded.bytes, count: encoded.count), size: size)
        let value = decoder.value()
        danglingNumbers.formUnion(decoder.danglingNumbers)
        return value
    }

    // MARK: Errors and warnings

    /// Collects libqpdf's warnings and returns its error, if there is one.
    ///
    /// - Parameter ofData: whether the warnings are about the data of a stream, and not about an object.
    func drain(ofData: Bool = false) -> Diagnostic? {
        var diagnostic = cqpdf_diagnostic()
        while cqpdf_take_warning(document, &diagnostic) {
            let warning = Diagnostic(diagnostic)
            if mode == .strict, warning.isOfUnlistedMember { continue }
            complaints.add(warning, ofData: ofData)
            // In lenient mode, libqpdf builds a new table instead.
            if mode == .strict, let object = warning.displacedObject(in: bytes) {
                complaints.displaced.insert(object)
                if object.number >= size { danglingNumbers.insert(object.number) }
            }
        }
        return cqpdf_take_error(document, &diagnostic) ? Diagnostic(diagnostic) : nil
    }
}

/// What libqpdf has complained about in a document so far.
struct Complaints {
    /// Its first warnings, each once.
    private var warnings: [Diagnostic] = []
    /// Its first complaint about each object, where it names one.
    private(set) var ofObjects: [IndirectReference: Diagnostic] = [:]
    /// The first warning of damage since this was last reset.
    fileprivate(set) var latestDamage: Diagnostic?
    /// Objects that libqpdf may take for other ones than the file defines; see ``Diagnostic/displacedObject(in:)``.
    fileprivate(set) var displaced: Set<IndirectReference> = []
    /// Whether anything unreadable was found. References to it are missing from the dictionaries that were read:
    /// libqpdf's iterator omits null values, and unreadable objects are null to it.
    private(set) var hasDamage = false

    /// More warnings than anybody reads. A crafted file can cause any number of them.
    private static let warningLimit = 200
    private static let objectLimit = 10_000

    /// The complaints in libqpdf's words.
    var messages: [String] { warnings.filter(\.isComplaint).map(\.message) }

    /// - Parameter ofData: whether the warning is about the data of a stream, and not about an object.
    fileprivate mutating func add(_ warning: Diagnostic, ofData: Bool) {
        if warning.isDamage {
            if !ofData, ofObjects.count < Self.objectLimit, let object = warning.object,
                ofObjects[object] == nil || warning.isOfLostData
            {
                ofObjects[object] = warning
            }
            hasDamage = true
            latestDamage = latestDamage ?? warning
        }
        if warnings.count < Self.warningLimit, !warnings.contains(warning) { warnings.append(warning) }
    }
}

extension IndirectReference {
    /// The two numbers for libqpdf; `nil` where they cannot be those of an object.
    var asInt32: (Int32, Int32)? {
        guard number > 0, generation >= 0, let first = Int32(exactly: number), let second = Int32(exactly: generation)
        else { return nil }
        return (first, second)
    }
}

extension OwnedBytes {
    /// Returns a copy of a file in which libqpdf 12 takes `number` for one that an object can have; `nil` where it does so
    /// in the file.
    static func lengthened(_ file: UnsafeRawBufferPointer, for number: Int) -> OwnedBytes? {
        let spaces = padding(behind: file.count, for: number)
        let ending = FileStructure(file).map { "\nstartxref\n\($0.startXRef)\n%%EOF\n" } ?? ""
        return spaces.isEmpty ? nil : OwnedBytes(file, spaces + ending.utf8)
    }

    /// Returns the spaces without which libqpdf 12 takes a number for one that no object of the file can have: it is above a
    /// third of the file's length in bytes.
    static func padding(behind count: Int, for number: Int) -> [UInt8] {
        let missing = max(0, min(number, CrossReferenceEntry.numberLimit)) * 3 - count
        return Array(repeating: 0x20, count: max(0, missing))
    }
}
