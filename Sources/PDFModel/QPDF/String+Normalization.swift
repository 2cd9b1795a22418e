internal import CQPDFExtras

extension String {
    /// The text in Unicode's normalization form KC, which the standard library does not offer; as it is where
    /// libunistring, which comes with GnuTLS, is not there.
    var compatibilityComposed: String {
        guard let composed = cqpdf_compatibility_composed(self) else { return self }
        defer { cqpdf_free(composed) }
        return String(cString: composed)
    }
}
