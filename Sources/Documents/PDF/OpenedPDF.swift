internal import Checkpointing
public import LinuxFiles
internal import PDFModel
internal import SystemPackage

/// How a file is read.
enum OpenMode: Sendable {
    /// As far as possible, where it is damaged.
    case reading
    /// To edit it and save an increment; a file that needs repair is rejected.
    case editing
    /// To edit it and save an increment, which also repairs a damaged file.
    case repairing
    /// To rewrite it; for a damaged file, what libqpdf recovers.
    case rewriting
}

/// The file found at a document's path, open and mapped, and the PDF in it.
public final class OpenedPDF {
    public let source: SourceFile
    private let map: MappedFile
    /// All mappings of the file that were read from, including those with an increment appended.
    private var maps: [MappedFile]
    private let password: String?
    private let mode: OpenMode
    private(set) var file: PDFFile
    /// Why the file had to be repaired in memory before it could be read; a plain increment cannot extend such a file.
    private(set) var damage: PDFError?
    /// Whether `file` is not the file on disk but libqpdf's rewrite of it.
    private let isRewritten: Bool
    /// The bytes of the file on disk, without an unfinished increment.
    private(set) var wholeBytes: UnsafeRawBufferPointer
    /// Whether this is an earlier state of the document, not the current one.
    public let isEarlier: Bool
    private let successor: OpenedPDF?
    /// The fingerprints of pages, by their numbers, that were needed before.
    private var fingerprints: [Int: String] = [:]

    /// - Parameters:
    ///   - limit: the maximum number of bytes to use; bytes appended to the document since are ignored.
    ///   - successor: the document's current contents, if `path` is a private copy of its earlier contents.
    /// - Throws: ``DocumentError`` if the file is not a regular file, cannot be read, or is no PDF usable for
    ///   `mode`.
    init(
        _ path: FilePath, password: String?, for mode: OpenMode, upTo limit: Int = .max,
        before successor: OpenedPDF? = nil
    ) throws(DocumentError) {
        self.password = password
        self.mode = mode
        self.successor = successor
        isEarlier = limit < .max || successor != nil
        do {
            source = try SourceFile(path)
            let count = source.status.kind == .regular ? min(limit, source.status.size) : 0
            map =
                if count <= Self.smallLength {
                    try MappedFile(reading: source.file, count: count)
                } else {
                    try MappedFile(source.file, count: count, followedBy: [])
                }
        } catch {
            throw Self.failure(ofMapping: path, error)
        }
        guard source.status.kind == .regular else { throw DocumentError(.notAFile(source.status.kind.noun), path) }
        maps = [map]
        let reading: Reading
        do {
            do {
                reading = try Reading(sound: map, password, for: mode)
            } catch {
                // A half-written file must not be repaired.
                try Self.checkReading(source, maps, after: DocumentError(.pdf(error), path))
                reading = try Reading(damaged: map, at: path, password, for: mode, after: error)
            }
        } catch {
            try Self.checkReading(source, maps, after: error)
            throw error
        }
        (file, damage, isRewritten) = (reading.file, reading.damage, reading.isRewritten)
        wholeBytes = reading.wholeBytes
        try Self.checkReading(source, maps)
    }

    /// The number of bytes up to which a file is read, not mapped.
    private static let smallLength = 32 << 10
    /// The number of bytes from which an edit reads much less than the file.
    private static let largeLength = 128 << 10

    /// Whether the bytes of the file are in memory, so that no other program can change them.
    var isInMemory: Bool { map.isCopy }

    /// The state that identifies the document on which changes were made.
    var state: DocumentState { DocumentState(wholeBytes) }

    /// Returns the document when it had `length` bytes.
    func revision(of length: Int) throws(PDFError) -> PDFFile {
        try PDFFile(
            bytes: UnsafeRawBufferPointer(rebasing: wholeBytes.prefix(length)), keeping: map, password: password,
            for: .editing)
    }

