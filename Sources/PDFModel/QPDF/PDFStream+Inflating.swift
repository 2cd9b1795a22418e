internal import CQPDF

extension PDFStream {
    /// Returns data without its Flate compression (ISO 32000-2, 7.4.4); `nil` where it is damaged or more than `limit`
    /// bytes.
    package static func inflated(_ data: [UInt8], limit: Int) -> [UInt8]? {
        var count = 0
        let start = data.withUnsafeBytes { cqpdf_inflate($0.baseAddress, $0.count, limit, &count) }
        defer { cqpdf_free(start) }
        guard let start else { return nil }
        return Array(UnsafeRawBufferPointer(start: start, count: count))
    }
}
