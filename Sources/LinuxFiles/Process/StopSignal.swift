import CLinux
import Glibc

/// SIGTSTP, which a terminal sends for Control-Z: the process is asked to stop and may first put things in order.
package enum StopSignal {
    /// From now on the signal does not stop the process but signals this, which must live as long as the process: whoever
    /// waits for it calls ``stop()``. Does nothing where the signal is ignored.
    package static func divert(to wakeUp: WakeUp) throws(SystemCallError) {
        try systemCall("sigaction", nil) { clinux_divert_stop(wakeUp.descriptor) }
    }

    /// Stops the process, all threads of it, and returns when it is continued (SIGCONT).
    package static func stop() {
        // By SIGSTOP, which nobody diverts; sent to this thread, so that it does not run on for a moment.
        raise(SIGSTOP)
    }
}
