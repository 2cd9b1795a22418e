internal import SystemPackage

extension FilePath {
    /// The path as the kernel sees it, whether it is text or not.
    var bytes: [UInt8] {
        withPlatformString { UnsafeRawBufferPointer(start: $0, count: length).map { $0 } }
    }

    init(bytes: ArraySlice<UInt8>) {
        self.init(platformString: bytes.map { CChar(bitPattern: $0) } + [0])
    }

    /// A path inside this directory, of which an empty one is the directory itself.
    func appendingInner(_ path: FilePath) -> FilePath { path.isEmpty ? self : pushing(path) }

    /// The path of the same item after something on the way to it, or the item itself, was moved; `nil` if it was not.
    func moved(from old: FilePath, to new: FilePath) -> FilePath? {
        guard starts(with: old) else { return nil }
        var rest = self
        return rest.removePrefix(old) ? new.appendingInner(rest) : nil
    }
}
