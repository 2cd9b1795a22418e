import Glibc
import SystemPackage

/// What to do when a signal interrupts a call before it did anything (EINTR, signal(7)).
enum Interruption {
    /// Make the call again: right for every call that has done nothing yet when it returns EINTR.
    case startsAgain

    /// Report it: right for fsync(2), after which nobody knows which pages are still dirty (invariant 6), and for
    /// close(2), which has freed the descriptor whatever it returns.
    case fails
}

/// Makes one system call and turns its "-1 and errno" into a thrown error.
///
/// Interrupted calls start again, but not forever: a thousand interruptions in a row are an error, so that nothing
/// waits indefinitely.
///
/// - Parameter path: the file, for the error; made only if there is one.
@discardableResult
func systemCall<Result: SignedInteger>(
    _ call: String, _ path: @autoclosure () -> FilePath?, interruption: Interruption = .startsAgain,
    _ body: () -> Result
) throws(SystemCallError) -> Result {
    var attempts = 1
    while true {
        let result = body()
        if result != -1 { return result }
        let reason = errno
        guard reason == EINTR, interruption == .startsAgain, attempts < 1000 else {
            throw SystemCallError(call: call, errno: reason, path: path())
        }
        attempts += 1
    }
}
