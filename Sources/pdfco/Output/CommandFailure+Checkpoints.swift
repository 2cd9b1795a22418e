import Checkpointing
import SystemPackage

/// What is told of checkpoints that cannot be read or written.
extension CommandFailure {
    init(_ error: CheckpointError, file: String) {
        switch error {
        case .notTrusted(let path, let reason):
            self.init(
                kind: "checkpointNotTrusted", file: file,
                problem: "what is kept of it cannot be trusted: \(path.argument) \(Self.text(reason))",
                hint: "move it away, or make it yours alone: chmod 600 for a file, 700 for a folder",
                exitStatus: .noPermission)
        case .foreign(let path):
            self.init(
                kind: "checkpointForeign", file: file, problem: "\(path.argument) is no checkpoint of pdfco",
                hint: "move it away", exitStatus: .dataError)
        case .newerVersion(let path, let version):
            self.init(
                kind: "checkpointNewer", file: file,
                problem: "its checkpoint \(path.argument) has the format version \(version), which is not known here",
                hint: "use the pdfco that wrote it", exitStatus: .dataError)
        case .damagedHeader(let path):
            self.init(
                kind: "checkpointDamaged", file: file,
                problem: "the beginning of its checkpoint \(path.argument) is damaged",
                hint: "look at it, it is text; then move it away", exitStatus: .dataError)
        case .damaged(let path, let lostBytes):
            self.init(
                kind: "checkpointDamaged", file: file,
                problem:
                    "the last \(lostBytes) bytes of its checkpoint \(path.argument) cannot be read; nothing can be added",
                hint: "pdfco restore saves the changes before them and keeps the checkpoint aside",
                exitStatus: .dataError)
        case .tooLarge(let path, let bytes):
            self.init(
                kind: "checkpointTooLarge", file: file,
                problem: "its checkpoint \(path.argument) has \(bytes) bytes, more than can be read",
                hint: "look at its end, it is text; then cut it off there, or move it away", exitStatus: .dataError)
        case .full(let path):
            self.init(
                kind: "checkpointFull", file: file,
                problem: "its checkpoint \(path.argument) has no room for more unsaved changes",
                hint: "save the document with pdfco save first", exitStatus: .dataError)
        case .timedOut(let path):
            self.init(
                kind: "busy", file: file, problem: "another process has not let go of \(path.argument) in time",
                hint: "try again, or wait longer with --timeout", exitStatus: .temporaryFailure)
        case .locksNotSupported(let path):
            self.init(
                kind: "locksNotSupported", file: file,
                problem: "its unsaved changes cannot be kept in \(path.argument): the file system has no locks",
                hint: "choose another folder with --data-dir", exitStatus: .systemCall)
        case .wrongKey(let path):
            self.init(
                kind: "checkpointSealed", file: file,
                problem: "its checkpoint \(path.argument) is sealed with a key that is not the document's any more",
                hint: "pdfco restore --discard gives the changes up", exitStatus: .dataError)
        case .invalidIdentifier(let word):
            self.init(
                kind: "usage", file: file, problem: "'\(word)' cannot name a checkpoint", exitStatus: .usage)
        case .systemCall(let call, let code, let reason, let path):
            let isCreation =
                [.readOnlyFileSystem, .permissionDenied, .notPermitted, .notDirectory].contains(Errno(rawValue: code))
                || call == "mkdir" && ![.noSpace, .diskQuotaExceeded].contains(Errno(rawValue: code))
            self.init(
                kind: "systemCall", file: path?.argument ?? file,
                problem: "cannot keep unsaved changes of \(file): \(call) failed: \(reason)",
                hint: isCreation ? "choose another folder with --data-dir, or add --save" : nil,
                exitStatus: isCreation ? .cannotCreate : .systemCall)
        }
    }

    private static func text(_ reason: CheckpointError.Distrust) -> String {
        switch reason {
        case .ofAnotherUser(let user): "belongs to another user (\(user))"
        case .openToOthers(let mode): "is open to others (mode \(String(mode, radix: 8)))"
        case .symbolicLink: "is a symbolic link"
        case .ofAnotherKind: "is of the wrong kind"
        }
    }
}
