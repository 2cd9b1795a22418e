import SystemPackage
import TestSupport
import Testing

/// Paths that lead to no document, or to none that may be read or written.
struct RefusedPathTests {
    @Test func `A missing file ends with 66`() async throws {
        expectRefusal(try await CapturedProgram.run(PDFCO.highlight("/nonexistent/a.pdf")), 66)
        expectRefusal(try await CapturedProgram.run("open", "/nonexistent/a.pdf"), 66)
    }

    @Test(arguments: ["directory", "fifo", "socket", "/dev/null"])
    func `What is not a file ends with 65`(kind: String) async throws {
        try await withTemporaryDirectory { directory in
            let path = FilePath(kind).isAbsolute ? FilePath(kind) : directory.appending("it")
            switch kind {
            case "directory": try await make("mkdir", path.string)
            case "fifo": try await make("mkfifo", path.string)
            case "socket":
                let listen = "IO::Socket::UNIX->new(Local => shift, Listen => 1) or die"
                try await make("perl", "-MIO::Socket::UNIX", "-e", listen, path.string)
            default: break
            }
            let names = try directory.list()
            for arguments in [PDFCO.highlight(path), ["open", path.string]] {
                // Opening a FIFO could wait for ever; `timeout` would end with 124.
                var command = PDFCO.command(arguments)
                command.arguments = ["20", command.program.string] + command.arguments
                command.program = "timeout"
                expectRefusal(try await command.run(), 65)
            }
            #expect(try directory.list() == names)
        }
    }

    @Test(.enabled("Other users cannot run the program here") { try await canRunAsNobody() })
    func `A file without permission ends with 77`() async throws {
        try await withTemporaryDirectory { directory in
            let file = try Fixture.named("table.pdf").copy(into: directory)
            try await make("chmod", "755", directory.string)
            try await make("chmod", "600", file.string)
            let before = try FileSnapshot(of: file)
            expectRefusal(try await asNobody(PDFCO.command(PDFCO.highlight(file))).run(), 77)

            // Readable, but neither the file nor its directory may be written.
            try await make("chmod", "644", file.string)
            let readable = try FileSnapshot(of: file)
            for method in ["auto", "replace", "append"] {
                let command = PDFCO.command(PDFCO.highlight(file, "--method", method))
                expectRefusal(try await asNobody(command).run(), 77)
                #expect(try FileSnapshot(of: file) == readable)
            }
            #expect(readable.bytes == before.bytes)
        }
    }

    @Test(.enabled("Mounting a small disk is not permitted here") { try await MountedDisk.small.isPermitted() })
    func `A full disk ends with 74 and nothing written`() async throws {
        try await MountedDisk.small.use { disk in
            let file = try Fixture.named("table.pdf").copy(into: disk)
            try disk.appending("filler").write(repeatElement(0, count: MountedDisk.smallSize - 3 * 4096))
            try disk.appending("rest").write(repeatElement(0, count: 4096))
            try? disk.appending("last").write(repeatElement(0, count: 2 * 4096))
            let before = try FileSnapshot(of: file)
            for method in ["replace", "append"] {
                // An increment that fills more than the rest of the file's last page.
                let contents = String(repeating: "x", count: 8192)
                let command = PDFCO.highlight(file, "--method", method, "--contents", contents)
                expectRefusal(try await CapturedProgram.run(command), 73, 74)
                #expect(try FileSnapshot(of: file) == before)
            }
        }
    }

    @Test(.namespace, .enabled("Mounting is not permitted here") { try await MountedDisk.small.isPermitted() })
    func `Without /proc a command ends with 74 and changes nothing`() async throws {
        try await withTemporaryDirectory { directory in
            let file = try Fixture.named("table.pdf").copy(into: directory)
            let before = try FileSnapshot(of: file)
            for arguments in [["--version"], ["open", file.string], PDFCO.highlight(file)] {
                var command = PDFCO.command(arguments)
                let script = "mount -t tmpfs none /proc && exec \"$@\""
                command.arguments = ["--mount", "sh", "-c", script, "-", command.program.string] + command.arguments
                command.program = "unshare"
                let result = try await command.run()
                expectRefusal(result, 74)
                #expect(result.errorText.hasPrefix("pdfco: error: /proc: is not mounted\nhint: "))
            }
            #expect(try FileSnapshot(of: file) == before)
        }
    }

