import SystemPackage
import TestSupport
import Testing

/// A save changes the contents of a file and nothing else about it.
struct AttributeTests {
    @Test(arguments: ["replace", "append", "auto"])
    func `Mode and owner are kept`(method: String) async throws {
        try await withTemporaryDirectory { directory in
            let file = try Fixture.named("table.pdf").copy(into: directory)
            try await make("chmod", "640", file.string)
            // Only root may give files away; others see that their own stay their own.
            _ = try await Command("chown", ["1234:5678", file.string]).run()
            let before = try FileSnapshot(of: file)
            try await save(file, method)
            let after = try FileSnapshot(of: file)
            #expect(after.mode == before.mode)
            #expect(after.owner == before.owner)
            #expect(after.neighbours == before.neighbours)
        }
    }

    @Test(
        .enabled("The temporary directory takes no extended attributes") { try await takesAttributes() },
        arguments: ["replace", "append"])
    func `Extended attributes are kept`(method: String) async throws {
        try await withTemporaryDirectory { directory in
            let file = try Fixture.named("table.pdf").copy(into: directory)
            try await make("setfattr", "-n", "user.origin", "-v", "scanner 4", file.string)
            try await save(file, method)
            let result = try await Command("getfattr", ["--only-values", "-n", "user.origin", file.string]).run()
            #expect(result.outputText == "scanner 4")
        }
    }

    @Test(arguments: ["replace", "append"])
    func `A symbolic link stays a link and its file is saved`(method: String) async throws {
        try await withTemporaryDirectory { directory in
            let file = try Fixture.named("table.pdf").copy(into: directory)
            let link = directory.appending("link.pdf")
            try await make("ln", "-s", "table.pdf", link.string)
            try await save(link, method)
            #expect(try link.stat(followTargetSymlink: false).type == .symbolicLink)
            #expect(try await MuPDF.pages(of: file).first?.annotations.map(\.name) == ["mark"])
        }
    }

    @Test(arguments: ["append", "auto"])
    func `A hard link shows the saved document`(method: String) async throws {
        try await withTemporaryDirectory { directory in
            let file = try Fixture.named("table.pdf").copy(into: directory)
            let link = directory.appending("link.pdf")
            try await make("ln", file.string, link.string)
            let before = try FileSnapshot(of: file)
            try await save(file, method)
            let after = try FileSnapshot(of: link)
            #expect(after.inode == before.inode)
            #expect(after.linkCount == 2)
            #expect(try await MuPDF.pages(of: link).first?.annotations.map(\.name) == ["mark"])
        }
    }

    private func save(_ file: FilePath, _ method: String) async throws {
        let result = try await CapturedProgram.run(PDFCO.highlight(file, "--method", method))
        try #require(result.exitStatus == 0, "\(result.errorText)")
    }

    private static func takesAttributes() async throws -> Bool {
        try await withTemporaryDirectory { directory in
            let file = try Fixture.named("table.pdf").copy(into: directory)
            return try await Command("setfattr", ["-n", "user.a", "-v", "b", file.string]).run().exitStatus == 0
        }
    }
}
