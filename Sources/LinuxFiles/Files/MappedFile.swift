import CLinux
import Glibc
import SystemPackage

/// The first bytes of a file as memory, read-only and private, for as long as this object lives.
///
/// Costs no reading up front and no memory that the kernel cannot take back. The open file may be closed meanwhile,
/// and its name removed or replaced. Written in place, though, by a program that ignores our locks, the bytes may
/// change under the reader. Where the file was *cut* there are zeros then (``wasCut``), where mmap(2) has SIGBUS. So whoever
/// reads asks afterwards whether the file is still what it was, before anything rests on what was read (invariant 21).
package final class MappedFile: Sendable {
    /// How many bytes are mapped.
    package let count: Int

    /// The mapping's address as a number, because pointers are not Sendable; 0 for an empty mapping.
    private let address: UInt

    /// How many bytes behind them belong to the mapping and can be written.
    private let marginLength: Int

    /// The entry of the handler for SIGBUS, as a number for the same reason; 0 where no bytes of a file are mapped.
    private let watched: UInt

    /// Maps the first `count` bytes of a file, or all it has if that is fewer. Rests on mmap(2).
    package init(_ file: borrowing OpenFile, count: Int) throws(SystemCallError) {
        let mapped = min(count, try file.status().size)
        self.count = mapped
        marginLength = 0
        guard mapped > 0 else {
            (address, watched) = (0, 0)
            return
        }
        let descriptor = file.descriptor
        let result = try systemCall("mmap", file.path) {
            Int(bitPattern: mmap(nil, mapped, PROT_READ, MAP_PRIVATE, descriptor, 0))
        }
        address = UInt(bitPattern: result)
        watched = try Self.watch(address, mapped, unmapping: mapped, file.path)
    }

    /// Has the handler for SIGBUS look after the pages; without memory for that they are unmapped.
    private static func watch(
        _ address: UInt, _ count: Int, unmapping whole: Int, _ path: FilePath
    ) throws(SystemCallError) -> UInt {
        if let entry = clinux_watch_mapping(UnsafeRawPointer(bitPattern: address), count) {
            return UInt(bitPattern: entry)
        }
        _ = munmap(UnsafeMutableRawPointer(bitPattern: address), whole)
        throw SystemCallError(call: "mmap", errno: ENOMEM, path: path)
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
            (address, watched) = (0, 0)
            return
        }
        let descriptor = file.descriptor
        let start = try systemCall("mmap", file.path) {
            Int(bitPattern: mmap(nil, total, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
        }
        address = UInt(bitPattern: start)
        watched = count > 0 ? try Self.watch(address, count, unmapping: total, file.path) : 0
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
        // Before another thread can have the addresses.
        if watched != 0 { clinux_forget_mapping(OpaquePointer(bitPattern: watched)) }
        if address != 0 { _ = munmap(UnsafeMutableRawPointer(bitPattern: address), count + marginLength) }
    }

    /// Whether bytes were asked for that were not there any more, or that the disk failed to read: zeros stood for them.
    package var wasCut: Bool { watched != 0 && clinux_mapping_was_cut(OpaquePointer(bitPattern: watched)) != 0 }

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
