package import SystemPackage

extension FilePath {
    /// The path for a reader, with `\xHH` for each byte that is not UTF-8.
    package var readable: String {
        if FilePath(string) == self { return string }
        return withPlatformString { pointer in
            var (readable, rest) = ("", UnsafeRawBufferPointer(start: pointer, count: length)[...])
            while let first = rest.first {
                let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1
                if let character = String(validating: rest.prefix(length), as: UTF8.self) {
                    readable += character
                    rest = rest.dropFirst(length)
                } else {
                    readable += "\\x" + String(first, radix: 16)
                    rest = rest.dropFirst()
                }
            }
            return readable
        }
    }
}
