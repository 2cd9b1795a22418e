import CLinux
import Glibc
import SystemPackage

/// The first bytes of a file as memory, read-only and private, for as long as this object lives.
///
/// A small file is better read than mapped: that takes one system call, not four, and no program can change the bytes
/// meanwhile.
///
/// Mapping reads nothing up front and uses no memory that the kernel cannot reclaim. The open file may be closed
/// meanwhile, and its name removed or replaced. If a program that ignores our locks writes to the file in place,
/// however, the bytes may change under the reader. Where the file was *truncated*, they read as zeros (``wasCut``),
/// where mmap(2) has SIGBUS. So a reader must check afterwards that the file is unchanged, before anything depends on
/// what was read (invariant 21).
package final class MappedFile: Sendable {
    /// How many bytes are mapped.
    package let count: Int

    /// The mapping's address as a number, because pointers are not Sendable; 0 for an empty mapping.
    private let address: UInt

    /// The SIGBUS handler's entry, as a number for the same reason; 0 if no bytes of a file are mapped.
    private let watched: UInt

    /// Whether the memory is a copy from the heap, and no mapping.
    package let isCopy: Bool

    /// Reads the first `count` bytes of a file.
    ///
    /// EINVAL if the file has become shorter than `count`.
    package init(reading file: borrowing OpenFile, count: Int) throws(SystemCallError) {
        self.count = count
        (watched, isCopy) = (0, true)
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
        address = UInt(bitPattern: memory.baseAddress)
        guard try file.read(into: memory, at: 0) == count else {
            throw SystemCallError(call: "read", errno: EINVAL, path: file.path)
        }
    }

    /// Copies bytes, and others after them, as the file would be after an append.
    package init(copying bytes: UnsafeRawBufferPointer, followedBy suffixes: [[UInt8]]) {
        count = suffixes.reduce(bytes.count) { $0 + $1.count }
        (watched, isCopy) = (0, true)
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
        address = UInt(bitPattern: memory.baseAddress)
        memory.copyMemory(from: bytes)
        var end = bytes.count
        for suffix in suffixes {
            UnsafeMutableRawBufferPointer(rebasing: memory[end...]).copyBytes(from: suffix)
            end += suffix.count
        }
    }

    /// Maps the first `count` bytes of a file, or all of it if it is shorter. Uses mmap(2).
    package init(_ file: borrowing OpenFile, count: Int) throws(SystemCallError) {
        let mapped = min(count, try file.status().size)
        self.count = mapped
        isCopy = false
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

    /// Registers the pages with the SIGBUS handler; without memory for that, they are unmapped.
    private static func watch(
        _ address: UInt, _ count: Int, unmapping whole: Int, _ path: FilePath
    ) throws(SystemCallError) -> UInt {
        if let entry = clinux_watch_mapping(UnsafeRawPointer(bitPattern: address), count) {
            return UInt(bitPattern: entry)
        }
        _ = munmap(UnsafeMutableRawPointer(bitPattern: address), whole)
        throw SystemCallError(call: "mmap", errno: ENOMEM, path: path)
    }

    /// Maps the first `count` bytes of a file followed by other bytes, as the file would be after an append.
    ///
    /// The file is not touched: its last page is copied when bytes are written after the file's own (MAP_PRIVATE,
    /// mmap(2)), and the pages after it are anonymous memory, which costs nothing before it is written. EINVAL if the
    /// file has become shorter than `count`.
    package init(
        _ file: borrowing OpenFile, count: Int, followedBy suffixes: [[UInt8]]
    ) throws(SystemCallError) {
        let total = suffixes.reduce(count) { $0 + $1.count }
        guard try file.status().size >= count else {
            throw SystemCallError(call: "mmap", errno: EINVAL, path: file.path)
        }
        self.count = total
        isCopy = false
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
        // Before another thread can get the addresses.
        if watched != 0 { clinux_forget_mapping(OpaquePointer(bitPattern: watched)) }
        guard !isCopy else { return bytes.deallocate() }
        if address != 0 { _ = munmap(UnsafeMutableRawPointer(bitPattern: address), count) }
    }

    /// Tells the kernel how the bytes will be read, madvise(2): here and there, so that it reads what is asked for and
    /// nothing around it, or one after another.
    package func expectReading(scattered: Bool) {
        guard address != 0, !isCopy else { return }
        _ = madvise(UnsafeMutableRawPointer(bitPattern: address), count, scattered ? MADV_RANDOM : MADV_NORMAL)
    }

    /// Tells the kernel that all bytes of a range will be read, madvise(2), so that it fetches them together.
    package func expectReading(of range: Range<Int>) {
        let page = Int(getpagesize())
        let start = max(0, range.lowerBound) / page * page
        let end = min(range.upperBound, count)
        guard address != 0, !isCopy, end - start > page else { return }
        _ = madvise(UnsafeMutableRawPointer(bitPattern: address)?.advanced(by: start), end - start, MADV_WILLNEED)
    }

    /// Whether bytes were read that no longer existed or that the disk failed to read: they read as zeros.
    package var wasCut: Bool { watched != 0 && clinux_mapping_was_cut(OpaquePointer(bitPattern: watched)) != 0 }

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
