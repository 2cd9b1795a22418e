package import FoundationEssentials
package import SystemPackage

/// A path in JSON, which has text alone: as text and, where that cannot tell it exactly, also in bytes.
extension FilePath {
    /// - Parameter bytes: `nil` where the text is the path.
    package init(text: String, bytes: Data?) {
        if let bytes, !bytes.contains(0) {
            self.init(platformString: bytes.map { CChar(bitPattern: $0) } + [0])
        } else {
            self.init(text)
        }
    }

    /// The path in bytes, where it is no UTF-8; else `nil`.
    package var bytesUnlessText: Data? {
        if FilePath(string) == self { return nil }
        return withPlatformString { Data(UnsafeRawBufferPointer(start: $0, count: length)) }
    }
}
