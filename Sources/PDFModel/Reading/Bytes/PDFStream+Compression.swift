internal import CQPDF

extension PDFStream {
    /// Returns data without its Flate compression (ISO 32000-2, 7.4.4); `nil` where it is damaged or more than `limit`
    /// bytes.
    package static func inflated(_ data: [UInt8], limit: Int) -> [UInt8]? {
        data.withUnsafeBytes { inflated($0, limit: limit) }
    }

    /// Returns the data of a stream that is apart from any document, as it was before the filters; `nil` where these are not
    /// known, and where it is damaged or more than `limit` bytes.
    package func decoded(limit: Int) -> [UInt8]? {
        dictionary[.filter] == .array([]) ? data : data?.withUnsafeBytes { Self.decoded($0, dictionary, limit: limit) }
    }

    private static func inflated(_ data: UnsafeRawBufferPointer, limit: Int) -> [UInt8]? {
        var count = 0
        let start = cqpdf_inflate(data.baseAddress, data.count, limit, &count)
        defer { cqpdf_free(start) }
        guard let start else { return nil }
        return Array(UnsafeRawBufferPointer(start: start, count: count))
    }

    /// Returns data as it was before the filters of `dictionary`, where these are none or Flate, with or without a PNG
    /// predictor; `nil` for any other, for damaged data, and where it is more than `limit` bytes.
    static func decoded(_ data: UnsafeRawBufferPointer, _ dictionary: PDFDictionary, limit: Int) -> [UInt8]? {
        func only(_ key: Name) -> PDFObject? {
            guard let items = dictionary[key]?.arrayValue else { return dictionary[key] ?? .null }
            return items.count == 1 ? items[0] : nil
        }
        guard dictionary["F"] == nil else { return nil }
        guard dictionary[.filter] != nil else { return data.count <= limit ? Array(data) : nil }
        guard only(.filter) == .name("FlateDecode"), let parameters = only(.decodeParameters),
            let data = inflated(data, limit: limit)
        else { return nil }
        if parameters.isNull { return data }
        return parameters.dictionaryValue.flatMap { PredictorRow.decoded(data, $0) }
    }
}

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