    @Test(.enabled("Mounting a small disk is not permitted here") { try await MountedDisk.small.isPermitted() })
    func `A read-only disk is named as one, with a way out`() async throws {
        try await MountedDisk.small.use { disk in
            let file = try Fixture.named("table.pdf").copy(into: disk)
            try await make("mount", "-o", "remount,ro", disk.string)
            for method in ["auto", "replace", "append"] {
                let result = try await CapturedProgram.run(PDFCO.highlight(file, "--method", method))
                expectRefusal(result, 77, hint: "-o OUT")
                #expect(result.errorText.contains("table.pdf: the file system is read-only"), "\(result.errorText)")
            }
        }
    }

    @Test(arguments: ["auto", "replace", "append"])
    func `A file that nobody may write is not replaced either`(method: String) async throws {
        try await withTemporaryDirectory { directory in
            let file = try Fixture.named("table.pdf").copy(into: directory)
            try await make("chmod", "444", file.string)
            let before = try FileSnapshot(of: file)
            let result = try await CapturedProgram.run(PDFCO.highlight(file, "--method", method))
            expectRefusal(result, 77, hint: "-o OUT writes a new file; chmod u+w \(file.string) makes it writable")
            #expect(result.errorText.contains("the file is read-only; nothing was written"))
            #expect(try FileSnapshot(of: file) == before)
            let elsewhere =
                PDFCO.highlight(file).filter { $0 != "--save" } + ["-o", directory.appending("new.pdf").string]
            #expect(try await CapturedProgram.run(elsewhere).exitStatus == 0)
        }
    }

    /// In a directory with the sticky bit only their owner may remove files (inode(7)).
    @Test(
        .enabled("Other users cannot run the program here") { try await canRunAsNobody() },
        arguments: ["replace", "append"])
    func `What another user's killed save has left keeps nobody from saving`(method: String) async throws {
        try await withTemporaryDirectory { directory in
            let file = try Fixture.named("table.pdf").copy(into: directory, as: "a.pdf")
            let before = try file.readBytes().count
            try await make("chmod", "1777", directory.string)
            try await make("chown", "65534:65534", file.string)
            let others = [".a.pdf.pdfco-tmp", ".a.pdf.1f.pdfco-tmp", ".a.pdf.1f-2f.pdfco-swap"]
            for name in others {
                try directory.appending(name).write(Array("another user's".utf8))
                try await make("chmod", "600", directory.appending(name).string)
            }
            let own = ".a.pdf.2f.pdfco-tmp"
            try directory.appending(own).write([])
            try await make("chown", "65534:65534", directory.appending(own).string)
            // Somebody whose locks are not seen here may still be writing a younger one.
            try await make("touch", "--date=11 minutes ago", directory.appending(own).string)
            let result = try await asNobody(PDFCO.command(PDFCO.highlight(file, "--method", method))).run()
            #expect(result.exitStatus == 0, "\(result.errorText)")
            #expect(try file.readBytes().count > before)
            #expect(Set(try directory.list()) == Set(["a.pdf"] + others))
        }
    }

    @Test(
        .enabled("Other users cannot run the program here") { try await canRunAsNobody() },
        arguments: ["000", "444", "111"])
    func `A directory that may not be read or searched cannot be watched`(mode: String) async throws {
        try await withTemporaryDirectory { directory in
            let (closed, own) = (directory.appending("closed"), directory.appending("own"))
            for path in [closed, own] { try await make("mkdir", path.string) }
            try await make("chmod", "755", directory.string)
            try await make("chmod", mode, closed.string)
            try await make("chmod", "700", own.string)
            try await make("chown", "65534:65534", own.string)
            var command = PDFCO.command(["watch", closed.string])
            command.environment["PDFCO_RUNTIME_DIR"] = own.string
            let result = try await asNobody(command).run()
            expectRefusal(result, 77)
            #expect(result.errorText.contains("closed: "))
        }
    }

}

/// Whether ``asNobody(_:)`` works here.
func canRunAsNobody() async throws -> Bool {
    try await asNobody(PDFCO.command(["--version"])).run().exitStatus == 0
}

/// The command as the user `nobody`.
func asNobody(_ command: Command) -> Command {
    var other = command
    other.program = "setpriv"
    other.arguments =
        ["--reuid=65534", "--regid=65534", "--clear-groups", command.program.string] + command.arguments
    return other
}

/// Runs a program that prepares the test; it must succeed.
func make(_ program: String, _ arguments: String...) async throws {
    let result = try await Command(program, arguments).run()
    try #require(result.exitStatus == 0, "\(program): \(result.errorText)")
}
