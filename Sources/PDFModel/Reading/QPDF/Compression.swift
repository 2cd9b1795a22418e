internal import CQPDF

extension PDFStream {
    /// Returns a stream with compressed data (ISO 32000-2, 7.4.4).
    static func compressed(_ data: [UInt8]) -> PDFStream {
        var length = 0
        guard let bytes = cqpdf_deflate(data, data.count, &length) else { return PDFStream([:], data: data) }
        defer { cqpdf_free(bytes) }
        return PDFStream(
            [.filter: .name("FlateDecode")], data: Array(UnsafeRawBufferPointer(start: bytes, count: length)))
    }
}
