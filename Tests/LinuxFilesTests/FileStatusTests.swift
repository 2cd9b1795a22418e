import CLinux
import Glibc
import Testing

@testable import LinuxFiles

struct FileStatusTests {
    private func status(_ seconds: Int, _ nanoseconds: Int = 0) -> FileStatus {
        var status = stat()
        status.st_ctim = timespec(tv_sec: seconds, tv_nsec: nanoseconds)
        return FileStatus(status)
    }

    @Test func `What comes soon after another has gone replaces it, and what comes later does not`() {
        let other = status(100, 500)
        for soon in [status(100, 500), status(101), status(102, 500)] { #expect(soon.hasReplaced(other)) }
        for late in [status(102, 501), status(5000), status(100, 499)] { #expect(!late.hasReplaced(other)) }
        #expect(status(5000).hasReplaced(nil))
    }
}