    /// Opens the document by itself, as it was when it had `length` bytes.
    func earlier(upTo length: Int) throws(DocumentError) -> OpenedPDF {
        let changed = error(mode == .reading ? .beingWritten : .conflict)
        do throws(DocumentError) {
            let earlier = try OpenedPDF(source.file.path, password: password, for: mode, upTo: length)
            guard earlier.source.status == source.status else { throw changed }
            return earlier
        } catch {
            // Another program may have put another file there, or changed this one, since it was opened.
            throw (try? source.isStill(at: source.file.path)) == true ? error : changed
        }
    }

    /// Returns the fingerprint of a page, by its number from 1.
    func fingerprint(ofPage number: Int) throws(PDFError) -> String {
        if let known = fingerprints[number] { return known }
        let fingerprint = try file.pageFingerprint(number)
        fingerprints[number] = fingerprint
        return fingerprint
    }

    /// The number of signatures, in fields and in the permissions dictionary.
    func signatureCount() throws(DocumentError) -> Int {
        try reading { () throws(PDFError) in
            try file.signatureFields().count(where: \.isSigned) + file.permissionSignatures().count
        }
    }

    /// The current contents at the document's path: a save replaces them, and gives the old file's attributes to the
    /// new one.
    public var present: OpenedPDF { successor ?? self }

    /// Throws if the file was cut off below what was read of it.
    public func checkReading() throws(FileSaveError) {
        guard !maps.contains(where: \.wasCut) else { throw .changedMeanwhile(source.file.path) }
    }

    /// Whether they can be used again as long as the file's status stays the same.
    public var isReusable: Bool {
        damage == nil && !isEarlier && !isRewritten && source.recorded.isSettled && !source.isShared
    }

    /// Forgets the mappings with increments that nobody uses any more.
    func dropFinished() { maps = [map] }

    /// Whether the increment repairs a damaged file.
    var isRepaired: Bool { damage != nil && mode == .repairing }

    /// Returns an error about this file.
    func error(_ situation: DocumentError.Situation) -> DocumentError {
        DocumentError(situation, present.source.file.path)
    }

    /// Translates an error from editing or saving.
    func failure(_ error: PDFError) -> DocumentError { self.error(mode.situation(error)) }

    /// Returns the result of `body` on the file; if `body` finds damage and the file was opened only for reading, runs
    /// it again on the file as libqpdf repairs it.
    func inspect<Result>(_ body: (OpenedPDF) throws(PDFError) -> Result) throws(DocumentError) -> Result {
        try requiringUnchanged { () throws(DocumentError) in try repairing(body) }
    }

    /// Returns the annotations on the chosen pages.
    func annotations(onPages range: PageRange) throws(DocumentError) -> [ListedAnnotation] {
        map.expectReading(scattered: false)
        return try inspect { contents throws(PDFError) in try contents.file.annotations(onPages: range) }
    }

    private func repairing<Result>(
        _ body: (OpenedPDF) throws(PDFError) -> Result
    ) throws(DocumentError) -> Result {
        do {
            return try body(self)
        } catch {
            guard mode == .reading, damage == nil, case .damaged = error else { throw self.error(.pdf(error)) }
            damage = error
        }
        do {
            file = try PDFFile(bytes: map.bytes, keeping: map, password: password, for: .reading)
            fingerprints = [:]
            return try body(self)
        } catch {
            throw self.error(.pdf(error))
        }
    }
}

extension FileTime {
    /// The time left until the file counts as settled: a tenth of a second after its last change.
    fileprivate func untilSettled() -> Duration {
        let now = FileTime.now
        let passed = Duration.seconds(now.seconds - seconds) + .nanoseconds(now.nanoseconds - nanoseconds)
        // Another machine's clock may be ahead of ours.
        return (.zero ... .milliseconds(100)).contains(passed) ? .milliseconds(100) - passed : .zero
    }
}

extension DocumentError {
    /// Whether the error means that the bytes are not a sound document, so that they may be half-written.
    fileprivate var saysFileIsUnsound: Bool {
        switch situation.pdf {
        case .notAPDF, .damaged, .unrecoverable, .noPages, .library, .notRepaired: true
        default: false
        }
    }
}

