internal import LinuxFiles
internal import SystemPackage

/// Where one registered presenter is reached.
struct PresenterAddress: Hashable {
    let socket: FilePath
    /// The canonical path of what it presents.
    let item: FilePath

    /// Whether it was registered with this purpose.
    func has(_ purpose: PurposeKey) -> Bool { socket.lastComponent?.string.hasPrefix(purpose.text + "-") == true }

    /// Takes away what a dead process left.
    func clear() {
        socket.removeName()
        PresenterFolders.link(beside: socket).removeName()
        PrivateFolder.removeIfEmpty(socket.removingLastComponent())
    }
}

/// What stands for a purpose in the names of sockets: its hash, because a purpose may have any characters.
struct PurposeKey: Hashable {
    let text: String

    init(_ purpose: String) { text = StableHash.digits(of: purpose) }
}

/// The folder `presenters` in the runtime folder: for each presented item a folder named by a hash of the item's canonical
/// path, with a socket for each registration, `PURPOSE-RANDOM`, and beside it a link, `PURPOSE-RANDOM.item`, to the item.
///
/// So the presenters of an item, and of the folders around it, are found by a few look-ups that mostly fail, and those of
/// all items inside a folder by reading the links.
struct PresenterFolders {
    private static let name: FilePath.Component = "presenters"
    let path: FilePath

    /// `nil` where the runtime folder is not there, so that nobody has registered.
    init?(in runtimeFolder: RuntimeFolder) throws(FileCoordinationError) {
        guard try runtimeFolder.exists() else { return nil }
        path = runtimeFolder.path.appending(Self.name)
    }

    init(making runtimeFolder: RuntimeFolder) throws(FileCoordinationError) {
        path = try runtimeFolder.make(Self.name)
    }

    /// Makes a socket by which a presenter of the item is found.
    func register(_ item: FilePath, purpose: PurposeKey) throws(SystemCallError) -> ListeningSocket {
        let folder = folder(of: item)
        var attempts = 0
        while true {
            do {
                try PrivateFolder.make(folder)
                let name = "\(purpose.text)-\(String(UInt64.random(in: .min ... .max), radix: 16))"
                let socket = try ListeningSocket(at: folder.appending(name))
                // A crash here leaves a socket that refuses: whoever meets it clears it away.
                try Self.link(beside: socket.path).makeSymbolicLink(to: item)
                return socket
            } catch {
                // The last presenter of the item went in between, and its folder with it.
                attempts += 1
                guard error.errno == Errno.noSuchFileOrDirectory.rawValue, attempts < 100 else { throw error }
            }
        }
    }

    /// The presenters of this very item.
    func presenters(of item: FilePath) -> [PresenterAddress] {
        let folder = folder(of: item)
        let names = (try? PrivateFolder.names(in: folder)) ?? []
        return names.filter { $0.extension == nil && !$0.string.hasPrefix(".") }.map {
            PresenterAddress(socket: folder.appending($0), item: item)
        }
    }

    /// The presenters of the folders around the item.
    func presenters(around item: FilePath) -> [PresenterAddress] {
        var found: [PresenterAddress] = []
        var folder = item
        while folder.removeLastComponent() { found += presenters(of: folder) }
        return found
    }

    /// The presenters of everything inside a folder.
    func presenters(inside folder: FilePath) -> [PresenterAddress] {
        let keys = (try? PrivateFolder.names(in: path)) ?? []
        return keys.flatMap { key in
            let names = (try? PrivateFolder.names(in: path.appending(key))) ?? []
            return names.compactMap { name -> PresenterAddress? in
                guard name.extension == "item" else { return nil }
                let link = path.appending(key).appending(name)
                guard let item = try? link.linkDestination(), item != folder, item.starts(with: folder) else {
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

    private func folder(of item: FilePath) -> FilePath {
        path.appending(StableHash.digits(of: item.bytes))
    }
}
