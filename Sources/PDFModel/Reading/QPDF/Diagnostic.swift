internal import CQPDF

/// One error or warning of libqpdf.
struct Diagnostic: Equatable {
    var code: qpdf_error_code_e
    var detail: String
    /// Bytes from the start of the file; 0 where libqpdf gives no offset.
    var offset: Int
    /// The object that libqpdf was reading, where it names one.
    var object: IndirectReference?

    init(_ taken: cqpdf_diagnostic) {
        code = taken.code
        detail = taken.detail.map { String(cString: $0) } ?? ""
        offset = Int(taken.offset)
        object = taken.number > 0 ? IndirectReference(Int(taken.number), generation: Int(taken.generation)) : nil
    }

    var message: String { Self.message(detail, at: offset) }

    /// libqpdf's message with the offset; in plainer words where many files cause it.
    static func message(_ detail: String, at offset: Int) -> String {
        let text =
            switch detail {
            case "expected endstream": "the stream does not end where its /Length says"
            case "xref not found": "there is no cross-reference section"
            case "can't find startxref": "there is no startxref"
            default: detail
            }
        return offset > 0 ? "\(text) (at byte \(offset))" : text
    }

    /// Whether it is about the file; other diagnostics state what libqpdf does about it.
    var isComplaint: Bool { !cqpdf_is_remark(detail) }

    /// Whether the file itself is wrong, and not only the type of an object. A name with a stray number sign is
    /// readable, and is written back unchanged.
    var isDamage: Bool {
        (code == qpdf_e_damaged_pdf || code == qpdf_e_pages) && !detail.hasPrefix("name with stray #")
    }

    /// Whether libqpdf takes a stream to be empty because it does not find its end.
    var isOfLostData: Bool { detail.hasPrefix("unable to recover stream data") }

    /// Whether it is about an object that no section lists, which is null. libqpdf 11 complains of it if it has read an object
    /// stream that has an object of that number, libqpdf 12 never does; neither opens a file with an entry of an unknown type.
    var isOfUnlistedMember: Bool { detail.hasSuffix("has unexpected xref entry type") }

    /// Returns the object found at the offset where the cross-reference section places another one. libqpdf then takes
    /// what is there for that object, wherever it really is.
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
        case _ where detail.contains("std::bad_alloc"): .damaged("reading it takes more memory than is available")
        // What libqpdf reports as a system or internal failure is a failed conversion here: reading memory cannot fail,
        // and a number that libqpdf cannot represent comes from the file.
        case qpdf_e_unsupported, qpdf_e_damaged_pdf, qpdf_e_pages, qpdf_e_object, qpdf_e_system, qpdf_e_internal:
            .damaged(message)
        default: .library(message)
        }
    }
}
