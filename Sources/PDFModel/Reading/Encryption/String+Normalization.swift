internal import CUnistring

extension String {
    /// The text in Unicode's normalization form KC, which the standard library does not offer.
    package var compatibilityComposed: String {
        var text = self
        return text.withUTF8 { utf8 in
            var count = 0
            guard let composed = cunistring_nfkc(utf8.baseAddress, utf8.count, &count) else { return self }
            defer { cunistring_free(composed) }
            return String(decoding: UnsafeBufferPointer(start: composed, count: count), as: UTF8.self)
        }
    }
}