extension OpenMode {
    /// Damage that is found while repairing a file cannot be repaired.
    fileprivate func situation(_ error: PDFError) -> DocumentError.Situation {
        guard self == .repairing, case .damaged(let reason) = error else { return .pdf(error) }
        return .pdf(.notRepaired(reason))
    }
}

// MARK: Reading

extension OpenedPDF {
    /// The result of reading a file.
    private struct Reading {
        let file: PDFFile
        let wholeBytes: UnsafeRawBufferPointer
        var damage: PDFError?
        var isRewritten = false

        init(sound map: MappedFile, _ password: String?, for mode: OpenMode) throws(PDFError) {
            // On a slow or remote disk, an edit of one page fetches little more than that page.
            if mode == .editing, map.count >= OpenedPDF.largeLength { map.expectReading(scattered: true) }
            file = try PDFFile(
                bytes: map.bytes, keeping: map, password: password, for: .editing,
                isPartial: mode == .editing || mode == .reading && !map.isCopy)
            // A file can be sound at its end and have damaged pages: detect that here, not halfway through.
            _ = try file.pageCount()
            if mode == .repairing {
                try file.checkSoundness()
                try file.checkObjects()
            }
            wholeBytes = file.bytes
        }

        /// - Parameter error: why it cannot be read as a sound file.
        init(
            damaged map: MappedFile, at path: FilePath, _ password: String?, for mode: OpenMode,
            after error: PDFError
        ) throws(DocumentError) {
            // A cross-reference table that leads to no page may be damaged, too: only finding pages settles that.
            let found: PDFError
            switch error {
            case .damaged: found = error
            case .noPages: found = .damaged("its cross-reference table leads to no page")
            default: throw DocumentError(.pdf(error), path)
            }
            damage = found
            do throws(PDFError) {
                let repaired = try PDFFile(
                    bytes: map.bytes, keeping: map, password: password,
                    for: mode == .repairing ? .repairing : .reading)
                _ = try repaired.pageCount()
                wholeBytes = repaired.bytes
                guard mode != .editing else { throw found }
                guard mode == .rewriting else {
                    file = repaired
                    return
                }
                let memory = OwnedBytes(try repaired.rewritten(RewriteOptions()))
                file = try PDFFile(bytes: memory.bytes, keeping: memory, password: password, for: .editing)
                isRewritten = true
            } catch let failure {
                // An edit is told of the damage, and of the ways to mend it where there is one.
                if mode == .editing, error != .noPages {
                    if case .unrecoverable = failure {} else { throw DocumentError(.pdf(found), path) }
                }
                throw DocumentError(
                    error == .noPages && failure == .unrecoverable(nil) ? .pdf(error) : mode.situation(failure), path)
            }
        }
    }

    /// Checks that the bytes read from the mappings are those of the file as it was opened, and not what another
    /// program has written since (invariant 21).
    ///
    /// - Parameter failure: why the bytes could not be read as a document. If the file was written a moment ago, as
    ///   between two writes of a copy, waits a moment to see whether more follows.
    private static func checkReading(
        _ source: SourceFile, _ maps: [MappedFile], after failure: DocumentError? = nil
    ) throws(DocumentError) {
        let wasCut = maps.contains(where: \.wasCut)
        var isFresh = false
        let isUntouched: Bool
        do {
            if wasCut || failure?.saysFileIsUnsound == true {
                let pause = try source.file.status().changeTime.untilSettled()
                isFresh = pause > .zero
                if isFresh { _ = try wait(for: [], atMost: pause) }
            }
            isUntouched = try source.isUntouched()
        } catch {
            throw DocumentError(error, source.file.path)
        }
        // A file that is truncated and refilled within one tick of the file system's clock looks untouched as well.
        if wasCut, isUntouched, !isFresh {
            throw DocumentError(SystemCallError(call: "read", errno: Errno.ioError.rawValue, path: source.file.path))
        }
        guard isUntouched, !wasCut else { throw DocumentError(.beingWritten, source.file.path) }
    }

