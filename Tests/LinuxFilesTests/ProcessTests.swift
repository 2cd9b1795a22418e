import Glibc
import LinuxFiles
import SystemPackage
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
        (EACCES, "permission denied"), (ENOSPC, "no space left on the disk"), (EROFS, "the file system is read-only"),
        (EPIPE, "the reader is gone"), (EDQUOT, "the disk quota is used up"), (EXDEV, "Invalid cross-device link"),
    ])
    func `The reason is told in plain words`(code: CInt, words: String) {
        #expect(SystemCallError(call: "open", errno: code, path: nil).description == words)
    }

    @Test(arguments: [
        (EIO, "the disk reported an input/output error"), (EACCES, "permission denied"),
        (ENAMETOOLONG, "the name is too long"), (ETXTBSY, "it is a program that is running"),
    ])
    func `A sentence speaks of the file, not of the system call`(code: CInt, reason: String) {
        let error = SystemCallError(call: "fstatvfs", errno: code, path: "/a")
        #expect(error.sentence() == "/a: \(reason)")
        #expect(error.sentence(about: "/a") == reason)
    }

    @Test(arguments: ["open", "renameat2", "unlinkat", "ftruncate"])
    func `A file that nobody may change is called immutable`(call: String) {
        let error = SystemCallError(call: call, errno: EPERM, path: nil)
        #expect(error.description.contains("the file or its directory is immutable or append-only"))
    }
}
