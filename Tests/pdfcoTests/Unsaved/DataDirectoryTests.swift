import FoundationEssentials
import Glibc
import SystemPackage
import TestSupport
import Testing

/// Where unsaved changes are kept, and what happens where that cannot be.
struct DataDirectoryTests {
    private static let square = ["annotate", "square", "FILE", "--rect", "20,20,60,40", "--name", "one"]

    /// Runs with these variables alone, and not with the scene's data directory.
    private func run(
        _ scene: UnsavedScene, _ arguments: [String], _ environment: [String: String]
    ) async throws -> CommandResult {
        var command = scene.command(arguments)
        command.environment = PDFCO.fixedClock.merging(
            environment.mapValues { $0.replacing("ROOT", with: scene.root.string) }
        ) { $1 }
        command.directory = scene.root
        if environment["HOME"] == nil {
            (command.program, command.arguments) = ("env", ["-u", "HOME", command.program.string] + command.arguments)
        }
        return try await command.run()
    }

    @Test(
        arguments: [
            ([:], []), (["HOME": ""], []), (["HOME": "", "XDG_DATA_HOME": "", "PDFCO_DATA_DIR": ""], []),
        ] as [([String: String], [String])])
    func `Without a home, all works that records nothing`(environment: [String: String], options: [String]) async throws
    {
        try await UnsavedScene.with { scene in
            let before = try FileSnapshot(of: scene.file)
            let refused = try await run(scene, Self.square, environment)
            expectRefusal(refused, 73, hint: "--data-dir")
            #expect(try FileSnapshot(of: scene.file) == before)
            for command in [["open", "FILE"], ["annotate", "list", "FILE"], ["annotate", "export", "FILE"]] {
                #expect(try await run(scene, command, environment).exitStatus == 0)
            }
            #expect(try await run(scene, Self.square + ["--dry-run"], environment).exitStatus == 0)
            #expect(try await run(scene, Self.square + ["-o", "ROOT/out.pdf"], environment).exitStatus == 0)
            #expect(try await run(scene, Self.square + ["--save"], environment).exitStatus == 0)
            #expect(try await run(scene, ["save", "FILE"], environment).exitStatus == 0)
            for command in [["annotate", "undo", "FILE"], ["annotate", "redo", "FILE"]] {
                expectRefusal(try await run(scene, command, environment), 1)
            }
            expectRefusal(try await run(scene, ["checkpoint", "list"], environment), 66, hint: "--data-dir")
            #expect(try scene.root.list() == ["documents", "out.pdf"])
        }
    }

    @Test(
        arguments: [
            (["HOME": "ROOT/home"], [], "home/.local/share/pdfco"),
            (["HOME": "ROOT/home", "XDG_DATA_HOME": "ROOT/xdg"], [], "xdg/pdfco"),
            (["XDG_DATA_HOME": "ROOT/xdg", "PDFCO_DATA_DIR": "ROOT/own"], [], "own"),
            (["XDG_DATA_HOME": "ROOT/xdg", "PDFCO_DATA_DIR": "ROOT/own"], ["--data-dir", "ROOT/a/b/c"], "a/b/c"),
            (["HOME": "ROOT/home"], ["--data-dir", "relative/to/here"], "relative/to/here"),
            (["PDFCO_DATA_DIR": "from/here"], [], "from/here"),
        ] as [([String: String], [String], String)])
    func `The directory is that of the option, of the program's variable, of the desktop's, or of the home`(
        environment: [String: String], options: [String], directory: String
    ) async throws {
        try await UnsavedScene.with { scene in
            let result = try await run(scene, Self.square + options, environment)
            #expect(result.exitStatus == 0, "\(result.errorText)")
            let data = scene.root.pushing(FilePath(directory))
            let checkpoints = data.appending("checkpoints")
            let names = try checkpoints.list()
            #expect(names.map { FilePath($0).extension } == ["base", "checkpoint"])
            #expect(try checkpoints.stat().permissions.rawValue & 0o777 == 0o700)
            for name in names {
                #expect(try checkpoints.appending(name).stat().permissions.rawValue & 0o777 == 0o600)
            }
            #expect(try scene.root.list().count == 2)
            #expect(try await run(scene, ["save", "FILE"] + options, environment).errorText.contains("saved (+"))
            #expect(try checkpoints.list().isEmpty)
        }
    }

    /// That of another user, as a service account may have it.
    @Test(.enabled("Other users cannot run the program here") { try await canRunAsNobody() })
    func `In a home that the user may not enter, all works that records nothing`() async throws {
        try await UnsavedScene.with { scene in
            let home = try scene.root.making("home")
            try await make("chmod", "700", home.string)
            try await make("chown", "-R", "65534:65534", scene.documents.string)
            func run(_ arguments: [String]) async throws -> CommandResult {
                var command = scene.command(arguments)
                command.environment = PDFCO.fixedClock.merging(["HOME": home.string]) { $1 }
                return try await asNobody(command).run()
            }
            let new = scene.documents.appending("new.pdf").string
            let edits = scene.documents.appending("edits")
            try edits.write(#"[{"add":{"subtype":"Square","page":1,"rect":[9,9,29,29]}}]"#.utf8)
            let jobs = scene.documents.appending("jobs")
            try jobs.write("\(scene.file)\n\(scene.file)\n".utf8)
            for command in [
                ["open", "FILE"], ["annotate", "list", "FILE", "FILE"], Self.square + ["-o", new],
                Self.square + ["--save"],
                ["annotate", "batch", jobs.string, "--edits", edits.string], ["save", "FILE"],
            ] {
                let result = try await run(command)
                #expect(result.exitStatus == 0, "\(command): \(result.errorText)")
                let warnings = result.errorLines.filter { $0.hasPrefix("pdfco: warning: ") }
                #expect(warnings.count == 1 && result.errorText.contains("permission denied"), "\(result.errorText)")
            }
            let before = try FileSnapshot(of: scene.file)
            let refused = try await run(["annotate", "circle", "FILE", "--rect", "20,20,60,40"])
            #expect(refused.exitStatus == 73)
            #expect(
                refused.errorText.hasSuffix(
                    "hint: name one with --data-dir or PDFCO_DATA_DIR, or add --save or -o OUT\n"))
            #expect(try FileSnapshot(of: scene.file) == before)
        }
    }

