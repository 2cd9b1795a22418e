internal import FileCoordination
internal import LinuxFiles
internal import Synchronization
internal import SystemPackage

/// The presenter of one watched path: a document or a directory.
final class WatchedItem: FilePresenter {
    /// An access in progress to the presented item, or to something in it.
    private final class Access: Sendable {
        let process: Int32?
        let isWriting: Bool

        init(_ process: Int32?, isWriting: Bool) { (self.process, self.isWriting) = (process, isWriting) }
    }

    private struct State {
        var path: FilePath
        var isThere: Bool
        var isDirectory: Bool
        var accesses: [Access] = []
    }

    private let state: Mutex<State>
    private let watch: DocumentWatch

    /// - Parameter path: absolute, with symbolic links followed.
    init(_ path: FilePath, of watch: DocumentWatch) {
        let status = try? FileStatus(of: path, followingLink: false)
        state = Mutex(State(path: path, isThere: status != nil, isDirectory: status?.kind == .directory))
        self.watch = watch
    }

    var path: FilePath { state.withLock(\.path) }
    var isDirectory: Bool { state.withLock(\.isDirectory) }
    var isThere: Bool { state.withLock(\.isThere) }
    var presentedItemPath: FilePath? { path }

    /// Whether a document is this item, or is in this directory.
    func covers(_ document: FilePath) -> Bool {
        let (path, isDirectory) = state.withLock { ($0.path, $0.isDirectory) }
        return document == path || isDirectory && document.isPDF && document.starts(with: path)
    }

    // MARK: Requests

    func relinquishPresentedItem(toReader reader: FileAccessor) async -> FileReacquirer? {
        makeWay(for: Access(reader.process, isWriting: false), .relinquishedToReader)
    }

    func relinquishPresentedItem(toWriter writer: FileAccessor) async -> FileReacquirer? {
        makeWay(for: Access(writer.process, isWriting: true), .relinquishedToWriter)
    }

    private func makeWay(for access: Access, _ kind: DocumentEvent.Kind) -> FileReacquirer {
        state.withLock { $0.accesses.append(access) }
        watch.notify(kind, path, process: access.process)
        return {
            self.state.withLock { state in state.accesses.removeAll { $0 === access } }
            self.watch.notify(.reacquired, self.path, process: access.process)
        }
    }

    /// A failed save never fails the other process's access: the document on disk stays as it was, and the changes stay
    /// unsaved, which events report.
    func savePresentedItemChanges() async throws {
        watch.notify(.saveRequested, path, process: accessor)
        watch.saveChanges(of: self, whileWritten: state.withLock { $0.accesses.contains(where: \.isWriting) })
    }

    func accommodatePresentedItemDeletion() async throws { watch.notify(.willBeDeleted, path, process: accessor) }

    func accommodatePresentedSubitemDeletion(at path: FilePath) async throws {
        if isReporter(of: path) { watch.notify(.willBeDeleted, path, process: accessor) }
    }

    /// The process with the only current access; `nil` if there are several, because it is unknown which one acted.
    private var accessor: Int32? {
        state.withLock { $0.accesses.count == 1 ? $0.accesses[0].process : nil }
    }

    // MARK: Notifications

    func presentedItemDidMove(to newPath: FilePath) async {
        let old = path
        watch.documentsMoved(from: old, to: newPath) { state.withLock { $0.path = newPath } }
        watch.notify(.moved, old, newPath: newPath, process: accessor)
    }

    func presentedItemDidChange() async {
        let kind = (try? FileStatus(of: path, followingLink: false))?.kind
        let (path, wasThere) = state.withLock { state in
            defer { (state.isThere, state.isDirectory) = (true, kind == .directory) }
            return (state.path, state.isThere)
        }
        watch.notify(wasThere ? .changed : .appeared, path, process: accessor)
        watch.documentChanged(path)
    }

    func presentedItemWasDeleted() async {
        state.withLock { $0.isThere = false }
        watch.notify(.deleted, path, process: accessor)
    }

    func presentedItemEventsWereLost() async { watch.notify(.overflow, path) }

    func presentedItemDidGain(_ version: FileVersionIdentifier) async {
        watch.notify(.versionGained, path, detail: version.rawValue)
    }

    func presentedItemDidLose(_ version: FileVersionIdentifier) async {
        watch.notify(.versionLost, path, detail: version.rawValue)
    }

    func presentedItemDidResolveConflict(_ version: FileVersionIdentifier) async {
        watch.notify(.versionResolved, path, detail: version.rawValue)
    }

    // MARK: Notifications about the directory's contents

    private func isReporter(of document: FilePath) -> Bool { watch.reporter(of: document) === self }

    func presentedSubitemDidAppear(at path: FilePath) async { notifyOfSubitem(.appeared, path) }

    func presentedSubitemDidChange(at path: FilePath) async { notifyOfSubitem(.changed, path) }

    private func notifyOfSubitem(_ kind: DocumentEvent.Kind, _ path: FilePath) {
        guard isReporter(of: path), (try? FileStatus(of: path))?.kind != .directory else { return }
        watch.notify(kind, path)
        watch.documentChanged(path)
    }

    func presentedSubitemWasDeleted(at path: FilePath) async {
        if isReporter(of: path) { watch.notify(.deleted, path) }
    }

    func presentedSubitem(at oldPath: FilePath, didMoveTo newPath: FilePath) async {
        watch.documentsMoved(from: oldPath, to: newPath)
        guard (try? FileStatus(of: newPath, followingLink: false))?.kind != .directory else {
            for document in newPath.documentsInside() {
                let old = document.moved(from: newPath, to: oldPath) ?? document
                if isReporter(of: document) { watch.notify(.moved, old, newPath: document) }
            }
            return
        }
        if isReporter(of: oldPath) {
            watch.notify(.moved, oldPath, newPath: newPath)
            watch.documentChanged(newPath)
        } else {
            // It was renamed into place, as when other programs save: it has become a document only now.
            notifyOfSubitem(.appeared, newPath)
        }
    }

    func presentedSubitem(at path: FilePath, didGain version: FileVersionIdentifier) async {
        if isReporter(of: path) { watch.notify(.versionGained, path, detail: version.rawValue) }
    }

    func presentedSubitem(at path: FilePath, didLose version: FileVersionIdentifier) async {
        if isReporter(of: path) { watch.notify(.versionLost, path, detail: version.rawValue) }
    }

    func presentedSubitem(at path: FilePath, didResolve version: FileVersionIdentifier) async {
        if isReporter(of: path) { watch.notify(.versionResolved, path, detail: version.rawValue) }
    }
}