    /// Returns the result of `body`; if the file changed meanwhile, discards its result or error and throws.
    public func requiringUnchanged<Result>(_ body: () throws(DocumentError) -> Result) throws(DocumentError) -> Result {
        let result: Result
        do {
            result = try body()
        } catch {
            try Self.checkReading(source, maps, after: error)
            throw error
        }
        try Self.checkReading(source, maps)
        return result
    }

    /// Returns the result of `body` on the PDF, with errors translated as those of editing or saving it.
    ///
    /// - Parameter much: whether it may read more than a few pages.
    func reading<Result>(
        much: Bool = false, _ body: () throws(PDFError) -> Result
    ) throws(DocumentError) -> Result {
        if much { map.expectReading(scattered: false) }
        return try requiringUnchanged { () throws(DocumentError) in
            do throws(PDFError) { return try body() } catch { throw failure(error) }
        }
    }
}

extension OpenedPDF {
    /// Returns the document with `increment` appended, assembled in memory and read back.
    ///
    /// It is backed by a private mapping of the file followed by the increment, so the cost depends on the increment.
    func finished(with increment: Increment) throws(DocumentError) -> PDFFile {
        guard !increment.isEmpty else { return file }
        return try requiringUnchanged { () throws(DocumentError) in try readBack(increment) }
    }

    private func readBack(_ increment: Increment) throws(DocumentError) -> PDFFile {
        let finished: PDFFile
        if isRewritten {
            let memory = OwnedBytes(Array(file.bytes) + increment.bytes)
            finished = try readBack(memory.bytes, keeping: memory)
        } else if isInMemory {
            let memory = MappedFile(copying: file.bytes, followedBy: [increment.mark, increment.body])
            finished = try readBack(memory.bytes, keeping: memory)
        } else {
            let map: MappedFile
            do {
                map = try MappedFile(
                    source.file, count: file.count, followedBy: [increment.mark, increment.body])
            } catch {
                throw Self.failure(ofMapping: source.file.path, error)
            }
            maps.append(map)
            if mode == .editing, !file.isReadWhole { map.expectReading(scattered: true) }
            finished = try readBack(map.bytes, keeping: map)
        }
        do throws(PDFError) {
            try increment.verify(in: finished)
            guard try finished.pageCount() == file.pageCount() else { throw .damaged("the number of pages differs") }
            guard isRepaired else { return finished }
            try increment.verifyPages(in: finished, of: file)
            try finished.checkSoundness()
        } catch {
            throw disagreement(error)
        }
        return finished
    }

    /// Translates a mapping error: a file that has just become shorter cannot be mapped.
    private static func failure(ofMapping path: FilePath, _ error: SystemCallError) -> DocumentError {
        Errno(rawValue: error.errno) == .invalidArgument
            ? DocumentError(.beingWritten, path) : DocumentError(error, path)
    }

    /// Returns the error for a failed read-back. In a sound file it is a defect in pdfco; a damaged file can read
    /// differently from one time to the next.
    private func disagreement(_ error: PDFError) -> DocumentError {
        if isRepaired, case .damaged(let reason) = error { return self.error(.pdf(.notRepaired(reason))) }
        let reason = AnnotationEditor.reason(error)
        return self.error(
            file.hasDamage
                ? .pdf(.damaged("what would be appended does not read back correctly: \(reason)"))
                : .disagreement(reason))
    }

    private func readBack(
        _ bytes: UnsafeRawBufferPointer, keeping owner: AnyObject
    ) throws(DocumentError) -> PDFFile {
        do {
            return try PDFFile(
                bytes: bytes, keeping: owner, password: password, for: .editing, isPartial: !file.isReadWhole,
                following: file)
        } catch {
            throw disagreement(error)
        }
    }

}

extension MappedFile: AdvisedMemory {}
