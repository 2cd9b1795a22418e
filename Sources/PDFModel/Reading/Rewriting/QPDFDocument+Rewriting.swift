internal import CQPDF

extension QPDFDocument {
    /// Returns the whole document rewritten by libqpdf, after reading it back and comparing it with this one (invariant
    /// 16).
    ///
    /// - Parameter progress: called with percentages from 0 to 100.
    /// - Throws: ``PDFError/notRewritable(_:)`` where the result would be a different document, or could not be opened;
    ///   ``PDFError/damaged(_:)`` where it lacks what this reading cannot read.
    func rewritten(_ options: RewriteOptions, progress: ((Int) -> Void)?) throws(PDFError) -> [UInt8] {
        // Each reading is released before the next one is created.
        let written = try OwnedBytes(anew().written(options, progress: progress))
        guard
            let finished = try? QPDFDocument.opened(
                written.bytes, keeping: written, passwords: [password], mode: .strict)
        else { throw .notRewritable("libqpdf's output cannot be opened") }
        let original = try anew()
        let place = original.difference(from: finished)
        if let (object, complaint) = original.loss() {
            throw .damaged("object \(object) cannot be read: \(complaint.message)")
        }
        if let place { throw .notRewritable("libqpdf would change \(place)") }
        if let freed = original.freedObject() {
            throw .notRewritable("it refers to the object \(freed), which is deleted; some readers still show it")
        }
        return Array(written.bytes)
    }

    /// Returns the first object that libqpdf gave up on while it read this document, and why: both readings then lack
    /// it. A strict reading gives up on what a lenient one mends, such as a stream with a wrong `/Length`.
    private func loss() -> (IndirectReference, Diagnostic)? {
        _ = drain()
        return complaints.ofObjects.sorted { $0.key < $1.key }.first { object, complaint in
            mode == .strict || complaint.isOfLostData || (try? self.object(object))?.isNull != false
        }
    }

    /// Returns the whole document without encryption, for a program that reads it and keeps nothing.
    func decrypted() throws(PDFError) -> [UInt8] {
        try anew().written(RewriteOptions(), decrypting: true, progress: nil)
    }

    /// Returns the number of an object to which this document refers, that it no longer has, and whose bytes are still in
    /// the file: some readers find it there.
    private func freedObject() -> Int? {
        var count = 0
        let missing = cqpdf_missing(document, &count)
        guard count > 0, let offset = FileStructure.headerOffset(bytes) else { return nil }
        let scan = ObjectScan(bytes, headerOffset: offset)
        return UnsafeBufferPointer(start: missing, count: count).lazy.map(Int.init).first(where: scan.defines)
    }

    /// Room for libqpdf's message about a failure, in bytes.
    private static let messageCapacity = 512

    /// Returns the rewritten document, which has not been read back yet; this document must not be used afterwards.
    ///
    /// - Parameter progress: called with percentages from 0 to 100.
    private func written(
        _ options: RewriteOptions, decrypting: Bool = false, progress: ((Int) -> Void)?
    ) throws(PDFError) -> [UInt8] {
        let reporter = ProgressReporter(progress)
        var rewriting = cqpdf_rewriting()
        rewriting.object_streams = options.objectStreams.mode
        (rewriting.linearize, rewriting.decrypt) = (options.linearize, decrypting)
        rewriting.data_limit = HeldBytes(ofFile: bytes.count).limit
        if progress != nil { rewriting.progress = ProgressReporter.callback }
        rewriting.context = Unmanaged.passUnretained(reporter).toOpaque()
        var length = 0
        var message = [CChar](repeating: 0, count: Self.messageCapacity)
        let bytes = withExtendedLifetime(reporter) {
            cqpdf_write(document, &rewriting, &length, &message, message.count)
        }
        guard let bytes else { throw .notRewritable(Self.text(message)) }
        defer { cqpdf_free(bytes) }
        return Array(UnsafeRawBufferPointer(start: bytes, count: length))
    }

    /// Returns what differs in another document, apart from object numbers; `nil` where nothing does.
    func difference(from other: QPDFDocument) -> String? {
        var message = [CChar](repeating: 0, count: Self.messageCapacity)
        let isSame = cqpdf_is_same(document, other.document, &message, message.count)
        return isSame ? nil : Self.text(message)
    }

    private static func text(_ message: [CChar]) -> String {
        String(decoding: message.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
