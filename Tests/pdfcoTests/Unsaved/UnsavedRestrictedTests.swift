import FoundationEssentials
import SystemPackage
import TestSupport
import Testing

/// Unsaved changes of documents that are encrypted or certified.
struct UnsavedRestrictedTests {
    private static let secrets = [
        "Geheimnis-Inhalt", "Geheimnis-Autorin", "Geheimnis-Thema", "Geheimnis-Name", "Geheimnis-neu",
    ]
    private static let annotate = [
        "annotate", "text", "FILE", "--rect", "20,20,40,40", "--contents", secrets[0], "--author", secrets[1],
        "--subject",
        secrets[2], "--name", secrets[3],
    ]

    @Test(arguments: EncryptionScheme.all)
    func `Nothing of an unsaved change is readable without the password`(scheme: EncryptionScheme) async throws {
        try await UnsavedScene.with { scene in
            var scene = scene
            try await scheme.encrypt(Fixture.named("metadata.pdf"), to: scene.file)
            let before = try FileSnapshot(of: scene.file)
            expectRefusal(try await scene.command(Self.annotate).run(), 77)
            #expect(try scene.checkpointNames().isEmpty)

            scene.environment["PDFCO_PASSWORD"] = "user"
            try await expectNoSecret(in: scene, Self.annotate)
            try await expectNoSecret(
                in: scene, ["annotate", "update", "FILE", Self.secrets[3], "--contents", Self.secrets[4]])
            try await expectNoSecret(in: scene, ["annotate", "undo", "FILE"])
            try await expectNoSecret(in: scene, ["annotate", "redo", "FILE"])
            #expect(try FileSnapshot(of: scene.file) == before)
            let log = try scene.log()
            let bytes = String(decoding: try log.readBytes(), as: UTF8.self)
            for secret in Self.secrets { #expect(!bytes.contains(secret)) }

            scene.environment["PDFCO_PASSWORD"] = nil
            for command in [
                ["open", "FILE"], ["annotate", "list", "FILE"], ["checkpoint", "show", "FILE"], ["save", "FILE"],
            ] {
                let result = try await scene.command(command).run()
                expectRefusal(result, 77)
            }
            let report = try await scene.run("checkpoint", "FILE")
            #expect(report.exitStatus == 0 && report.outputText.contains("2 unsaved changes"))

            scene.environment["PDFCO_PASSWORD"] = "owner"
            #expect(try await scene.names() == [Self.secrets[3]])
            #expect(try await scene.run("checkpoint", "show", "FILE").outputText.contains(Self.secrets[4]))
            try await expectNoSecret(in: scene, ["save", "FILE"])
            #expect(try scene.checkpointNames().isEmpty)
            #expect(try scene.file.readBytes().starts(with: before.bytes))
            let saved = try #require(try await MuPDF.pages(of: scene.file, password: "user").first).annotations
            #expect(saved.filter { $0.name == Self.secrets[3] }.map(\.contents) == [Self.secrets[4]])
        }
    }

    /// Runs a command under strace: no byte that it writes to a file, and no name of a file, tells a secret.
    private func expectNoSecret(
        in scene: UnsavedScene, _ arguments: [String], sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let trace = scene.root.appending("trace")
        var command = scene.command(arguments + ["--quiet"])
        command.arguments =
            ["-f", "-qq", "-s", "1000000", "-o", trace.string]
            + [
                "-e",
                "trace=write,pwrite64,writev,pwritev,sendto,sendmsg,open,openat,rename,renameat2,link,linkat,mkdir,setxattr",
            ]
            + [command.program.string] + command.arguments
        command.program = "strace"
        let result = try await command.run()
        try #require(result.exitStatus == 0, "\(result.errorText)", sourceLocation: sourceLocation)
        let calls = String(decoding: try trace.readBytes(), as: UTF8.self)
        try #require(calls.contains("write"), sourceLocation: sourceLocation)
        for secret in Self.secrets { #expect(!calls.contains(secret), sourceLocation: sourceLocation) }
    }

    @Test func `The changes of one document cannot be read with the key of another`() async throws {
        try await UnsavedScene.with { scene in
            var scene = scene
            scene.environment["PDFCO_PASSWORD"] = "user"
            try await EncryptionScheme.r6.encrypt(Fixture.named("table.pdf"), to: scene.file)
            try await scene.pass(Self.annotate)
            let log = try scene.log().readBytes()
            // The same password, and another key, since that is random.
            try await EncryptionScheme.r6.encrypt(Fixture.named("table.pdf"), to: scene.file)
            try await expectRefused(scene)
            try scene.file.write(Fixture.named("table.pdf").readBytes())
            try await expectRefused(scene)
            #expect(try scene.log().readBytes() == log)
        }
    }

    private func expectRefused(_ scene: UnsavedScene) async throws {
        let before = try FileSnapshot(of: scene.file)
        for command in [
            Self.annotate, Self.annotate + ["--save"], ["save", "FILE"], ["annotate", "list", "FILE"],
            ["checkpoint", "show", "FILE"],
        ] {
            expectRefusal(try await scene.command(command).run(), 10)
        }
        let opened = try await scene.command(["open", "FILE"]).run()
        #expect(opened.exitStatus == 0)
        #expect(opened.outputText.contains("the unsaved changes are not shown"))
        #expect(try FileSnapshot(of: scene.file) == before)
    }

    @Test func `Whoever may not annotate records nothing, and sees what the owner has recorded`() async throws {
        try await UnsavedScene.with { scene in
            var scene = scene
            try await EncryptionScheme.r6.encrypt(
                Fixture.named("table.pdf"), to: scene.file, permissions: ["--annotate=n", "--modify-other=n"])
            let before = try FileSnapshot(of: scene.file)
            scene.environment["PDFCO_PASSWORD"] = "user"
            for options in [[], ["--ignore-signatures"], ["--dry-run"]] {
                expectRefusal(try await scene.command(Self.annotate + options).run(), 77, hint: "owner password")
            }
            #expect(try scene.checkpointNames().isEmpty)
            scene.environment["PDFCO_PASSWORD"] = "owner"
            try await scene.pass(Self.annotate)
            scene.environment["PDFCO_PASSWORD"] = "user"
            #expect(try await scene.names() == [Self.secrets[3]])
            #expect(try await scene.unsaved().unsavedChanges == 1)
            for command in [["save", "FILE"], ["annotate", "remove", "FILE", Self.secrets[3]]] {
                expectRefusal(try await scene.command(command).run(), 77)
            }
            #expect(try FileSnapshot(of: scene.file) == before)
        }
    }

    @Test func `What was recorded against a signature is saved without it, and what was not is refused`() async throws {
        try await UnsavedScene.with("certified.pdf") { scene in
            let before = try FileSnapshot(of: scene.file)
            let square = ["annotate", "square", "FILE", "--rect", "20,20,60,40", "--name", "one"]
            expectRefusal(try await scene.command(square).run(), 65, hint: "--ignore-signatures")
            #expect(try scene.checkpointNames().isEmpty)
            try await scene.pass(square + ["--ignore-signatures"])
            let update = ["annotate", "update", "FILE", "one", "--contents", "x"]
            expectRefusal(try await scene.command(update).run(), 65, hint: "--ignore-signatures")
            expectRefusal(try await scene.command(update + ["--save"]).run(), 65, hint: "--ignore-signatures")
            expectRefusal(
                try await scene.command(["annotate", "remove", "FILE", "one"]).run(), 65, hint: "--ignore-signatures")
            #expect(try await scene.names() == ["one"])
            #expect(try FileSnapshot(of: scene.file) == before)
            try await scene.pass(update + ["--ignore-signatures"])
            try await scene.pass(["save", "FILE"])
            #expect(
                try await CapturedProgram.annotations(of: scene.file).filter { $0.name == "one" }.map(\.contents) == [
                    "x"
                ])
            #expect(try scene.file.readBytes().starts(with: before.bytes))
        }
    }
}
