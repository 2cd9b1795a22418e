import Glibc
import SystemPackage

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

    /// How many bytes behind them belong to the mapping and can be written.
    private let marginLength: Int

    /// Maps the first `count` bytes of a file, or all it has if that is fewer. Rests on mmap(2).
    package init(_ file: borrowing OpenFile, count: Int) throws(SystemCallError) {
        let mapped = min(count, try file.status().size)
        self.count = mapped
        marginLength = 0
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

    /// Maps the first `count` bytes of a file with other bytes behind them, as the file would be after an append, and behind
    /// these a margin that can be written.
    ///
    /// The file is not touched: its last page is copied when something is put behind it (MAP_PRIVATE, mmap(2)), and the
    /// pages after it are memory of this process, which costs nothing before it is written. EINVAL where the file has become
    /// shorter than `count`.
    package init(
        _ file: borrowing OpenFile, count: Int, followedBy suffixes: [[UInt8]] = [], margin: Int = 0
    ) throws(SystemCallError) {
        let whole = suffixes.reduce(count) { $0 + $1.count }
        let total = whole + margin
        guard try file.status().size >= count else {
            throw SystemCallError(call: "mmap", errno: EINVAL, path: file.path)
        }
        self.count = whole
        marginLength = margin
        guard total > 0 else {
            address = 0
            return
        }
        let descriptor = file.descriptor
        let start = try systemCall("mmap", file.path) {
            Int(bitPattern: mmap(nil, total, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
        }
        address = UInt(bitPattern: start)
        let memory = UnsafeMutableRawPointer(bitPattern: address)
        if count > 0 {
            // Over the beginning of what was just reserved, so nothing else of this process is replaced. An error leaves
            // the reservation to `deinit`.
            try systemCall("mmap", file.path) {
                Int(bitPattern: mmap(memory, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED, descriptor, 0))
            }
        }
        var end = count
        for suffix in suffixes {
            memory?.advanced(by: end).copyMemory(from: suffix, byteCount: suffix.count)
            end += suffix.count
        }
    }

    deinit {
        if address != 0 { _ = munmap(UnsafeMutableRawPointer(bitPattern: address), count + marginLength) }
    }

    /// The memory behind the bytes; valid as they are, and for one holder alone.
    package var margin: UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(
            start: UnsafeMutableRawPointer(bitPattern: address)?.advanced(by: count), count: marginLength)
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
