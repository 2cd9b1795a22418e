import CLinux
import Glibc

extension StandardStream {
    /// The size of the terminal's window in characters and lines; `nil` if there is none, ioctl_tty(2).
    package var windowSize: (columns: Int, rows: Int)? {
        var columns: CInt = 0
        var rows: CInt = 0
        guard clinux_window_size(rawValue, &columns, &rows) == 0, columns > 0, rows > 0 else { return nil }
        return (Int(columns), Int(rows))
    }
}

/// Times in the local time zone, localtime(3).
package enum LocalTime {
    /// `12:03:44`.
    ///
    /// - Parameter seconds: since 1970.
    package static func clock(_ seconds: Int) -> String {
        var time = time_t(seconds)
        var parts = tm()
        localtime_r(&time, &parts)
        return [parts.tm_hour, parts.tm_min, parts.tm_sec].map { $0 < 10 ? "0\($0)" : "\($0)" }
            .joined(separator: ":")
    }
}
