internal import LinuxFiles
internal import SystemPackage

extension PresenterAddress {
    /// Connects to the presenter; `nil` if it is gone. The leftovers of a dead process are removed.
    ///
    /// EAGAIN if its process no longer accepts connections.
    func connection() throws(SystemCallError) -> LocalSocket? {
        do {
            let connection = try LocalSocket(connectingTo: socket)
            // The directory is ours alone, so this fails only if another user was let in.
            return try connection.peer().user == ThisProcess.effectiveUser ? connection : nil
        } catch {
            switch Errno(rawValue: error.errno) {
            case .connectionRefused:
                clear()
                return nil
            case .noSuchFileOrDirectory: return nil
            default: throw error
            }
        }
    }

    /// Like ``connection()``, but returns `nil` for any error.
    func connect() -> LocalSocket? { (try? connection()) ?? nil }
}
