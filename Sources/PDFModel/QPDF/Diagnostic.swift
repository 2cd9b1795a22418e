internal import CQPDF
internal import CQPDFExtras

/// One error or warning of libqpdf.
struct Diagnostic: Equatable {
    var code: qpdf_error_code_e
    var detail: String
    /// Bytes from the start of the file; 0 where libqpdf names no place.
    var offset: Int

    var message: String { Self.message(detail, at: offset) }

    /// What libqpdf says, with the place; in plainer words where many files call for them.
    static func message(_ detail: String, at offset: Int) -> String {
        let text = detail == "expected endstream" ? "the stream does not end where its /Length says" : detail
        return offset > 0 ? "\(text) (at byte \(offset))" : text
    }

    /// Whether it is about the file; the others tell what libqpdf does about it.
    var isComplaint: Bool { !cqpdf_is_remark(detail) }

    /// Whether the file itself is wrong, and not only some object's type. A name with a number sign that stands alone is read, and
    /// written again as it stands.
    var isDamage: Bool {
        (code == qpdf_e_damaged_pdf || code == qpdf_e_pages) && !detail.hasPrefix("name with stray #")
    }

    /// The object that was being read, out of the text in which libqpdf tells the warning with its place.
    static func object(in text: String) -> IndirectReference? {
        guard let match = text.firstMatch(of: #/object (\d+) (\d+)[,)]/#), let number = Int(match.1),
            let generation = Int(match.2)
        else { return nil }
        return IndirectReference(number, generation: generation)
    }

    /// The object that stood where the cross-reference section says another one is. libqpdf then takes what stood there for
    /// the object, wherever that really is.
    func displacedObject(in bytes: UnsafeRawBufferPointer) -> IndirectReference? {
        guard detail.hasPrefix("expected "), detail.hasSuffix(" obj") else { return nil }
        var reader = SyntaxReader(bytes, at: offset + (FileStructure.headerOffset(bytes) ?? 0))
        guard let number = reader.object()?.integerValue, let generation = reader.object()?.integerValue else {
            return nil
        }
        return IndirectReference(number, generation: generation)
    }

    func asError(passwordGiven: Bool) -> PDFError {
        switch code {
        case qpdf_e_password: .passwordRequired(given: passwordGiven)
        case qpdf_e_unsupported where detail.contains("encryption"): .unsupportedEncryption(detail)
        case _ where detail.contains("std::bad_alloc"): .damaged("reading it takes more memory than there is")
        // What libqpdf calls a failure of the system or of its own is one of its conversions here: memory cannot fail to be
        // read, and a number that it cannot hold is the file's.
        case qpdf_e_unsupported, qpdf_e_damaged_pdf, qpdf_e_pages, qpdf_e_object, qpdf_e_system, qpdf_e_internal:
            .damaged(message)
        default: .library(message)
        }
    }
}
