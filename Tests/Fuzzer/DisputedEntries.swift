import CLibQPDF
import CQPDF

/// Entries of a cross-reference table that poppler and MuPDF take otherwise than libqpdf: what they see of the old file
/// changes as soon as anything follows it, whoever writes that.
///
/// An offset beyond the end of the file is null to all, until the file is longer. A number above all entries, but below `/Size`, is
/// null to poppler until there are greater ones: then it searches the file for the object; one that is not below `/Size` is
/// to be ignored (ISO 32000-2, Table 15), until `/Size` is greater. A position in an object stream at
/// which another object stands is null to poppler, while libqpdf goes by the numbers in the stream (ISO 32000-2, 7.5.8.3).
enum DisputedEntries {
    static func areIn(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { bytes in
            guard let file = cqpdf_open(bytes.baseAddress, bytes.count, nil, false) else { return false }
            defer { cqpdf_close(file) }
            var count = 0
            guard let rows = cqpdf_table(file, &count) else { return false }
            var data = qpdf_init()
            defer { qpdf_cleanup(&data) }
            qpdf_silence_errors(data)
            qpdf_set_suppress_warnings(data, QPDF_TRUE)
            qpdf_set_attempt_recovery(data, QPDF_FALSE)
            let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            guard qpdf_read_memory(data, "", start, UInt64(bytes.count), nil) & QPDF_ERRORS == 0 else { return false }
            let size = qpdf_oh_get_int_value(data, qpdf_oh_get_key(data, qpdf_get_trailer(data), "/Size"))
            let entries = UnsafeBufferPointer(start: rows, count: count)
            guard size == Int64(entries.map(\.number).max() ?? 0) + 1 else { return true }
            var streams: [Int64: [Int32]] = [:]
            return entries.contains { row in
                guard row.index >= 0 else { return row.place >= bytes.count }
                let numbers = streams[row.place] ?? numbers(ofObjectStream: row.place, data)
                streams[row.place] = numbers
                return row.index >= numbers.count || numbers[Int(row.index)] != row.number
            }
        }
    }

    /// The numbers of the objects in an object stream, in its order (7.5.7).
    private static func numbers(ofObjectStream number: Int64, _ data: qpdf_data?) -> [Int32] {
        let stream = qpdf_get_object_by_id(data, Int32(clamping: number), 0)
        guard qpdf_oh_get_type_code(data, stream) == ot_stream else { return [] }
        let entries = qpdf_oh_get_dict(data, stream)
        let first = Int(clamping: qpdf_oh_get_int_value(data, qpdf_oh_get_key(data, entries, "/First")))
        var (start, count) = (UnsafeMutablePointer<UInt8>?.none, 0)
        let status = qpdf_oh_get_stream_data(data, stream, qpdf_dl_generalized, nil, &start, &count)
        defer { cqpdf_free(start) }
        guard status & QPDF_ERRORS == 0, let start else { return [] }
        let head = String(decoding: UnsafeBufferPointer(start: start, count: min(max(first, 0), count)), as: UTF8.self)
        let words = head.split { $0.isWhitespace || $0 == "\0" }
        return stride(from: 0, to: words.count, by: 2).map { Int32(words[$0]) ?? -1 }
    }
}
