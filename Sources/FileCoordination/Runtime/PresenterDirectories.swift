internal import LinuxFiles
internal import SystemPackage

/// The address of one registered presenter.
struct PresenterAddress: Hashable {
    let socket: FilePath
    /// The canonical path of the presented item.
    let item: FilePath

    /// Whether the presenter was registered with this purpose identifier.
    func has(_ purpose: PurposeKey) -> Bool { socket.lastComponent?.string.hasPrefix(purpose.text + "-") == true }

    /// Removes the files that a dead process left.
    func clear() {
        socket.removeName()
        PresenterDirectories.link(beside: socket).removeName()
        PrivateDirectory.removeIfEmpty(socket.removingLastComponent())
    }
}

/// A purpose identifier in the names of sockets: its hash, because an identifier may contain any characters.
struct PurposeKey: Hashable {
    let text: String

    init(_ purpose: String) { text = StableHash.digits(of: purpose) }
}

/// The directory `presenters` in the runtime directory: for each presented item, a directory named by a hash of the
/// item's canonical path, with a socket for each registration, `PURPOSE-RANDOM`, and beside it a link to the item,
/// `PURPOSE-RANDOM.item`.
///
/// So the presenters of an item, and of the directories around it, are found by a few lookups that mostly fail, and
/// those of all items inside a directory by reading the links.
struct PresenterDirectories {
    private static let name: FilePath.Component = "presenters"
    let path: FilePath

    /// `nil` if the runtime directory does not exist, so that no presenter is registered.
    init?(in runtimeDirectory: RuntimeDirectory) throws(FileCoordinationError) {
        guard try runtimeDirectory.exists() else { return nil }
        path = runtimeDirectory.path.appending(Self.name)
    }

    init(making runtimeDirectory: RuntimeDirectory) throws(FileCoordinationError) {
        path = try runtimeDirectory.make(Self.name)
    }

    /// Creates a socket through which a presenter of the item is found.
    func register(_ item: FilePath, purpose: PurposeKey) throws(SystemCallError) -> ListeningSocket {
        let directory = directory(of: item)
        var attempts = 0
        while true {
            do {
                try PrivateDirectory.make(directory)
                let name = "\(purpose.text)-\(String(UInt64.random(in: .min ... .max), radix: 16))"
                let socket = try ListeningSocket(at: directory.appending(name))
                // A crash here leaves a socket that refuses connections: the next process to find it removes it.
                try Self.link(beside: socket.path).makeSymbolicLink(to: item)
                return socket
            } catch {
                // The last presenter of the item was removed in between, and its directory with it.
                attempts += 1
                guard error.errno == Errno.noSuchFileOrDirectory.rawValue, attempts < 100 else { throw error }
            }
        }
    }

    /// Returns the presenters of the item itself.
    func presenters(of item: FilePath) -> [PresenterAddress] { presentersAround(item).ofItem }

    /// Returns the presenters of the item itself, and those of the directories around it.
    ///
    /// - Parameter item: a canonical path.
    func presentersAround(_ item: FilePath) -> (ofItem: [PresenterAddress], around: [PresenterAddress]) {
        // Without this directory, nobody presents anything.
        guard let directory = try? Directory(path) else { return ([], []) }
        let bytes = item.bytes
        var around: [PresenterAddress] = []
        var hash = StableHash()
        var hashed = 0
        // What precedes a slash is a directory around the item, and the first one is the root itself.
        for (index, byte) in bytes.dropLast().enumerated() where byte == UInt8(ascii: "/") {
            let end = max(index, 1)
            hash.update(bytes[hashed..<end])
            hashed = end
            around = presenters(of: bytes[..<end], hash, in: directory) + around
        }
        hash.update(bytes[hashed...])
        return (presenters(of: bytes[...], hash, in: directory), around)
    }

    private func presenters(
        of item: ArraySlice<UInt8>, _ hash: StableHash, in directory: borrowing Directory
    ) -> [PresenterAddress] {
        guard let key = FilePath.Component(hash.value.hexadecimal), directory.hasName(key) else { return [] }
        let sockets = path.appending(key)
        let names = (try? PrivateDirectory.names(in: sockets)) ?? []
        return names.filter { $0.extension == nil && !$0.string.hasPrefix(".") }.map {
            PresenterAddress(socket: sockets.appending($0), item: FilePath(bytes: item))
        }
    }

    /// Returns the presenters of everything inside a directory.
    func presenters(inside directory: FilePath) -> [PresenterAddress] {
        let keys = (try? PrivateDirectory.names(in: path)) ?? []
        return keys.flatMap { key in
            let names = (try? PrivateDirectory.names(in: path.appending(key))) ?? []
            return names.compactMap { name -> PresenterAddress? in
                guard name.extension == "item" else { return nil }
                let link = path.appending(key).appending(name)
                guard let item = try? link.linkDestination(), item != directory, item.starts(with: directory) else {
                    return nil
                }
                var socket = link
                socket.extension = nil
                return PresenterAddress(socket: socket, item: item)
            }
        }
    }

    static func link(beside socket: FilePath) -> FilePath {
        var link = socket
        link.extension = "item"
        return link
    }

    private func directory(of item: FilePath) -> FilePath {
        path.appending(StableHash.of(item.bytes).hexadecimal)
    }
}

extension PresenterAddress {
    /// Connects to the presenter; `nil` if it is gone. The leftovers of a dead process are removed.
    ///
    /// EAGAIN if its process no longer accepts connections.
    func connection() throws(SystemCallError) -> LocalSocket? {
        do {
            let connection = try LocalSocket(connectingTo: socket)
            // The directory is ours alone, so this fails only if another user was let in.
            return try connection.peer().user == ThisProcess.effectiveUser ? connection : nil
        } catch {
            switch Errno(rawValue: error.errno) {
            case .connectionRefused:
                clear()
                return nil
            case .noSuchFileOrDirectory: return nil
            default: throw error
            }
        }
    }

    /// Like ``connection()``, but returns `nil` for any error.
    func connect() -> LocalSocket? { (try? connection()) ?? nil }
}
