import FileCoordination
import LinuxFiles
import Synchronization
import SystemPackage

/// A presenter that tells what it hears.
final class TellingPresenter: FilePresenter {
    struct Behaviour {
        var path: FilePath
        /// What a request throws.
        var failure: String?
        /// What saving writes.
        var text: String?
        /// Requests wait until this ends.
        var gate: AsyncStream<Never>?
        var gateKeeper: AsyncStream<Never>.Continuation?
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let behaviour: Mutex<Behaviour>

    private let runtimeDirectory: RuntimeDirectory

    init(_ path: FilePath, _ runtimeDirectory: RuntimeDirectory) {
        behaviour = Mutex(Behaviour(path: path))
        self.runtimeDirectory = runtimeDirectory
    }

    var presentedItemPath: FilePath? { behaviour.withLock(\.path) }

    func next(_ change: (inout Behaviour) -> Void) { behaviour.withLock { change(&$0) } }

    func hold() { next { ($0.gate, $0.gateKeeper) = AsyncStream.makeStream(of: Never.self) } }

    func release() {
        next { behaviour in
            behaviour.gateKeeper?.finish()
            behaviour.gate = nil
        }
    }

    /// Tells a request, waits where the test wants that, and fails where the test wants that.
    private func answer(_ request: String) async throws {
        tell(request)
        let (gate, failure) = behaviour.withLock { ($0.gate, $0.failure) }
        if let gate { for await _ in gate {} }
        if let failure { throw Failure(description: failure) }
    }

    func relinquishPresentedItem(toReader reader: FileAccessor) async -> FileReacquirer? {
        try? await answer("relinquish to reader")
        return { tell("reacquire from reader") }
    }

    func relinquishPresentedItem(toWriter writer: FileAccessor) async -> FileReacquirer? {
        try? await answer("relinquish to writer")
        return { tell("reacquire from writer") }
    }

    func savePresentedItemChanges() async throws {
        try await answer("save")
        guard let (path, text) = behaviour.withLock({ state in state.text.map { (state.path, $0) } }) else { return }
        let coordinator = FileCoordinator(filePresenter: self, runtimeDirectory: runtimeDirectory)
        try coordinator.coordinate(writingItemAt: path) { path in
            Result { try OpenFile(updating: path).write(Array(text.utf8), at: 0) }
        }.get()
    }

    /// Reads the item until standard input says anything.
    func use() throws {
        let coordinator = FileCoordinator(filePresenter: self, runtimeDirectory: runtimeDirectory)
        try coordinator.coordinate(readingItemAt: behaviour.withLock(\.path)) { _ in
            tell("ready")
            _ = readLine()
            tell("ended")
        }
    }

    func accommodatePresentedItemDeletion() async throws { try await answer("accommodate deletion") }

    func presentedItemDidMove(to newPath: FilePath) async {
        behaviour.withLock { $0.path = newPath }
        tell("moved to \(newPath.lastComponent!)")
    }

    func presentedItemDidChange() async { tell("changed") }
    func presentedItemDidChangeAttributes() async { tell("changed attributes") }
    func presentedItemWasDeleted() async { tell("deleted") }
    func presentedItemEventsWereLost() async { tell("events lost") }
    func presentedItemDidGain(_ version: FileVersionIdentifier) async { tell("gained \(version.rawValue)") }
    func presentedItemDidLose(_ version: FileVersionIdentifier) async { tell("lost \(version.rawValue)") }
    func presentedItemDidResolveConflict(_ version: FileVersionIdentifier) async {
        tell("resolved \(version.rawValue)")
    }

    func accommodatePresentedSubitemDeletion(at path: FilePath) async throws {
        try await answer("accommodate deletion of \(inner(path))")
    }

    func presentedSubitemDidAppear(at path: FilePath) async { tell("\(inner(path)) appeared") }
    func presentedSubitem(at oldPath: FilePath, didMoveTo newPath: FilePath) async {
        tell("\(inner(oldPath)) moved to \(inner(newPath))")
    }
    func presentedSubitemDidChange(at path: FilePath) async { tell("\(inner(path)) changed") }
    func presentedSubitemWasDeleted(at path: FilePath) async { tell("\(inner(path)) deleted") }
    func presentedSubitem(at path: FilePath, didGain version: FileVersionIdentifier) async {
        tell("\(inner(path)) gained \(version.rawValue)")
    }
    func presentedSubitem(at path: FilePath, didLose version: FileVersionIdentifier) async {
        tell("\(inner(path)) lost \(version.rawValue)")
    }
    func presentedSubitem(at path: FilePath, didResolve version: FileVersionIdentifier) async {
        tell("\(inner(path)) resolved \(version.rawValue)")
    }

    /// The path as seen from the presented directory.
    private func inner(_ path: FilePath) -> FilePath {
        var rest = path
        return behaviour.withLock { rest.removePrefix($0.path) } ? rest : path
    }
}
