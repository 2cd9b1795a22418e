import CLinux
import Glibc

/// SIGTSTP, which a terminal sends for Control-Z: the process is asked to stop and may first put things in order.
package enum StopSignal {
    /// Makes the signal signal `wakeUp` instead of stopping the process. `wakeUp` must live as long as the process, and
    /// the thread that waits for it calls ``stop()``. Does nothing if the signal is ignored.
    package static func divert(to wakeUp: WakeUp) throws(SystemCallError) {
        try systemCall("sigaction", nil) { clinux_divert_stop(wakeUp.descriptor) }
    }

    /// Stops the process, all threads of it, and returns when it is continued (SIGCONT).
    package static func stop() {
        // SIGSTOP cannot be diverted; it is sent to this thread, so that it does not run on for a moment.
        raise(SIGSTOP)
    }
}
