import CLinux
import Glibc
import SystemPackage

/// MFD_CLOEXEC, a macro that Swift does not see.
private let closeOnExec: UInt32 = 1

extension OpenFile {
    /// Creates a file that exists only in memory, for another program to read, memfd_create(2).
    ///
    /// Nobody finds it by a name; its memory is free again when the last descriptor is closed.
    package init(inMemory bytes: UnsafeRawBufferPointer) throws(SystemCallError) {
        self.init(adopting: try Self.memory(with: bytes), path: "a file in memory")
    }

    /// The same with the bytes of an array.
    package init(inMemory bytes: [UInt8]) throws(SystemCallError) {
        let descriptor = bytes.withUnsafeBytes { bytes in
            Result { () throws(SystemCallError) in try Self.memory(with: bytes) }
        }
        self.init(adopting: try descriptor.get(), path: "a file in memory")
    }

    private static func memory(with bytes: UnsafeRawBufferPointer) throws(SystemCallError) -> CInt {
        let descriptor = try systemCall("memfd_create", nil) { memfd_create("pdfco", closeOnExec) }
        do throws(SystemCallError) {
            var written = 0
            while written < bytes.count {
                written += try systemCall("write", nil) {
                    Glibc.write(descriptor, bytes.baseAddress! + written, bytes.count - written)
                }
            }
        } catch {
            _ = close(descriptor)
            throw error
        }
        return descriptor
    }
}
