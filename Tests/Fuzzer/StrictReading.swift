import CLibQPDF
import PDFModel

/// What libqpdf and pdfco say of a file without repairing it.
enum StrictReading {
    /// Something that is wrong, without places and numbers, which a longer file has others of.
    struct Finding: Hashable {
        /// The object it is about, as libqpdf names it; empty for others.
        var object: String
        var detail: String
    }

    /// What `qpdf --check` finds: every object is read and every stream decoded.
    static func findings(in bytes: [UInt8]) -> Set<Finding> {
        var data = qpdf_init()
        defer { qpdf_cleanup(&data) }
        qpdf_silence_errors(data)
        qpdf_set_suppress_warnings(data, QPDF_TRUE)
        qpdf_set_attempt_recovery(data, QPDF_FALSE)
        var findings: Set<Finding> = []
        bytes.withUnsafeBytes { bytes in
            let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            if qpdf_read_memory(data, "", start, UInt64(bytes.count), nil) & QPDF_ERRORS == 0 {
                _ = qpdf_check_pdf(data)
            }
            while qpdf_more_warnings(data) != QPDF_FALSE { findings.insert(finding(qpdf_next_warning(data))) }
            if qpdf_has_error(data) != QPDF_FALSE { findings.insert(finding(qpdf_get_error(data))) }
        }
        return findings

        func finding(_ error: qpdf_error?) -> Finding {
            let detail = qpdf_get_error_message_detail(data, error).map { String(cString: $0) } ?? ""
            let text = qpdf_get_error_full_text(data, error).map { String(cString: $0) } ?? ""
            let object = text.firstMatch(of: #/object \d+ \d+/#).map { String($0.output) } ?? ""
            return Finding(object: object, detail: String(detail.map { $0.isNumber ? "0" : $0 }))
        }
    }

    static func page(_ number: Int, in bytes: [UInt8]) throws -> Page {
        let memory = OwnedBytes(bytes)
        return try PDFFile(bytes: memory.bytes, keeping: memory, for: .editing).page(number)
    }

    /// Whether the page tree leads to a page twice: by a node, too, where `/Kids` has as many entries as there are pages, which
    /// are taken for pages unread.
    static func hasPageTwice(in bytes: [UInt8]) -> Bool {
        let memory = OwnedBytes(bytes)
        guard let file = try? PDFFile(bytes: memory.bytes, keeping: memory, for: .editing),
            let count = try? file.pageCount()
        else { return false }
        var seen: Set<IndirectReference> = []
        return (1...max(1, count)).contains { number in
            guard let reference = (try? file.page(number))?.place.reference else { return false }
            return !seen.insert(reference).inserted
        }
    }
}
