internal import LinuxFiles
internal import Synchronization
internal import SystemPackage

/// What is to be told to a presenter about its item.
enum ItemNews: Sendable, Hashable {
    case moved(to: FilePath)
}

/// What a registered presenter presents: where it is, and the socket by which it is found there.
final class PresentedItem: Sendable {
    private struct State {
        /// As the presenter said it last.
        var declaredPath: FilePath?
        /// The canonical path.
        var path: FilePath?
        var socket: ListeningSocket?
        var isRemoved = false
        /// The purposes of accesses that the presenter is doing something for right now.
        var answering: [String] = []
    }

    private let presenter: any FilePresenter
    private let folders: PresenterFolders
    private let purpose: PurposeKey
    private let state = Mutex(State())

    init(
        _ presenter: any FilePresenter, purpose: String, in runtimeFolder: RuntimeFolder
    ) throws(FileCoordinationError) {
        self.presenter = presenter
        self.purpose = PurposeKey(purpose)
        folders = try PresenterFolders(making: runtimeFolder)
        try followPresenter()
    }

    var path: FilePath? { state.withLock(\.path) }
    var socket: ListeningSocket? { state.withLock(\.socket) }
    var isRemoved: Bool { state.withLock(\.isRemoved) }
    var answering: [String] { state.withLock(\.answering) }

    func beginAnswering(_ purpose: String) { state.withLock { $0.answering.append(purpose) } }

    func endAnswering(_ purpose: String) {
        state.withLock { state in
            if let index = state.answering.firstIndex(of: purpose) { state.answering.remove(at: index) }
        }
    }

    /// Takes the path that the presenter says, if it says another one than before.
    func followPresenter() throws(FileCoordinationError) {
        let declared = presenter.presentedItemPath
        let canonical = try translatingSystemCalls { () throws(SystemCallError) in try declared?.canonical() }
        try state.withLock { state throws(FileCoordinationError) in
            guard declared != state.declaredPath, !state.isRemoved else { return }
            state.declaredPath = declared
            guard canonical != state.path else { return }
            try present(canonical, &state)
        }
    }

    /// The item, or something around it, was moved; the news, if that is news.
    func move(from old: FilePath, to new: FilePath) -> [ItemNews] {
        state.withLock { state in
            guard !state.isRemoved, let path = state.path?.moved(from: old, to: new) else { return [] }
            // Without a socket nobody asks it any more, but it still hears where its item is.
            try? present(path, &state)
            state.path = path
            return [.moved(to: path)]
        }
    }

    /// Lets nobody find the presenter any more.
    func remove() {
        state.withLock { state in
            state.isRemoved = true
            withdraw(&state)
        }
    }

    private func present(_ path: FilePath?, _ state: inout State) throws(FileCoordinationError) {
        withdraw(&state)
        guard let path else { return }
        state.socket = try translatingSystemCalls { () throws(SystemCallError) in
            try folders.register(path, purpose: purpose)
        }
        state.path = path
        PresenterService.running?.noticeSockets()
    }

    private func withdraw(_ state: inout State) {
        guard let socket = state.socket, let path = state.path else { return }
        state.socket = nil
        state.path = nil
        PresenterAddress(socket: socket.path, item: path).clear()
    }
}
