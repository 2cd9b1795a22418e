internal import LinuxFiles
internal import SystemPackage

extension PresenterAddress {
    /// Connects to the presenter; `nil` where it is gone. What a dead process left is cleared away.
    ///
    /// EAGAIN where its process does not take connections any more.
    func connection() throws(SystemCallError) -> LocalSocket? {
        do {
            let connection = try LocalSocket(connectingTo: socket)
            // The directory is ours alone, so that this fails only if somebody else was let in.
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

    /// The same for those who only want to know who is there.
    func connect() -> LocalSocket? { (try? connection()) ?? nil }
}
