import FoundationEssentials
package import SystemPackage

extension FilePath {
    /// The whole file.
    package func readBytes() throws -> [UInt8] {
        let descriptor = try FileDescriptor.open(self, .readOnly)
        return try descriptor.closeAfter {
            let size = Int(try stat().size)
            var bytes = [UInt8](repeating: 0, count: size)
            var count = 0
            while count < size {
                let read = try bytes.withUnsafeMutableBytes {
                    try descriptor.read(into: UnsafeMutableRawBufferPointer(rebasing: $0[count...]))
                }
                if read == 0 { break }
                count += read
            }
            return Array(bytes.prefix(count))
        }
    }

    /// Creates the file, or gives an existing one these bytes.
    package func write(_ bytes: some Sequence<UInt8>) throws {
        let options: FileDescriptor.OpenOptions = [.create, .truncate]
        let descriptor = try FileDescriptor.open(
            self, .writeOnly, options: options, permissions: [.ownerReadWrite, .groupRead, .otherRead])
        try descriptor.closeAfter { _ = try descriptor.writeAll(bytes) }
    }

    /// The names in the directory, sorted, without `.` and `..`.
    package func list() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: string).sorted()
    }

    /// The paths of everything below the directory, relative to it and sorted.
    package func listRecursively() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: string).sorted()
    }
}
