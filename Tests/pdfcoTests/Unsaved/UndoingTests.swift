import FoundationEssentials
import SystemPackage
import TestSupport
import Testing

/// `annotate undo` and `redo`.
struct UndoingTests {
    private struct Step: Decodable {
        var changes: Int
        var unsavedChanges: Int
    }

    @Test func `Changes are taken back and made again, one command at a time`() async throws {
        try await UnsavedScene.with { scene in
            expectRefusal(try await scene.run("annotate", "undo", "FILE"), 1)
            expectRefusal(try await scene.run("annotate", "redo", "FILE"), 1)
            for name in ["one", "two", "three"] { try await scene.addSquare(name) }
            #expect(
                try await scene.pass(["annotate", "undo", "FILE"]).contains(
                    "undone: Square 'three' on page 1 added; 2 changes pending"))
            #expect(try await scene.names() == ["one", "two"])
            let more: Step = try await scene.json("annotate", "undo", "FILE", "--count", "5")
            #expect(more.changes == 2 && more.unsavedChanges == 0)
            #expect(try await scene.names() == [])
            expectRefusal(try await scene.run("annotate", "undo", "FILE"), 1)
            let redone: Step = try await scene.json("annotate", "redo", "FILE", "--count", "2")
            #expect(redone.changes == 2 && redone.unsavedChanges == 2)
            #expect(try await scene.names() == ["one", "two"])

            try await scene.addSquare("four")
            expectRefusal(try await scene.run("annotate", "redo", "FILE"), 1)
            #expect(try await scene.names() == ["one", "two", "four"])
            try await scene.pass(["annotate", "undo", "FILE"])
            try await scene.addSquare("two")
            #expect(try await scene.names() == ["one", "two"])
            try await scene.pass(["save", "FILE"])
            #expect(try await scene.names("--no-checkpoint") == ["one", "two"])
            // What was saved is taken back, and that is saved.
            let saved: Step = try await scene.json("annotate", "undo", "FILE")
            #expect(saved.changes == 1 && saved.unsavedChanges == 1)
            try await scene.pass(["save", "FILE"])
            #expect(try await scene.names("--no-checkpoint") == ["one"])
            #expect(try await scene.pass(["annotate", "redo", "FILE"]).contains("redone: Square 'two'"))
            try await scene.pass(["annotate", "undo", "FILE", "--count", "9"])
            #expect(try await scene.names() == [])
        }
    }

    @Test func `An import is one step`() async throws {
        try await UnsavedScene.with { scene in
            let list = (1...40).map { #"{"subtype":"Circle","page":1,"rect":[1,1,9,9],"name":"i\#($0)"}"# }
            var command = scene.command(["annotate", "import", "FILE", "-"])
            command.input = Array(list.joined(separator: "\n").utf8)
            let imported = try await command.run()
            #expect(imported.errorText.contains("40 edits applied, 40 changes pending"))
            #expect(
                try await scene.pass(["annotate", "undo", "FILE"]).contains(
                    "undone: Circle 'i40' on page 1 added, "))
            #expect(try await scene.names() == [])
            #expect(try await scene.pass(["annotate", "redo", "FILE"]).contains("40 changes pending"))
            #expect(try await scene.names().count == 40)
        }
    }

    @Test func `Where everything was taken back there is nothing to save, and the checkpoint goes`() async throws {
        try await UnsavedScene.with { scene in
            let before = try FileSnapshot(of: scene.file)
            try await scene.addSquare("one")
            try await scene.pass(["annotate", "undo", "FILE"])
            let report = try await scene.unsaved()
            #expect(report.unsavedChanges == 0 && report.checkpoint == nil)
            #expect(try await scene.pass(["save", "FILE"]).contains("nothing to save"))
            #expect(try FileSnapshot(of: scene.file) == before)
            #expect(try scene.checkpointNames().isEmpty)
        }
    }

    /// Each change was once undone in an access of its own, on the document and all changes of its save read anew.
    @Test(.enabled("Processes may not be traced here") { try await Strace.isPermitted() })
    func `Many saved changes are undone in one access, and made again in one`() async throws {
        try await UnsavedScene.with { scene in
            var scene = scene
            // A session presents its document.
            scene.environment["PDFCO_RUNTIME_DIR"] = scene.root.appending("runtime").string
            let lines = (0..<24).map { "annotate square --rect 10,10,90,90 --name n\($0)" } + ["save"]
            try scene.root.appending("script").write(lines.joined(separator: "\n").utf8)
            try await scene.pass(["open", "FILE", "--script", "ROOT/script"])
            func opened(_ arguments: String...) async throws -> Int {
                var traced = scene.command(arguments)
                traced.program = "strace"
                traced.arguments =
                    ["-f", "-qq", "-e", "trace=openat", scene.command([]).program.string] + traced.arguments
                let result = try await traced.run()
                try #require(result.exitStatus == 0, "\(result.errorText)")
                return result.errorLines.count { $0.contains("openat(") && $0.contains("table.pdf") }
            }
            let (one, many) = (
                try await opened("undo", "FILE"), try await opened("undo", "FILE", "--count", "20")
            )
            #expect(one > 0 && one == many)
            #expect(try await scene.names() == ["n0", "n1", "n2"])
            try await scene.pass(["save", "FILE"])
            #expect(try await opened("redo", "FILE", "--count", "20") == opened("redo", "FILE"))
            #expect(try await scene.names().count == 24)
        }
    }

    @Test func `Changes that come to nothing leave nothing unsaved`() async throws {
        try await UnsavedScene.with { scene in
            try await scene.addSquare("one")
            try await scene.pass(["annotate", "remove", "FILE", "one"])
            let result: SaveResult = try await scene.json("save", "FILE")
            #expect(result.unsavedChanges == 0)
            #expect(try await scene.names("--no-checkpoint") == [])
            #expect(try scene.checkpointNames().isEmpty)
        }
    }
}
