internal import CQPDF
internal import CQPDFExtras

/// One document opened by libqpdf; the only owner of a `qpdf_data`.
///
/// Every call drains libqpdf's errors and warnings before its result is used: libqpdf reports a type error only as a
/// warning, and returns an unreadable object as `null`. No handle (`qpdf_oh`) leaves this directory: values out,
/// handles in. Not for use from two threads at once.
final class QPDFDocument {
    /// How far libqpdf may go in reading a damaged file.
    enum Mode {
        /// The file as it describes itself, or an error: for editing.
        case strict
        /// With a rebuilt cross-reference table where the file's is wrong: for viewing.
        case lenient
    }

    private var data: qpdf_data?
    /// The bytes that are read; valid while this object lives.
    let bytes: UnsafeRawBufferPointer
    let mode: Mode
    /// The password that opened the document, as a C string; `nil` where none was given.
    let password: [CChar]?
    /// Whether an unreadable object is null, as for most readers, and not an error.
    var readsNullForDamage = false
    private let keepAlive: AnyObject
    /// libqpdf's first warnings, each once.
    private var drained: [Diagnostic] = []
    /// The first warning of damage since this was last reset.
    private var complaint: Diagnostic?
    /// Objects that libqpdf may take for other ones than the file defines; see ``Diagnostic/displacedObject(in:)``.
    private(set) var displaced: Set<IndirectReference> = []
    /// libqpdf's first complaint about each object, where it names one.
    private(set) var complaints: [IndirectReference: Diagnostic] = [:]
    /// More displaced objects than a single mistake of a writer causes.
    private static let displacementLimit = 32
    /// The number of items from which looking at an array's text first pays off.
    private static let longArray = 64
    /// More warnings than anybody reads. A crafted file can cause any number of them.
    private static let warningLimit = 200
    private static let complaintLimit = 10_000
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
        for password in passwords.dropLast() {
            do throws(PDFError) {
                return try QPDFDocument(bytes: bytes, keeping: owner, password: password, mode: mode)
            } catch {
                guard case .passwordRequired = error else { throw error }
            }
        }
        return try QPDFDocument(bytes: bytes, keeping: owner, password: passwords.last ?? nil, mode: mode)
    }

    /// Reads a document from memory that `owner` keeps valid.
    private init(
        bytes: UnsafeRawBufferPointer, keeping owner: AnyObject, password: [CChar]?, mode: Mode
    ) throws(PDFError) {
        self.bytes = bytes
        self.mode = mode
        self.password = password
        keepAlive = owner
        guard mode == .strict || RecoveryCost.isBearable(bytes) else {
            throw .damaged("it needs repair, and has too many empty lines and comments to be searched for objects")
        }
        data = qpdf_init()
        guard data != nil else { throw .library("qpdf_init failed") }
        qpdf_silence_errors(data)
        qpdf_set_suppress_warnings(data, QPDF_TRUE)
        qpdf_set_attempt_recovery(data, mode == .lenient ? QPDF_TRUE : QPDF_FALSE)
        let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
        // libqpdf requires an address even for zero bytes.
        let status = withUnsafePointer(to: CChar(0)) { empty in
            qpdf_read_memory(data, "", start ?? empty, UInt64(bytes.count), password)
        }
        if let failure = drain() { throw failure.asError(passwordGiven: password != nil) }
        guard status & QPDF_ERRORS == 0 else { throw .library("reading failed without an error") }
        let trailer = qpdf_get_trailer(data)
        defer { qpdf_oh_release(data, trailer) }
        size = child(qpdf_oh_get_key(data, trailer, "/Size")).integerValue ?? .max
    }

    deinit { if data != nil { qpdf_cleanup(&data) } }

    /// libqpdf's complaints so far, in its words.
    var warnings: [String] { drained.filter(\.isComplaint).map(\.message) }

    /// Whether libqpdf has not issued any warning.
    var isSilent: Bool { drained.isEmpty }

    /// Whether anything unreadable was found. References to it are missing from the dictionaries that were read:
    /// libqpdf's iterator omits null values, and unreadable objects are null to it.
    private(set) var hasDamage = false

    // MARK: The document

    /// The version in the header or the catalog, whichever is later, such as `1.7`.
    var version: String { qpdf_get_pdf_version(data).map { String(cString: $0) } ?? "" }

    var isEncrypted: Bool { qpdf_is_encrypted(data) != QPDF_FALSE }

    /// Whether the permissions that the password grants allow adding annotations.
    var mayAnnotate: Bool { qpdf_allow_modify_annotation(data) != QPDF_FALSE }

    // MARK: Objects

    func trailer() throws(PDFError) -> PDFDictionary {
        let value = try value(of: qpdf_get_trailer(data), what: "the trailer")
        guard let dictionary = value.dictionaryValue else { throw .damaged("the trailer is not a dictionary") }
        return dictionary
    }

    /// Returns the object that `reference` refers to; `null` where the file defines none (7.3.10).
    func object(_ reference: IndirectReference) throws(PDFError) -> PDFObject {
        guard let (number, generation) = reference.asInt32 else { return .null }
        return try value(of: qpdf_get_object_by_id(data, number, generation), what: "object \(reference)")
    }

    /// Returns one entry of a dictionary object as written, without reading the others; a reference stays a reference.
    /// `nil` where the object is not a dictionary.
    func entry(_ key: Name, of reference: IndirectReference) throws(PDFError) -> PDFObject? {
        guard let (number, generation) = reference.asInt32 else { return nil }
        let handle = qpdf_get_object_by_id(data, number, generation)
        defer { qpdf_oh_release(data, handle) }
        guard qpdf_oh_get_type_code(data, handle) == ot_dictionary else { return nil }
        let entry = child(qpdf_oh_get_key(data, handle, "/" + key.text))
        if let failure = drain() { throw failure.asError(passwordGiven: true) }
        return entry
    }

    /// Returns the decoded data of a stream object; `nil` where there is none, or it cannot be decoded.
    func streamData(_ reference: IndirectReference) -> [UInt8]? {
        guard let (number, generation) = reference.asInt32 else { return nil }
        let handle = qpdf_get_object_by_id(data, number, generation)
        defer { qpdf_oh_release(data, handle) }
        guard qpdf_oh_get_type_code(data, handle) == ot_stream else { return nil }
        var (filtered, start, count) = (QPDF_FALSE, UnsafeMutablePointer<UInt8>?.none, 0)
        let status = qpdf_oh_get_stream_data(data, handle, qpdf_dl_generalized, &filtered, &start, &count)
        defer { cqpdf_free(start) }
        guard drain(ofData: true) == nil, status & QPDF_ERRORS == 0, filtered != QPDF_FALSE else { return nil }
        return Array(UnsafeBufferPointer(start: start, count: count))
    }

    // MARK: Rewriting

    /// Returns the whole document rewritten by libqpdf, after reading it back and comparing it with this one (invariant
    /// 16).
    ///
    /// - Parameter progress: called with percentages from 0 to 100.
    /// - Throws: ``PDFError/notRewritable(_:)`` where the result would be a different document, or could not be opened.
    func rewritten(_ options: RewriteOptions, progress: ((Int) -> Void)?) throws(PDFError) -> [UInt8] {
        // Each reading is released before the next one is created.
        let written = try OwnedBytes(SecondReading(of: self).written(options, progress: progress))
        guard let finished = SecondReading(written, of: self) else {
            throw .notRewritable("what libqpdf writes cannot be opened")
        }
        if let place = try SecondReading(of: self).difference(from: finished) {
            throw .notRewritable("libqpdf does not keep \(place) as it is")
        }
        return Array(written.bytes)
    }

    // MARK: Values out of handles

    /// Returns the value behind `handle`, which is released; a `null` with a complaint is damage, not a value.
    private func value(of handle: qpdf_oh, what: String) throws(PDFError) -> PDFObject {
        defer { qpdf_oh_release(data, handle) }
        guard steps < stepLimit else {
            throw .damaged("reading it takes more steps than a file of its length can need")
        }
        complaint = nil
        let value = resolved(handle)
        if let failure = drain() { throw failure.asError(passwordGiven: true) }
        guard displaced.count < Self.displacementLimit else {
            throw .damaged("many objects are not where they are said to be, such as \(displaced.sorted()[0])")
        }
        if !readsNullForDamage, value == .null, let complaint {
            throw .damaged("\(what) cannot be read: \(complaint.message)")
        }
        return value
    }

    private func child(_ handle: qpdf_oh) -> PDFObject {
        defer { qpdf_oh_release(data, handle) }
        guard qpdf_oh_is_indirect(data, handle) != QPDF_FALSE else { return resolved(handle) }
        steps += 1
        let reference = reference(handle)
        // No object has such a number, so the reference is null (7.3.10); libqpdf has changed its value.
        return reference.generation > 65_535 ? .null : .reference(reference)
    }

    private func reference(_ handle: qpdf_oh) -> IndirectReference {
        let number = Int(qpdf_oh_get_object_id(data, handle))
        if number >= size { danglingNumbers.insert(number) }
        return IndirectReference(number, generation: Int(qpdf_oh_get_generation(data, handle)))
    }

    private func resolved(_ handle: qpdf_oh) -> PDFObject {
        steps += 1
        return switch qpdf_oh_get_type_code(data, handle) {
        case ot_boolean: .boolean(qpdf_oh_get_bool_value(data, handle) != QPDF_FALSE)
        case ot_integer: .integer(Int(qpdf_oh_get_int_value(data, handle)))
        case ot_real: .real(String(cString: qpdf_oh_get_real_value(data, handle)))
        case ot_string: .string(PDFString(bytes: string(handle)))
        case ot_name: .name(name(qpdf_oh_get_name(data, handle)))
        case ot_array: array(handle)
        case ot_dictionary: .dictionary(dictionary(handle))
        case ot_stream: .stream(stream(handle))
        default: .null
        }
    }

    private func string(_ handle: qpdf_oh) -> [UInt8] {
        var length = 0
        guard let start = qpdf_oh_get_binary_string_value(data, handle, &length) else { return [] }
        return start.withMemoryRebound(to: UInt8.self, capacity: length) {
            Array(UnsafeBufferPointer(start: $0, count: length))
        }
    }

    /// A name as returned by libqpdf, with its solidus; its length is needed, because it may contain any byte except
    /// NUL.
    private func name(_ text: UnsafePointer<CChar>?) -> Name {
        guard let text else { return Name(bytes: []) }
        let length = qpdf_get_last_string_length(data)
        return text.withMemoryRebound(to: UInt8.self, capacity: length) {
            Name(bytes: Array(UnsafeBufferPointer(start: $0, count: length).dropFirst()))
        }
    }

    private func array(_ handle: qpdf_oh) -> PDFObject {
        let count = qpdf_oh_get_array_n_items(data, handle)
        if count > Self.longArray, let references = references(inArray: handle) { return .array(references) }
        return .array((0..<count).map { child(qpdf_oh_get_array_item(data, handle, $0)) })
    }

    /// Returns the items of an array that has only references, such as the kids of a long page tree node; `nil` where
    /// it has other items.
    ///
    /// They are read from the array's text, which takes a tenth of the time of four calls for each item.
    private func references(inArray handle: qpdf_oh) -> [PDFObject]? {
        guard let text = qpdf_oh_unparse_resolved(data, handle) else { return nil }
        let length = qpdf_get_last_string_length(data)
        var reader = SyntaxReader(UnsafeRawBufferPointer(start: text, count: length), at: 0)
        guard let items = reader.object()?.arrayValue else { return nil }
        var dangling: Set<Int> = []
        for item in items {
            guard case .reference(let reference) = item, reference.generation <= 65_535 else { return nil }
            if reference.number >= size { dangling.insert(reference.number) }
        }
        steps += items.count
        danglingNumbers.formUnion(dangling)
        return items
    }

    private func stream(_ handle: qpdf_oh) -> PDFStream {
        let entries = qpdf_oh_get_dict(data, handle)
        defer { qpdf_oh_release(data, entries) }
        return PDFStream(dictionary(entries), data: nil)
    }

    /// The keys are collected before any value is read: libqpdf has only one iterator, which a nested dictionary would
    /// take over.
    private func dictionary(_ handle: qpdf_oh) -> PDFDictionary {
        var keys: [[CChar]] = []
        qpdf_oh_begin_dict_key_iter(data, handle)
        while qpdf_oh_dict_more_keys(data) != QPDF_FALSE {
            guard let key = qpdf_oh_dict_next_key(data) else { break }
            // Bytes, not text: a key need not be UTF-8, and a converted key would not be found again.
            let length = (0...).first { key[$0] == 0 } ?? 0
            keys.append(Array(UnsafeBufferPointer(start: key, count: length + 1)))
        }
        return PDFDictionary(
            keys.map { key in
                let name = Name(bytes: key.dropFirst().dropLast().map { UInt8(bitPattern: $0) })
                return (name, child(qpdf_oh_get_key(data, handle, key)))
            })
    }

    // MARK: Errors and warnings

    /// Collects libqpdf's warnings and returns its error, if there is one.
    ///
    /// - Parameter ofData: whether the warnings are about the data of a stream, and not about an object.
    private func drain(ofData: Bool = false) -> Diagnostic? {
        while qpdf_more_warnings(data) != QPDF_FALSE {
            let error = qpdf_next_warning(data)
            let warning = diagnostic(error)
            if warning.isDamage {
                if !ofData, complaints.count < Self.complaintLimit, let text = qpdf_get_error_full_text(data, error),
                    let object = Diagnostic.object(in: String(cString: text)), complaints[object] == nil
                {
                    complaints[object] = warning
                }
                hasDamage = true
                complaint = complaint ?? warning
            }
            // In lenient mode, libqpdf builds a new table instead.
            if mode == .strict, let object = warning.displacedObject(in: bytes) {
                displaced.insert(object)
                if object.number >= size { danglingNumbers.insert(object.number) }
            }
            if drained.count < Self.warningLimit, !drained.contains(warning) { drained.append(warning) }
        }
        guard qpdf_has_error(data) != QPDF_FALSE else { return nil }
        return diagnostic(qpdf_get_error(data))
    }

    private func drainedError(_ doing: String) -> PDFError {
        drain()?.asError(passwordGiven: false) ?? .library("\(doing) failed without an error")
    }

    private func diagnostic(_ error: qpdf_error?) -> Diagnostic {
        let detail = qpdf_get_error_message_detail(data, error).map { String(cString: $0) } ?? ""
        return Diagnostic(
            code: qpdf_get_error_code(data, error), detail: detail,
            offset: Int(qpdf_get_error_file_position(data, error)))
    }
}

extension IndirectReference {
    /// The two numbers for libqpdf; `nil` where they cannot be those of an object.
    fileprivate var asInt32: (Int32, Int32)? {
        guard number > 0, generation >= 0, let first = Int32(exactly: number), let second = Int32(exactly: generation)
        else { return nil }
        return (first, second)
    }
}
