import FoundationEssentials
import SystemPackage
import TestSupport
import Testing

/// A disk without room for one change more takes nothing of those that are there.
struct FullDiskTests {
    /// Leaves so many bytes free on the disk.
    private func fill(_ disk: FilePath, leaving bytes: Int) async throws {
        let free = try await Command("sh", ["-c", "df -B1 --output=avail \"$1\" | tail -1", "sh", disk.string]).run()
        let available = try #require(Int(free.outputText.filter(\.isNumber)))
        try disk.appending("filler").write([UInt8](repeating: 0x61, count: available - bytes))
    }

    @Test(.enabled("Mounting a small disk is not permitted here") { try await MountedDisk.small.isPermitted() })
    func `Where the data directory has no room, the changes before are all there`() async throws {
        try await MountedDisk.small.use { disk in
            try await UnsavedScene.with { scene in
                var scene = scene
                scene.environment["PDFCO_DATA_DIR"] = disk.appending("data").string
                let before = try FileSnapshot(of: scene.file)
                for name in ["one", "two"] { try await scene.addSquare(name) }
                try await fill(disk, leaving: 8192)
                let long = ["--contents", String(repeating: "long ", count: 20_000)]
                let big = ["annotate", "square", "FILE", "--rect", "20,20,60,40", "--name", "big"] + long
                for _ in 0..<2 { expectRefusal(try await scene.command(big).run(), 74) }
                #expect(try await scene.names() == ["one", "two"])
                // What is small enough has room.
                try await scene.addSquare("three")
                #expect(try FileSnapshot(of: scene.file) == before)
                try await scene.pass(["save", "FILE"])
                #expect(try await scene.names("--no-checkpoint") == ["one", "two", "three"])
            }
        }
    }

    @Test(.enabled("Mounting a small disk is not permitted here") { try await MountedDisk.small.isPermitted() })
    func `Where there is no room for a first change, nothing is left of it`() async throws {
        try await MountedDisk.small.use { disk in
            try await UnsavedScene.with { scene in
                var scene = scene
                scene.environment["PDFCO_DATA_DIR"] = disk.appending("data").string
                try await fill(disk, leaving: 0)
                let square = ["annotate", "square", "FILE", "--rect", "20,20,60,40", "--name", "one"]
                expectRefusal(try await scene.command(square).run(), 73, 74)
                #expect(try await scene.unsaved().checkpoint == nil)
                try await scene.pass(square + ["--save"])
            }
        }
    }

    @Test(
        .enabled("Mounting a small disk is not permitted here") { try await MountedDisk.small.isPermitted() },
        arguments: ["replace", "append"])
    func `Where the document has no room, its unsaved changes stay`(method: String) async throws {
        try await MountedDisk.small.use { disk in
            try await UnsavedScene.with { original in
                let file = try original.file.copy(into: disk.making("documents"))
                let scene = UnsavedScene(root: original.root, file: file)
                for name in ["one", "two"] { try await scene.addSquare(name) }
                try await scene.pass(
                    ["annotate", "text", "FILE", "--rect", "9,9,9,9", "--name", "big", "--contents"]
                        + [String(repeating: "long ", count: 20_000)])
                try await fill(disk, leaving: 8192)
                let before = try FileSnapshot(of: file)
                let result = try await scene.run("save", "FILE", "--method", method)
                expectRefusal(result, 74)
                #expect(try FileSnapshot(of: file) == before)
                #expect(try await scene.names() == ["one", "two", "big"])
                try FileManager.default.removeItem(atPath: disk.appending("filler").string)
                try await scene.pass(["save", "FILE", "--method", method])
                #expect(try await scene.names("--no-checkpoint") == ["one", "two", "big"])
                #expect(try scene.checkpointNames().isEmpty)
            }
        }
    }

    @Test(.enabled("Mounting a small disk is not permitted here") { try await MountedDisk.small.isPermitted() })
    func `The hint recommends appending only where the change alone has room`() async throws {
        try await MountedDisk.small.use { disk in
            let file = try Fixture.named("table.pdf").copy(into: disk)
            // A file that is longer than what stays free.
            let long = ["--contents", String(repeating: "x", count: 20_000), "--name", "long"]
            #expect(try await PDFCO.run(PDFCO.highlight(file) + long).exitStatus == 0)
            try await fill(disk, leaving: 8192)
            let small = PDFCO.highlight(file, "--method", "replace")
            expectRefusal(try await PDFCO.run(small), 74, hint: "free some space, or use --method append")
            let big = ["--contents", String(repeating: "x", count: 10_000)]
            for method in ["replace", "append", "auto"] {
                let result = try await PDFCO.run(PDFCO.highlight(file, "--method", method) + big)
                expectRefusal(result, 74)
                #expect(!result.errorText.contains("--method append"), "\(method)")
            }
            #expect(try await PDFCO.run(PDFCO.highlight(file, "--method", "append")).exitStatus == 0)
        }
    }
}
