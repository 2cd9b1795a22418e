import CLinux
import Glibc

/// A queue of signals to wait for, so that they neither end the process nor interrupt running code, signalfd(2).
package final class SignalQueue: Sendable, Waitable {
    package enum Signal: UInt32, Sendable, CaseIterable {
        /// SIGHUP: the terminal has gone.
        case hungUp = 1
        /// SIGINT: Control-C.
        case interrupted = 2
        /// SIGTERM: asked to end.
        case terminated = 15
    }

    package let pollDescriptor: CInt

    /// Delivers these signals to this queue from now on. A program must do this first, since threads that already run
    /// take the signals as before; programs that it starts with ``ProgramRunner`` take them as usual.
    ///
    /// Signals that the process was started to ignore, as nohup(1) does, stay ignored.
    package init() throws(SystemCallError) {
        var waitedFor = sigset_t(
            Signal.allCases.map { CInt($0.rawValue) }.filter { number in
                var action = sigaction()
                // A blocked signal would be queued even though it is ignored.
                return sigaction(number, nil, &action) == 0 && !action.ignoresSignal
            })
        pthread_sigmask(SIG_BLOCK, &waitedFor, nil)
        pollDescriptor = try systemCall("signalfd", nil) {
            signalfd(-1, &waitedFor, CInt(CLINUX_SIGNALFD_FLAGS))
        }
    }

    deinit { _ = close(pollDescriptor) }

    /// Takes the signals that have arrived, each once.
    package func take() -> Set<Signal> {
        var signals: Set<Signal> = []
        var information = [UInt8](repeating: 0, count: Int(CLINUX_SIGNALFD_SIZE))
        while read(pollDescriptor, &information, information.count) == information.count {
            let number = information.withUnsafeBytes { $0.load(as: UInt32.self) }
            if let signal = Signal(rawValue: number) { signals.insert(signal) }
        }
        return signals
    }
}

extension sigaction {
    fileprivate var ignoresSignal: Bool {
        unsafeBitCast(__sigaction_handler.sa_handler, to: Int.self) == 1
    }
}

extension sigset_t {
    /// The set of these signals, sigsetops(3).
    init(_ signals: [CInt]) {
        self.init()
        sigemptyset(&self)
        for signal in signals { sigaddset(&self, signal) }
    }
}
