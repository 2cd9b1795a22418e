import LinuxFiles
import SystemPackage

@testable import FileCoordination

/// `access RUNTIME-FOLDER KIND PATH [PURPOSE]`: asks presenters as a coordinator does, and keeps the access until standard
/// input ends.
func access(_ arguments: [String]) throws {
    let path = FilePath(arguments[2])
    let kind: RequestedAccess.Kind = arguments[1] == "read" ? .reading([]) : .writing([])
    do throws(FileCoordinationError) {
        let conversation = try PresenterConversation.begin(
            [RequestedAccess(path: path, kind: kind)], preparing: false,
            purpose: arguments.count > 3 ? arguments[3] : "test", in: RuntimeDirectory(FilePath(arguments[0])),
            deadline: Deadline(after: .seconds(60)), cancellation: Cancellation())
        for warning in conversation?.warnings ?? [] { tell("warning \(warning)") }
        tell("granted")
        while let line = readLine() { tell("unknown \(line)") }
        conversation?.end()
    } catch {
        tell("error \(error)")
    }
}

/// `intrude SOCKET`: speaks to a presenter without asking whose it is.
func intrude(_ path: FilePath) {
    do throws(SystemCallError) {
        let socket = try LocalSocket(connectingTo: path)
        for message in [PresenterMessage.access(purpose: "intruder"), .request(.save), .answer] {
            try socket.send(message.bytes)
        }
        while true {
            _ = try wait(for: [socket], atMost: nil)
            switch try socket.receive() {
            case .message(let bytes, _): tell("answer \(String(decoding: bytes, as: UTF8.self))")
            case .end: return tell("end")
            case .nothingYet: break
            }
        }
    } catch {
        tell(error.description)
    }
}
