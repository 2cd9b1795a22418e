internal import LinuxFiles
internal import SystemPackage

/// The connection of one access with one presenter, at the coordinator's end.
struct AskedPresenter {
    enum Progress: Equatable {
        /// Nothing has come back yet.
        case asked
        /// Its process is alive.
        case heard
        case failed(reason: String)
        case passedOver
        /// It has done what it was asked for, was not asked for anything, or is gone.
        case done
    }

    let socket: LocalSocket
    let address: PresenterAddress
    var progress = Progress.done

    init(_ socket: LocalSocket, at address: PresenterAddress) {
        self.socket = socket
        self.address = address
    }

    var isAwaited: Bool { progress == .asked || progress == .heard }

    /// Sends a message, or finds out that the presenter is gone or reads no more.
    mutating func send(_ message: PresenterMessage) {
        let bytes = message.bytes
        for _ in 1...2 {
            do throws(SystemCallError) {
                try socket.send(bytes)
                if message == .answer { progress = .asked }
                return
            } catch {
                let isFull = error.errno == Errno.resourceTemporarilyUnavailable.rawValue
                guard isFull, (try? socket.waitUntilSendable(atMost: .seconds(1))) == true else { break }
            }
        }
    }

    /// Takes what has come.
    mutating func receive() throws(SystemCallError) {
        while true {
            switch try socket.receive() {
            case .nothingYet: return
            case .end:
                if isAwaited { progress = .done }
                return
            case .message(let bytes, _):
                switch PresenterMessage(bytes: bytes) {
                case .heard: progress = .heard
                case .done: progress = .done
                case .failed(let reason): progress = .failed(reason: reason)
                default: break
                }
            }
        }
    }
}
