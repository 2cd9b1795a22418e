internal import LinuxFiles
internal import SystemPackage

/// The connection between one access and one presenter, at the coordinator's end.
struct ConnectedPresenter {
    enum Progress: Equatable {
        /// The presenter has not replied yet.
        case asked
        /// Its process is alive.
        case acknowledged
        case failed(reason: String)
        case skipped
        /// It has done what it was asked to do, was not asked to do anything, or is gone.
        case done
    }

    let socket: LocalSocket
    let address: PresenterAddress
    var progress = Progress.done

    init(_ socket: LocalSocket, at address: PresenterAddress) {
        self.socket = socket
        self.address = address
    }

    var isAwaited: Bool { progress == .asked || progress == .acknowledged }

    /// Sends a message, unless the presenter is gone or no longer reads.
    mutating func send(_ message: PresenterMessage) {
        let bytes = message.bytes
        for _ in 1...2 {
            do {
                try socket.send(bytes)
                if message == .answer { progress = .asked }
                return
            } catch {
                let isFull = error.errno == Errno.resourceTemporarilyUnavailable.rawValue
                guard isFull, (try? socket.waitUntilSendable(atMost: .seconds(1))) == true else { break }
            }
        }
    }

    /// Receives the replies that have arrived.
    mutating func receive() throws(SystemCallError) {
        while true {
            switch try socket.receive() {
            case .nothingYet: return
            case .end:
                if isAwaited { progress = .done }
                return
            case .message(let bytes, _):
                switch PresenterMessage(bytes: bytes) {
                case .acknowledged: progress = .acknowledged
                case .done: progress = .done
                case .failed(let reason): progress = .failed(reason: reason)
                default: break
                }
            }
        }
    }
}
