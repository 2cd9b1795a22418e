import CLinux
import Glibc
import SystemPackage

extension OpenFile {
    /// Creates an empty file that exists only in memory, memfd_create(2).
    ///
    /// Nobody finds it by a name; its memory is free again when the last descriptor is closed.
    static func inMemory() throws(SystemCallError) -> OpenFile {
        OpenFile(
            adopting: try systemCall("memfd_create", nil) { memfd_create("pdfco", CUnsignedInt(CLINUX_MFD_CLOEXEC)) },
            path: "a file in memory")
    }

    /// Creates such a file with bytes, for another program to read.
    package init(inMemory bytes: UnsafeRawBufferPointer) throws(SystemCallError) {
        let file = try OpenFile.inMemory()
        let descriptor = file.descriptor
        var written = 0
        while written < bytes.count {
            written += try systemCall("write", nil) {
                Glibc.write(descriptor, bytes.baseAddress! + written, bytes.count - written)
            }
        }
        self = file
    }

    /// The same with the bytes of an array.
    package init(inMemory bytes: [UInt8]) throws(SystemCallError) {
        let file = try OpenFile.inMemory()
        try file.write(bytes, at: 0)
        self = file
    }
}
