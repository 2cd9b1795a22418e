package import LinuxFiles

extension CheckpointError.UntrustedReason {
    /// Finds why a file or directory is not this user's alone; `nil` if it is.
    package init?(_ status: FileStatus, asKind kind: FileKind) {
        if status.kind == .symbolicLink {
            self = .symbolicLink
        } else if status.kind != kind {
            self = .ofAnotherKind
        } else if status.owner != ThisProcess.effectiveUser {
            self = .ofAnotherUser(status.owner)
        } else if status.mode & 0o077 != 0 {
            self = .openToOthers(mode: status.mode & 0o777)
        } else {
            return nil
        }
    }
}
