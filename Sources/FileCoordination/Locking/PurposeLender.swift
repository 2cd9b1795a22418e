internal import LinuxFiles
internal import Synchronization
internal import SystemPackage

/// Hands the open files of a purpose's locks to other processes with the same purpose, which share the locks in this
/// way.
///
/// It listens below `purposes` in the runtime directory, under a name derived from the purpose identifier, on a thread
/// of its own: the thread of the access may be waiting for the very process that asks.
final class PurposeLender: Sendable {
    private struct Entry {
        weak var lender: PurposeLender?
    }

    private static let lenders = Mutex<[String: Entry]>([:])

    private let socket: ListeningSocket
    private let end: WakeUp

    /// Returns the lender of a purpose, started if there is none yet.
    static func lender(of purpose: String, in directory: RuntimeDirectory) throws(FileCoordinationError)
        -> PurposeLender
    {
        try lenders.withLock { lenders throws(FileCoordinationError) in
            if let lender = lenders[purpose]?.lender { return lender }
            let lender = try PurposeLender(purpose, directory)
            lenders[purpose] = Entry(lender: lender)
            return lender
        }
    }

    private init(_ purpose: String, _ directory: RuntimeDirectory) throws(FileCoordinationError) {
        let inner = try directory.make("purposes").appending(StableHash.digits(of: purpose))
        do {
            let end = try WakeUp()
            let socket = try Self.socket(String(UInt64.random(in: .min ... .max), radix: 16), in: inner)
            self.socket = socket
            self.end = end
            try DedicatedThread.run(name: "pdfco purpose") { Self.serve(socket, purpose, until: end) }
        } catch {
            throw .systemCall(error)
        }
    }

    deinit {
        socket.remove()
        PrivateDirectory.removeIfEmpty(socket.path.removingLastComponent())
        end.signal()
    }

    private static func socket(_ name: String, in directory: FilePath) throws(SystemCallError) -> ListeningSocket {
        // A process that cleans up after a dead one may remove the empty directory in between.
        for _ in 1...20 {
            try PrivateDirectory.make(directory)
            do {
                return try ListeningSocket(at: directory.appending(name))
            } catch {
                guard Errno(rawValue: error.errno) == .noSuchFileOrDirectory else { throw error }
            }
        }
        throw SystemCallError(call: "bind", errno: Errno.noSuchFileOrDirectory.rawValue, path: directory)
    }

    private static func serve(_ socket: ListeningSocket, _ purpose: String, until end: WakeUp) {
        while let ready = try? wait(for: [end, socket], atMost: nil), !ready[0] {
            guard let connection = try? socket.accept() else { continue }
            for lock in HeldLocks.locks(of: purpose) {
                try? connection.send(Array(lock.description.utf8), lock.file)
            }
        }
    }

    /// Returns all locks that one lender has; a lender whose process is dead is removed.
    static func borrow(from path: FilePath) -> [HeldLock] {
        let connection: LocalSocket
        do {
            connection = try LocalSocket(connectingTo: path)
        } catch {
            if Errno(rawValue: error.errno) == .connectionRefused { ListeningSocket.removeLeftover(path) }
            return []
        }
        var locks: [HeldLock] = []
        // A stopped process lends nothing; the wait then continues as if there were no purpose.
        while let ready = try? wait(for: [connection], atMost: .seconds(1)), ready[0] {
            guard let arrival = try? connection.receive() else { break }
            guard case .message(let bytes, let file?) = arrival else { break }
            guard let lock = HeldLock(String(decoding: bytes, as: UTF8.self), file) else { continue }
            locks.append(lock)
        }
        return locks
    }
}

extension HeldLock {
    /// The lock as text for another process; the open file goes with it.
    fileprivate var description: String {
        let (kind, identity, position) =
            switch object {
            case .directory(let identity): ("directory", identity, 0)
            case .name(let directory, let position): ("name", directory, position)
            case .file(let identity): ("file", identity, 0)
            }
        return "\(kind) \(identity.device) \(identity.inode) \(position) \(isExclusive ? 1 : 0)"
    }

    fileprivate convenience init?(_ description: String, _ file: consuming OpenFile) {
        let fields = description.split(separator: " ")
        guard fields.count == 5, let device = UInt64(fields[1]), let inode = UInt64(fields[2]),
            let position = Int(fields[3])
        else { return nil }
        let identity = FileIdentity(device: device, inode: inode)
        let object: LockedObject
        switch fields[0] {
        case "directory": object = .directory(identity)
        case "name": object = .name(directory: identity, position: position)
        case "file": object = .file(identity)
        default: return nil
        }
        self.init(object, file, isExclusive: fields[4] == "1")
    }
}