    @Test func `A chosen identifier names the checkpoint`() async throws {
        try await UnsavedScene.with { scene in
            try await scene.addSquare("one", "--uid", "mine-1")
            #expect(try scene.checkpointNames() == ["mine-1.checkpoint"])
            #expect(try await scene.names() == [])
            #expect(try await scene.names("--uid", "mine-1") == ["one"])
            #expect(try await scene.run("checkpoint", "FILE", "--uid", "mine-1").outputText.hasPrefix("mine-1  "))
            #expect(try await scene.pass(["save", "FILE"]).contains("nothing to save"))
            let other = try Fixture.named("stream.pdf").copy(into: scene.documents).string
            for command in [
                ["open"], ["save"], ["annotate", "square", "--rect", "20,20,60,40"], ["annotate", "undo"],
            ] {
                expectRefusal(try await scene.command(command + [other, "--uid", "mine-1"]).run(), 64)
            }
            #expect(try await scene.pass(["save", "FILE", "--uid", "mine-1"]).contains("saved (+"))
        }
    }

    @Test(.enabled("Other users cannot run the program here") { try await canRunAsNobody() })
    func `A data directory that cannot be written is named with a way out`() async throws {
        try await UnsavedScene.with { scene in
            try await make("mkdir", scene.data.string)
            try await make("chmod", "555", scene.data.string)
            try await make("chown", "-R", "65534:65534", scene.root.string)
            let before = try FileSnapshot(of: scene.file)
            for isMade in [false, true] {
                if isMade {
                    try await make("mkdir", scene.checkpoints.string)
                    try await make("chown", "65534:65534", scene.checkpoints.string)
                    try await make("chmod", "500", scene.checkpoints.string)
                }
                var command = scene.command(Self.square)
                command.arguments =
                    ["--reuid=65534", "--regid=65534", "--clear-groups", command.program.string] + command.arguments
                command.program = "setpriv"
                expectRefusal(try await command.run(), 73, hint: "--data-dir")
                #expect(try FileSnapshot(of: scene.file) == before)
                command.arguments += ["--save", "--dry-run"]
                #expect(try await command.run().exitStatus == 0)
            }
        }
    }

    /// What only root can give away.
    private static let ofOthers = [
        ("chown 65534 \"$1\"", 77, "belongs to another user"), ("chown 65534 \"$2\"", 77, "belongs to another user"),
    ]

    /// What stands in the checkpoint's place, as a shell makes it of the checkpoint `$1` in the directory `$2`.
    @Test(
        arguments: [
            ("chmod 644 \"$1\"", 77, "open to others"), ("chmod 755 \"$2\"", 77, "open to others"),
            ("mv \"$1\" \"$2/x\"; ln -s x \"$1\"", 77, "symbolic link"),
            ("mv \"$2\" \"$2.x\"; ln -s \"$2.x\" \"$2\"", 77, "symbolic link"),
            ("rm \"$1\"; mkdir \"$1\"", 77, "wrong file type"),
            ("rm \"$1\"; mkfifo -m 600 \"$1\"", 77, "wrong file type"),
            ("sed -i '1s/1$/2/' \"$1\"", 65, "format version 2"), ("echo hello >\"$1\"", 65, "not a pdfco checkpoint"),
            ("sed -i 2s/documents/Documents/ \"$1\"", 65, "damaged"),
        ] as [(String, Int, String)] + (geteuid() == 0 ? ofOthers : []))
    func `What cannot be trusted is not read, and the document is left alone`(
        script: String, status: Int, reason: String
    ) async throws {
        try await UnsavedScene.with { scene in
            try await scene.addSquare("one")
            let log = try scene.log()
            try await make("sh", "-c", script, "sh", log.string, scene.checkpoints.string)
            let before = try FileSnapshot(of: scene.file)
            let commands = [
                Self.square, Self.square + ["--save"], ["open", "FILE"], ["annotate", "list", "FILE"],
                ["annotate", "undo", "FILE"],
                ["save", "FILE"], ["save", "FILE", "-o", "ROOT/out.pdf"], ["checkpoint", "FILE"],
                ["checkpoint", "show", "FILE"],
            ]
            for command in commands {
                let result = try await scene.command(command).run()
                expectRefusal(result, status)
                #expect(result.errorText.contains(reason), "\(command): \(result.errorText)")
            }
            #expect(try await scene.run("open", "FILE", "--no-checkpoint").exitStatus == 0)
            #expect(try FileSnapshot(of: scene.file) == before)
        }
    }
}
