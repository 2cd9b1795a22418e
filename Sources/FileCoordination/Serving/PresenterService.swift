internal import LinuxFiles
internal import Synchronization
internal import SystemPackage

/// Answers coordinators for all presenters of this process, on one thread that the first registration starts.
///
/// It runs no presenter code, so it always confirms at once that the process is alive.
final class PresenterService: Sendable {
    private struct State {
        var registrations: [PresenterRegistration] = []
        var connections: [PresenterConnection] = []
        /// Cancel the waits of coordinators whose accesses must end before the process stops.
        var unstoppable: [Cancellation] = []
        /// Whether the process stops as soon as they have ended.
        var isStopDue = false
    }

    /// How often to check items whose changes the kernel does not all report.
    private static let pollInterval = Duration.seconds(2)

    let watcher = ItemWatcher()
    private let wakeUp: WakeUp
    /// Signalled when the process is about to be stopped.
    private let stop: WakeUp
    private let state = Mutex(State())

    private static let current = Mutex<PresenterService?>(nil)

    private init() throws(SystemCallError) {
        wakeUp = try WakeUp()
        stop = try WakeUp()
    }

    /// The service, if this process has or had a presenter.
    static var running: PresenterService? { current.withLock { $0 } }

    /// Returns the service, started if it is not running.
    static func start() throws(FileCoordinationError) -> PresenterService {
        try translatingSystemCalls { () throws(SystemCallError) in
            try current.withLock { current throws(SystemCallError) in
                if let current { return current }
                let service = try PresenterService()
                try DedicatedThread.run(name: "presenting") { service.serve() }
                current = service
                return service
            }
        }
    }

    var registrations: [PresenterRegistration] { state.withLock(\.registrations) }

    func add(_ registration: PresenterRegistration) throws(FileCoordinationError) {
        if registration.letsGo {
            try translatingSystemCalls { () throws(SystemCallError) in try StopSignal.divert(to: stop) }
        }
        state.withLock { $0.registrations.append(registration) }
        wakeUp.signal()
    }

    /// Removes the latest registration of the presenter.
    func remove(_ presenter: any FilePresenter) {
        let removed = state.withLock { state -> PresenterRegistration? in
            guard let index = state.registrations.lastIndex(where: { $0.presenter === presenter }) else { return nil }
            return state.registrations.remove(at: index)
        }
        removed?.item.remove()
        wakeUp.signal()
    }

    /// Returns the purpose identifiers of the accesses whose requests presenters of this purpose are handling: accesses
    /// with this purpose must not wait for those, since they wait for it.
    func purposesAnswered(by purpose: String) -> [String] {
        registrations.filter { $0.purpose == purpose }.flatMap(\.item.answering)
    }

    /// Takes note that a presenter has another socket than before.
    func noticeSockets() { wakeUp.signal() }

    private func serve() {
        /// If no connection can be accepted for lack of descriptors, others get time to close some.
        var isCrowded = false
        var nextPoll = ContinuousClock.now
        while true {
            let (registrations, connections) = state.withLock { ($0.registrations, $0.connections) }
            let listening = isCrowded ? [] : registrations.compactMap { one in one.item.socket.map { (one, $0) } }
            let polled = registrations.map(\.item).filter(\.needsPolling)
            var limit: Duration? = isCrowded ? .milliseconds(100) : nil
            if !polled.isEmpty { limit = min(limit ?? Self.pollInterval, nextPoll - ContinuousClock.now) }
            var sources: [(any Waitable)?] = [wakeUp, watcher.events, stop]
            sources += listening.map { $0.1 } as [any Waitable]
            sources += connections.map(\.socket) as [any Waitable]
            guard let ready = try? wait(for: sources, atMost: limit) else { continue }
            wakeUp.clear()
            if ready[1] { watcher.readEvents() }
            if ready[2] { pauseWhileStopped() }
            if ContinuousClock.now >= nextPoll {
                nextPoll = ContinuousClock.now + Self.pollInterval
                for item in polled { item.hints.requestCheck(everything: true) }
            }
            isCrowded = false
            for (index, (registration, socket)) in listening.enumerated() where ready[3 + index] {
                do {
                    guard let accepted = try socket.accept() else { continue }
                    let connection = PresenterConnection(accepted, to: registration)
                    state.withLock { $0.connections.append(connection) }
                } catch {
                    isCrowded = true
                }
            }
            for (index, connection) in connections.enumerated() where ready[3 + listening.count + index] {
                if !receive(from: connection) {
                    connection.registration.post(.ended(connection))
                    state.withLock { $0.connections.removeAll { $0 === connection } }
                }
            }
        }
    }

