internal import CQPDF
internal import CQPDFExtras

extension SecondReading {
    /// Room for libqpdf's message about a failure, in bytes.
    private static let messageCapacity = 512

    /// Returns the rewritten document, which has not been read back yet; this reading must not be used afterwards.
    ///
    /// - Parameter progress: called with percentages from 0 to 100.
    func written(_ options: RewriteOptions, progress: ((Int) -> Void)?) throws(PDFError) -> [UInt8] {
        let reporter = ProgressReporter(progress)
        var rewriting = cqpdf_rewriting()
        rewriting.object_streams = Int32(options.objectStreams.mode.rawValue)
        rewriting.linearize = options.linearize ? 1 : 0
        if progress != nil { rewriting.progress = ProgressReporter.callback }
        rewriting.context = Unmanaged.passUnretained(reporter).toOpaque()
        var length = 0
        var message = [CChar](repeating: 0, count: Self.messageCapacity)
        let bytes = withExtendedLifetime(reporter) {
            cqpdf_write(file, &rewriting, &length, &message, message.count)
        }
        guard let bytes else { throw .notRewritable(Self.text(message)) }
        defer { cqpdf_free(bytes) }
        return Array(UnsafeRawBufferPointer(start: bytes, count: length))
    }

    /// Returns what differs in another reading, apart from object numbers; `nil` where nothing does.
    func difference(from other: SecondReading) -> String? {
        var message = [CChar](repeating: 0, count: Self.messageCapacity)
        let isSame = cqpdf_is_same(file, other.file, &message, message.count) != 0
        return isSame ? nil : Self.text(message)
    }

    private static func text(_ message: [CChar]) -> String {
        String(decoding: message.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
