import Glibc

/// The first bytes of a file as memory, read-only and private, for as long as this object lives.
///
/// Costs no reading up front and no memory that the kernel cannot take back. The open file may be closed meanwhile,
/// and its name removed or replaced. Written in place, though, by a program that ignores our locks, the bytes may
/// change under the reader, and where the file was *cut* an access ends the process with SIGBUS (mmap(2)): what was
/// acknowledged is in the checkpoint by then.
package final class MappedFile: Sendable {
    /// How many bytes are mapped.
    package let count: Int

    /// The mapping's address as a number, because pointers are not Sendable; 0 for an empty mapping.
    private let address: UInt

    /// Maps the first `count` bytes of a file, or all it has if that is fewer. Rests on mmap(2).
    package init(_ file: borrowing OpenFile, count: Int) throws(SystemCallError) {
        let mapped = min(count, try file.status().size)
        self.count = mapped
        guard mapped > 0 else {
            address = 0
            return
        }
        let descriptor = file.descriptor
        let result = try systemCall("mmap", file.path) {
            Int(bitPattern: mmap(nil, mapped, PROT_READ, MAP_PRIVATE, descriptor, 0))
        }
        address = UInt(bitPattern: result)
    }

    deinit {
        if count > 0 { _ = munmap(UnsafeMutableRawPointer(bitPattern: address), count) }
    }

    /// The bytes; valid only while this object lives, so a holder of the buffer must hold the object too.
    package var bytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: address), count: count)
    }

    /// Lends the bytes to `body` and keeps the mapping alive until it returns.
    package func withBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { withExtendedLifetime(self) {} }
        return try body(bytes)
    }
}
