import Glibc
import LinuxFiles
import Testing

@Suite struct ProcessTests {
    @Test func `An environment variable is text, and missing where it is not set`() {
        #expect(ThisProcess.environment("PATH")?.contains("/") == true)
        #expect(ThisProcess.environment("LINUX_FILES_TESTS_UNSET") == nil)
    }

    @Test func `Writing nothing to a stream is no error`() throws {
        try StandardStream.output.write([])
    }
}

@Suite struct SystemCallErrorTests {
    @Test(arguments: [
        (EACCES, "permission denied"), (ENOSPC, "no space left on the disk"), (EROFS, "the disk is read-only"),
        (EPIPE, "the reader is gone"), (EDQUOT, "the disk quota is used up"), (EXDEV, "Invalid cross-device link"),
    ])
    func `The reason is told in plain words`(code: CInt, words: String) {
        #expect(SystemCallError(call: "open", errno: code, path: nil).description == words)
    }
}
