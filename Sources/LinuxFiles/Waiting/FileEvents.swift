import CLinux
import Glibc
package import SystemPackage

/// Something that happened to a watched file or directory, inotify(7).
package struct FileEvent: Sendable, Equatable {
    /// What can happen.
    package struct Kind: OptionSet, Sendable {
        package let rawValue: UInt32

        package init(rawValue: UInt32) { self.rawValue = rawValue }

        package static let modified = Kind(rawValue: UInt32(IN_MODIFY))
        package static let attributesChanged = Kind(rawValue: UInt32(IN_ATTRIB))
        /// Closed, after reading or writing; a lock that the open file held ends a moment later.
        package static let closed = Kind(rawValue: UInt32(IN_CLOSE_WRITE | IN_CLOSE_NOWRITE))
        package static let closedAfterWriting = Kind(rawValue: UInt32(IN_CLOSE_WRITE))
        package static let movedFrom = Kind(rawValue: UInt32(IN_MOVED_FROM))
        package static let movedTo = Kind(rawValue: UInt32(IN_MOVED_TO))
        package static let created = Kind(rawValue: UInt32(IN_CREATE))
        package static let deleted = Kind(rawValue: UInt32(IN_DELETE))
        package static let itselfMoved = Kind(rawValue: UInt32(IN_MOVE_SELF))
        package static let itselfDeleted = Kind(rawValue: UInt32(IN_DELETE_SELF))
        /// Events were lost: look at everything again.
        package static let overflow = Kind(rawValue: UInt32(IN_Q_OVERFLOW))
        /// The watch has ended, because what it watched is gone or unmounted.
        package static let watchEnded = Kind(rawValue: UInt32(IN_IGNORED))
        /// What it happened to is a directory.
        package static let toDirectory = Kind(rawValue: UInt32(IN_ISDIR))
    }

    /// Which watch it belongs to; -1 for ``Kind/overflow``.
    package let watch: Int32
    package let kind: Kind
    /// Equal for the two halves of one rename, otherwise 0.
    package let cookie: UInt32
    private let nameBytes: [UInt8]

    init(watch: Int32, kind: Kind, cookie: UInt32, nameBytes: [UInt8]) {
        self.watch = watch
        self.kind = kind
        self.cookie = cookie
        self.nameBytes = nameBytes
    }

    /// The name in the watched directory; `nil` where it happened to the watched item itself.
    ///
    /// Made where it is asked for: most events only say that a directory is to be looked at.
    package var name: FilePath.Component? {
        if nameBytes.isEmpty { return nil }
        return FilePath.Component(platformString: nameBytes.map { CChar(bitPattern: $0) } + [0])
    }
}

/// The kernel's news of files and directories: a queue of its own, inotify(7).
///
/// Not every file system tells: what happens on the server of a network file system, or behind FUSE, is not heard.
package final class FileEvents: Sendable, Waitable {
    package let pollDescriptor: CInt

    /// EMFILE where the user has as many queues as the system allows (`max_user_instances`).
    package init() throws(SystemCallError) {
        pollDescriptor = try systemCall("inotify_init1", nil) {
            inotify_init1(CInt(IN_CLOEXEC | IN_NONBLOCK))
        }
    }

    deinit { _ = close(pollDescriptor) }

    /// Watches what a path leads to; the same file again gives the same watch, then for both kinds.
    ///
    /// ENOSPC where the user has as many watches as the system allows (`max_user_watches`).
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

    /// Ends a watch. One that has ended by itself is no error.
    package func unwatch(_ watch: Int32) { _ = inotify_rm_watch(pollDescriptor, watch) }

    /// The events that are there, in the order in which they happened; none if there are none.
    package func read() throws(SystemCallError) -> [FileEvent] {
        var buffer = [UInt8](repeating: 0, count: 1 << 14)
        let count: Int
        do throws(SystemCallError) {
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
                    watch: header.wd, kind: FileEvent.Kind(rawValue: header.mask), cookie: header.cookie,
                    nameBytes: Array(name)))
            offset += headerSize + Int(header.len)
        }
        return events
    }
}
