package import FoundationEssentials
package import SystemPackage

/// A path in JSON, which can hold only text: as text and, if that is not exact, also as bytes.
extension FilePath {
    /// - Parameter bytes: `nil` if the text is the exact path.
    package init(text: String, bytes: Data?) {
        if let bytes, !bytes.contains(0) {
            self.init(platformString: bytes.map { CChar(bitPattern: $0) } + [0])
        } else {
            self.init(text)
        }
    }

    /// The path as bytes if it is not valid UTF-8; otherwise `nil`.
    package var bytesUnlessText: Data? {
        if FilePath(string) == self { return nil }
        return withPlatformString { Data(UnsafeRawBufferPointer(start: $0, count: length)) }
    }
}
