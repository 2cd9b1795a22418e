internal import CQPDF

/// One error or warning of libqpdf.
struct Diagnostic: Equatable {
    var code: qpdf_error_code_e
    var detail: String
    /// Bytes from the start of the file; 0 where libqpdf names no place.
    var offset: Int

    var message: String { offset > 0 ? "\(detail) (at byte \(offset))" : detail }

    /// Whether the file itself is wrong, and not only some object's type.
    var isDamage: Bool { code == qpdf_e_damaged_pdf || code == qpdf_e_pages }

    func asError(passwordGiven: Bool) -> PDFError {
        switch code {
        case qpdf_e_password: .passwordRequired(given: passwordGiven)
        case qpdf_e_unsupported where detail.contains("encryption"): .unsupportedEncryption(detail)
        case qpdf_e_unsupported, qpdf_e_damaged_pdf, qpdf_e_pages, qpdf_e_object: .damaged(message)
        default: .library(message)
        }
    }
}
