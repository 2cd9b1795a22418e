import CLinux
import Glibc
package import SystemPackage

/// An event on a watched file or directory, inotify(7).
package struct FileEvent: Sendable, Equatable {
    /// A set of event kinds, as inotify(7) mask bits.
    package struct Kind: OptionSet, Sendable {
        package let rawValue: UInt32

        package init(rawValue: UInt32) { self.rawValue = rawValue }

        package static let modified = Kind(rawValue: UInt32(IN_MODIFY))
        package static let attributesChanged = Kind(rawValue: UInt32(IN_ATTRIB))
        /// Closed after reading or writing; a lock that the open file held is released a moment later.
        package static let closed = Kind(rawValue: UInt32(IN_CLOSE_WRITE | IN_CLOSE_NOWRITE))
        package static let closedAfterWriting = Kind(rawValue: UInt32(IN_CLOSE_WRITE))
        package static let movedFrom = Kind(rawValue: UInt32(IN_MOVED_FROM))
        package static let movedTo = Kind(rawValue: UInt32(IN_MOVED_TO))
        package static let created = Kind(rawValue: UInt32(IN_CREATE))
        package static let deleted = Kind(rawValue: UInt32(IN_DELETE))
        package static let itselfMoved = Kind(rawValue: UInt32(IN_MOVE_SELF))
        package static let itselfDeleted = Kind(rawValue: UInt32(IN_DELETE_SELF))
        /// Events were lost: check everything again.
        package static let overflow = Kind(rawValue: UInt32(IN_Q_OVERFLOW))
        /// The watch has ended because its target is gone or unmounted.
        package static let watchEnded = Kind(rawValue: UInt32(IN_IGNORED))
    }

    /// The watch that reported the event; -1 for ``Kind/overflow``.
    package let watch: Int32
    package let kind: Kind
    private let nameBytes: [UInt8]

    init(watch: Int32, kind: Kind, nameBytes: [UInt8]) {
        (self.watch, self.kind, self.nameBytes) = (watch, kind, nameBytes)
    }

    /// The name in the watched directory; `nil` if the event is about the watched item itself.
    ///
    /// Computed on demand: most events only mean that a directory must be checked.
    package var name: FilePath.Component? {
        if nameBytes.isEmpty { return nil }
        return FilePath.Component(platformString: nameBytes.map { CChar(bitPattern: $0) } + [0])
    }
}

/// A queue of file and directory events from the kernel, inotify(7).
///
/// Not every file system reports events: changes on the server of a network file system, or behind FUSE, go unnoticed.
package final class FileEvents: Sendable, Waitable {
    package let pollDescriptor: CInt

    /// Creates a queue; EMFILE if the user already has as many as the system allows (`max_user_instances`).
    package init() throws(SystemCallError) {
        pollDescriptor = try systemCall("inotify_init1", nil) {
            inotify_init1(CInt(IN_CLOEXEC | IN_NONBLOCK))
        }
    }

    deinit { _ = close(pollDescriptor) }

    /// Watches the file that a path leads to; watching the same file again returns the same watch, now for both sets of
    /// kinds.
    ///
    /// ENOSPC if the user already has as many watches as the system allows (`max_user_watches`).
    package func watch(_ path: FilePath, for kinds: FileEvent.Kind) throws(SystemCallError) -> Int32 {
        let mask = kinds.rawValue | UInt32(IN_MASK_ADD)
        return try systemCall("inotify_add_watch", path) {
            path.withPlatformString { inotify_add_watch(pollDescriptor, $0, mask) }
        }
    }

    /// Watches an open file, whatever its name.
    package func watch(_ file: borrowing OpenFile, for kinds: FileEvent.Kind) throws(SystemCallError) -> Int32 {
        try watch(file.descriptorPath, for: kinds)
    }

    /// Ends a watch; no error if it has already ended.
    package func unwatch(_ watch: Int32) { _ = inotify_rm_watch(pollDescriptor, watch) }

    /// Reads the queued events in the order in which they happened; empty if there are none.
    package func read() throws(SystemCallError) -> [FileEvent] {
        var buffer = [UInt8](repeating: 0, count: 1 << 14)
        let count: Int
        do {
            count = try systemCall("read", nil) { Glibc.read(pollDescriptor, &buffer, buffer.count) }
        } catch {
            guard error.errno == EAGAIN else { throw error }
            return []
        }
        return buffer.withUnsafeBytes { Self.events(in: UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }

    private static func events(in bytes: UnsafeRawBufferPointer) -> [FileEvent] {
        var events: [FileEvent] = []
        var offset = 0
        let headerSize = MemoryLayout<inotify_event>.size
        while offset + headerSize <= bytes.count {
            let header = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
            let name = bytes[(offset + headerSize)...].prefix(Int(header.len)).prefix { $0 != 0 }
            events.append(
                FileEvent(
                    watch: header.wd, kind: FileEvent.Kind(rawValue: header.mask), nameBytes: Array(name)))
            offset += headerSize + Int(header.len)
        }
        return events
    }
}
