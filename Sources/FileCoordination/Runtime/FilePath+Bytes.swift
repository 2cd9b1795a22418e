internal import SystemPackage

extension FilePath {
    /// The path as the kernel sees it, whether it is text or not.
    var bytes: [UInt8] {
        withPlatformString { UnsafeRawBufferPointer(start: $0, count: length).map { $0 } }
    }

    init(bytes: ArraySlice<UInt8>) {
        self.init(platformString: bytes.map { CChar(bitPattern: $0) } + [0])
    }

    /// Returns a path inside this directory; an empty `path` means the directory itself.
    func appendingInner(_ path: FilePath) -> FilePath { path.isEmpty ? self : pushing(path) }

    /// Returns the item's path after the item itself, or a directory above it, was moved; `nil` if neither was.
    package func moved(from old: FilePath, to new: FilePath) -> FilePath? {
        guard starts(with: old) else { return nil }
        var rest = self
        return rest.removePrefix(old) ? new.appendingInner(rest) : nil
    }
}
