import FoundationEssentials
import SystemPackage
import TestSupport
import Testing

/// Nobody reads a document's bytes anywhere who may not read the document (invariant 12).
struct AccessRightsTests {
    private static func hasLists() async throws -> Bool {
        try await withTemporaryDirectory { directory in
            let result = try await Command("sh", ["-c", #"setfacl -m u:1:r "$0""#, directory.string]).run()
            return result.exitStatus == 0
        }
    }

    private func run(_ program: String, _ arguments: String...) async throws -> String {
        let result = try await Command(program, arguments).run()
        try #require(result.exitStatus == 0, "\(result.errorText)")
        return result.outputText
    }

    @Test(
        .enabled("there is no setfacl, or the file system has no lists", { try await hasLists() }),
        arguments: [true, false])
    func `A new file has the document's access control list, and none that its directory gives`(
        hasList: Bool
    ) async throws {
        try await withTemporaryDirectory { directory in
            let document = try Fixture.named("table.pdf").copy(into: directory)
            let other = try directory.making("other")
            _ = try await run("chmod", "0640", document.string)
            if hasList { _ = try await run("setfacl", "-m", "u:1:r,g::-", document.string) }
            _ = try await run("setfacl", "-d", "-m", "u:2:rw", other.string)
            let output = other.appending("out.pdf").string
            #expect(try await CapturedProgram.run("save", document.string, "-o", output).exitStatus == 0)
            let (expected, got) = (
                try await run("getfacl", "-cp", document.string), try await run("getfacl", "-cp", output)
            )
            #expect(got == expected)
            // One that is there keeps what the document allows, and no more.
            _ = try await run("setfacl", "-m", "u:3:rw", output)
            #expect(try await CapturedProgram.run("save", document.string, "-o", output, "--force").exitStatus == 0)
            let replaced = try await run("getfacl", "-cp", output)
            #expect(!replaced.contains("user:3:rw") && replaced.contains("other::---"))
        }
    }

    @Test func `An output that is replaced is not open to more than the document`() async throws {
        try await withTemporaryDirectory { directory in
            let document = try Fixture.named("table.pdf").copy(into: directory)
            _ = try await run("chmod", "0600", document.string)
            let output = directory.appending("out.pdf")
            try output.write([1])
            _ = try await run("chmod", "0666", output.string)
            #expect(
                try await CapturedProgram.run("save", document.string, "-o", output.string, "--force").exitStatus == 0)
            #expect(try output.stat().permissions.rawValue & 0o777 == 0o600)
        }
    }

    @Test(
        .enabled("processes may not be traced here", { try await Strace.isPermitted() }),
        arguments: [
            ["annotate", "square", "F", "--rect", "1,1,9,9", "--save"], ["save", "F", "-o", "OUT"],
            ["save", "F", "--rewrite"], ["annotate", "square", "F", "--rect", "1,1,9,9"],
            ["restore", "F", "--revision", "1", "-o", "OUT"],
        ])
    func `No file is ever created with more rights than its user's own`(_ template: [String]) async throws {
        try await withTemporaryDirectory { directory in
            let document = try Fixture.named("table.pdf").copy(into: directory)
            _ = try await run("chmod", "0600", document.string)
            let (log, output) = (directory.appending("log"), directory.appending("out.pdf"))
            let arguments = template.map { $0 == "F" ? document.string : $0 == "OUT" ? output.string : $0 }
            var command = PDFCO.command(
                arguments,
                environment: PDFCO.fixedClock.merging(["PDFCO_DATA_DIR": directory.appending("d").string]) { $1 })
            command.arguments =
                ["-f", "-qq", "-e", "trace=open,openat,creat", "-o", log.string, command.program.string]
                + command.arguments
            command.program = "strace"
            #expect(try await command.run().exitStatus == 0)
            let creating = String(decoding: try log.readBytes(), as: UTF8.self).split(separator: "\n")
                // A lock file holds nothing, and its lock is for everybody to see.
                .filter { $0.contains("O_CREAT") && !$0.contains(".pdfco-lock") }
            #expect(!creating.isEmpty && creating.allSatisfy { $0.contains(", 0600)") }, "\(creating)")
        }
    }
}
