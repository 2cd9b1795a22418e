import CLinux
import Glibc
package import SystemPackage

/// One end of a connection between two processes on this machine that carries whole messages in order, unix(7).
///
/// A message arrives whole or not at all (SOCK_SEQPACKET); if the other end is gone, ``receive()`` returns
/// ``Arrival/end``. Sending and receiving return at once; only ``wait(for:atMost:)`` and ``waitUntilSendable(atMost:)``
/// wait.
package final class LocalSocket: Sendable, Waitable {
    package let pollDescriptor: CInt

    /// The largest size of a message, in bytes.
    package static let messageLimit = 64 << 10

    init(adopting descriptor: CInt) { pollDescriptor = descriptor }

    deinit { _ = close(pollDescriptor) }

    /// Connects to a listening socket.
    ///
    /// ECONNREFUSED if no process listens any more, ENOENT if there is no socket, EAGAIN if too many connections wait
    /// already.
    package convenience init(connectingTo path: FilePath) throws(SystemCallError) {
        self.init(adopting: try Self.descriptor())
        try Self.withAddress(of: path) { address, size throws(SystemCallError) in
            _ = try systemCall("connect", path) { connect(pollDescriptor, address, size) }
        }
    }

    /// Creates a connection and returns its two ends.
    package static func pair() throws(SystemCallError) -> (LocalSocket, LocalSocket) {
        var ends: [CInt] = [-1, -1]
        try systemCall("socketpair", nil) { socketpair(AF_UNIX, type, 0, &ends) }
        return (LocalSocket(adopting: ends[0]), LocalSocket(adopting: ends[1]))
    }

    /// Returns the user at the other end, as the kernel knows it (SO_PEERCRED), and the process that connected or
    /// listened.
    package func peer() throws(SystemCallError) -> (user: UInt32, process: Int32) {
        var credentials = clinux_credentials()
        try systemCall("getsockopt", nil) { clinux_peer_credentials(pollDescriptor, &credentials) }
        return (credentials.user, credentials.process)
    }

    /// Sends one message together with an open file.
    ///
    /// EPIPE or ECONNRESET if the other end is gone, EAGAIN if it has not read earlier messages.
    package func send(_ message: [UInt8], _ file: borrowing OpenFile) throws(SystemCallError) {
        try send(message, descriptors: [file.descriptor])
    }

    package func send(_ message: [UInt8]) throws(SystemCallError) { try send(message, descriptors: []) }

    private func send(_ message: [UInt8], descriptors: [CInt]) throws(SystemCallError) {
        _ = try systemCall("sendmsg", nil) {
            clinux_send(pollDescriptor, message, message.count, descriptors, descriptors.count)
        }
    }

    /// Waits until another message can be sent or the other end is gone; `false` when the time is up.
    package func waitUntilSendable(atMost limit: Duration) throws(SystemCallError) -> Bool {
        var polled = pollfd(fd: pollDescriptor, events: Int16(POLLOUT), revents: 0)
        let milliseconds = CInt(min(limit / .milliseconds(1), 60_000))
        return try systemCall("poll", nil) { poll(&polled, 1, milliseconds) } > 0
    }

    /// The result of ``receive()``.
    package enum Arrival: ~Copyable {
        case nothingYet
        case message([UInt8], file: OpenFile?)
        /// The other end is gone.
        case end
    }

    /// Receives the next message, if there is one.
    package func receive() throws(SystemCallError) -> Arrival {
        var bytes = [UInt8](repeating: 0, count: Self.messageLimit)
        var descriptors = [CInt](repeating: -1, count: Int(CLINUX_DESCRIPTORS))
        var count = descriptors.count
        do {
            let length = try systemCall("recvmsg", nil) {
                clinux_receive(pollDescriptor, &bytes, bytes.count, &descriptors, &count)
            }
            for surplus in descriptors.prefix(count).dropFirst() { _ = close(surplus) }
            // We never send an empty message, so an empty one is the end.
            guard length > 0 else {
                if count > 0 { _ = close(descriptors[0]) }
                return .end
            }
            let file = count > 0 ? OpenFile(adopting: descriptors[0], path: "") : nil
            return .message(Array(bytes[..<length]), file: file)
        } catch {
            switch error.errno {
            case EAGAIN: return .nothingYet
            // The other end closed without reading everything: reported once, and before anything it had sent itself.
            case ECONNRESET: return try receive()
            default: throw error
            }
        }
    }

    static let type = CInt(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)

    static func descriptor() throws(SystemCallError) -> CInt {
        try systemCall("socket", nil) { socket(AF_UNIX, type, 0) }
    }

    /// Calls `body` with the socket's address. An address holds 107 bytes, but a path may be longer, so the address
    /// goes through the open directory.
    static func withAddress(
        of path: FilePath, _ body: (UnsafePointer<sockaddr>, socklen_t) throws(SystemCallError) -> Void
    ) throws(SystemCallError) {
        guard let name = path.lastComponent else { throw SystemCallError(call: "connect", errno: EINVAL, path: path) }
        let directory = try Directory(path.removingLastComponent())
        let short = FilePath("/proc/self/fd/\(directory.descriptor)").appending(name)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let capacity = MemoryLayout.size(ofValue: address.sun_path)
        guard short.withPlatformString({ strlen($0) }) < capacity else {
            throw SystemCallError(call: "connect", errno: ENAMETOOLONG, path: path)
        }
        short.withPlatformString { text in
            withUnsafeMutableBytes(of: &address.sun_path) {
                $0.copyBytes(from: UnsafeRawBufferPointer(start: text, count: strlen(text)))
            }
        }
        let pointer = UnsafeMutablePointer<sockaddr_un>.allocate(capacity: 1)
        defer { pointer.deallocate() }
        pointer.initialize(to: address)
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        try UnsafeRawPointer(pointer).withMemoryRebound(to: sockaddr.self, capacity: 1) {
            address throws(SystemCallError) in try body(address, size)
        }
        withExtendedLifetime(directory) {}
    }
}