    /// Stops the process once nobody waits for these presenters any more, and resumes their work when it continues.
    private func pauseWhileStopped() {
        stop.clear()
        let (registrations, connections) = state.withLock { state in
            (state.registrations.filter(\.letsGo), state.connections.filter(\.registration.letsGo))
        }
        for registration in registrations { registration.item.rest() }
        for connection in connections {
            // A coordinator that waits for an answer need not wait any more; any other does not read this.
            try? connection.socket.send(PresenterMessage.done.bytes)
        }
        guard mayStop() else { return }
        StopSignal.stop()
        // If the socket cannot be created, nobody asks the presenter, but it is still notified of changes.
        for registration in registrations { try? registration.item.endRest() }
    }

    /// Whether no access keeps the process from stopping. Otherwise their waits are cancelled, and the last one to end
    /// signals again.
    private func mayStop() -> Bool {
        let unstoppable = state.withLock { state in
            state.isStopDue = !state.unstoppable.isEmpty
            return state.unstoppable
        }
        for cancellation in unstoppable { cancellation.cancel() }
        return unstoppable.isEmpty
    }

    /// Keeps the process from being stopped until ``allowStop(_:)``; once it is to stop, the waits are cancelled.
    func delayStop(cancelling cancellation: Cancellation) {
        let isLate = state.withLock { state in
            state.unstoppable.append(cancellation)
            return state.isStopDue
        }
        if isLate { cancellation.cancel() }
    }

    /// Ends a delay, and stops the process if it is to stop and this was the last one.
    func allowStop(_ cancellation: Cancellation) {
        let isLast = state.withLock { state in
            if let index = state.unstoppable.lastIndex(where: { $0 === cancellation }) {
                state.unstoppable.remove(at: index)
            }
            return state.isStopDue && state.unstoppable.isEmpty
        }
        if isLast { stop.signal() }
    }

    /// Passes on the messages that have arrived; `false` when the access is over.
    private func receive(from connection: PresenterConnection) -> Bool {
        while true {
            guard let arrival = try? connection.socket.receive() else { return false }
            switch consume arrival {
            case .nothingYet: return true
            case .end: return false
            case .message(let bytes, _):
                // A program of another version is not understood, and continues as if there were no presenter.
                guard let message = PresenterMessage(bytes: bytes) else { return false }
                // A coordinator that only sent a notification may have gone already; the rest of it must still be read.
                switch message {
                case .access(let purpose, let answered):
                    try? connection.socket.send(PresenterMessage.acknowledged.bytes)
                    connection.begin(purpose, answering: answered)
                case .request where isAskedAnyway(connection): continue
                case .answer where isAskedAnyway(connection):
                    try? connection.socket.send(PresenterMessage.done.bytes)
                    continue
                default: break
                }
                connection.registration.post(.message(message, connection))
            }
        }
    }

    /// Whether an access that this one is made to answer asks the presenter, too: it relinquishes the item to that one, and
    /// may itself be about to save. Each of the two would wait for the other.
    private func isAskedAnyway(_ connection: PresenterConnection) -> Bool {
        state.withLock(\.connections).contains { connection.answers($0) }
    }
}
