import CLinux
import Glibc
package import SystemPackage

/// One end of a connection between two processes of this machine: whole messages, in order, unix(7).
///
/// A message arrives whole or not at all (SOCK_SEQPACKET), and an end that is gone reads as a `nil` message. It waits only in
/// ``wait(for:atMost:)``: sending and receiving return at once.
package final class LocalSocket: Sendable, Waitable {
    package let pollDescriptor: CInt

    /// The most bytes of one message.
    package static let messageLimit = 64 << 10

    init(adopting descriptor: CInt) { pollDescriptor = descriptor }

    deinit { _ = close(pollDescriptor) }

    /// Connects to a listening socket.
    ///
    /// ECONNREFUSED where nobody listens any more, ENOENT where there is none, EAGAIN where too many wait already.
    package convenience init(connectingTo path: FilePath) throws(SystemCallError) {
        self.init(adopting: try Self.descriptor())
        try Self.withAddress(of: path) { address, size throws(SystemCallError) in
            _ = try systemCall("connect", path) { connect(pollDescriptor, address, size) }
        }
    }

    /// Two ends of one connection.
    package static func pair() throws(SystemCallError) -> (LocalSocket, LocalSocket) {
        var ends: [CInt] = [-1, -1]
        try systemCall("socketpair", nil) { socketpair(AF_UNIX, type, 0, &ends) }
        return (LocalSocket(adopting: ends[0]), LocalSocket(adopting: ends[1]))
    }

    /// The user at the other end, as the kernel knows it (SO_PEERCRED), and the process that connected or listened.
    package func peer() throws(SystemCallError) -> (user: UInt32, process: Int32) {
        var credentials = clinux_credentials()
        try systemCall("getsockopt", nil) { clinux_peer_credentials(pollDescriptor, &credentials) }
        return (credentials.user, credentials.process)
    }

    /// Sends one message, and open files with it.
    ///
    /// EPIPE or ECONNRESET where the other end is gone, EAGAIN where it does not read what was sent before.
    package func send(_ message: [UInt8], _ file: borrowing OpenFile) throws(SystemCallError) {
        try send(message, descriptors: [file.descriptor])
    }

    package func send(_ message: [UInt8]) throws(SystemCallError) { try send(message, descriptors: []) }

    private func send(_ message: [UInt8], descriptors: [CInt]) throws(SystemCallError) {
        _ = try systemCall("sendmsg", nil) {
            clinux_send(pollDescriptor, message, message.count, descriptors, descriptors.count)
        }
    }

    /// Waits until the other end has read enough for another message to be sent, or is gone; `false` when the time is up.
    package func waitUntilSendable(atMost limit: Duration) throws(SystemCallError) -> Bool {
        var polled = pollfd(fd: pollDescriptor, events: Int16(POLLOUT), revents: 0)
        let milliseconds = CInt(min(limit / .milliseconds(1), 60_000))
        return try systemCall("poll", nil) { poll(&polled, 1, milliseconds) } > 0
    }

    /// What one call of ``receive()`` finds.
    package enum Arrival: ~Copyable {
        case nothingYet
        case message([UInt8], file: OpenFile?)
        /// The other end is gone.
        case end
    }

    /// The next message, if it is there.
    package func receive() throws(SystemCallError) -> Arrival {
        var bytes = [UInt8](repeating: 0, count: Self.messageLimit)
        var descriptors = [CInt](repeating: -1, count: Int(CLINUX_DESCRIPTORS))
        var count = descriptors.count
        do {
            let length = try systemCall("recvmsg", nil) {
                clinux_receive(pollDescriptor, &bytes, bytes.count, &descriptors, &count)
            }
            for surplus in descriptors.prefix(count).dropFirst() { _ = close(surplus) }
            // No message of ours is empty, so that an empty one is the end.
            guard length > 0 else {
                if count > 0 { _ = close(descriptors[0]) }
                return .end
            }
            let file = count > 0 ? OpenFile(adopting: descriptors[0], path: "") : nil
            return .message(Array(bytes[..<length]), file: file)
        } catch {
            switch error.errno {
            case EAGAIN: return .nothingYet
            // The other end closed without reading everything: told once, and before what it had sent itself.
            case ECONNRESET: return try receive()
            default: throw error
            }
        }
    }

    static let type = CInt(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)

    static func descriptor() throws(SystemCallError) -> CInt {
        try systemCall("socket", nil) { socket(AF_UNIX, type, 0) }
    }

    /// An address has room for 107 bytes, a path may be longer: so it goes by way of the open directory.
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
