import Documents
import FileCoordination
import FoundationEssentials
import LinuxFiles
import Synchronization
import SystemPackage

/// Presents a document on behalf of a command that has it open, and runs shell commands for what happens to it.
///
/// They run where the presenter is notified, so that each ends before the next begins and before another process writes.
final class CommandPresenter: FilePresenter {
    private struct State {
        var path: FilePath
        var isThere = true
        /// The PID of the command.
        var command: Int32?
    }

    private let hooks: PresentOptions
    private let variables: [String: [UInt8]?]
    private let limit: Duration
    private let console: Console
    private let state: Mutex<State>
    private let runner = ProgramRunner()
    /// Signalled once the command runs.
    private let hasStarted: WakeUp

    /// - Parameters:
    ///   - path: absolute, with symbolic links followed.
    ///   - variables: the environment variables of the command that differ from this process's.
    ///   - limit: the longest time that a shell command may take.
    init(
        _ hooks: PresentOptions, _ path: FilePath, _ variables: [String: [UInt8]?], limit: Duration, _ console: Console
    ) throws {
        (self.hooks, self.variables, self.limit, self.console) = (hooks, variables, limit, console)
        state = Mutex(State(path: path))
        hasStarted = try WakeUp()
    }

    func commandStarted(_ process: Int32) {
        state.withLock { $0.command = process }
        hasStarted.signal()
    }

    /// Returns when the running shell command has ended; no other is started.
    func finish() { runner.finish() }

    var presentedItemPath: FilePath? { state.withLock(\.path) }

    // MARK: Requests and notifications

    func relinquishPresentedItem(toWriter writer: FileAccessor) async -> FileReacquirer? {
        run(hooks.onRelinquish, .relinquishedToWriter, process: writer.process)
        return { self.run(self.hooks.onReacquire, .reacquired, process: writer.process) }
    }

    func presentedItemDidMove(to newPath: FilePath) async {
        let old = state.withLock { state in
            defer { state.path = newPath }
            return state.path
        }
        run(hooks.onChange, .moved, at: old, newPath: newPath)
    }

    func presentedItemDidChange() async {
        let wasThere = state.withLock { state in
            defer { state.isThere = true }
            return state.isThere
        }
        run(hooks.onChange, wasThere ? .changed : .appeared)
    }

    func presentedItemWasDeleted() async {
        state.withLock { $0.isThere = false }
        run(hooks.onChange, .deleted)
    }

    // MARK: Shell commands

    private func run(
        _ script: String?, _ kind: DocumentEvent.Kind, at path: FilePath? = nil, newPath: FilePath? = nil,
        process: Int32? = nil
    ) {
        guard let script else { return }
        while (try? wait(for: [hasStarted], atMost: nil))?[0] == false {}
        let (present, command) = state.withLock { ($0.path, $0.command) }
        let event = DocumentEvent(kind, at: path ?? present, time: Date(), newPath: newPath, process: process)
        var variables = variables
        variables["PDFCO_COMMAND_PID"] = command.map { Array("\($0)".utf8) }
        runner.run(script, for: event, variables, atMost: limit, console)
    }
}
