import FoundationEssentials
import SystemPackage
import TestSupport
import Testing

/// `annotate` without `--save` records an unsaved change and leaves the document alone.
struct RecordingTests {
    /// One command for each subtype, with options that are its own.
    static let subtypes = [
        ["text", "FILE", "--rect", "20,60,40,80", "--icon", "Help", "--contents", "a note"],
        ["free-text", "FILE", "--rect", "20,90,180,120", "--contents", "free", "--font-size", "9.5"],
        ["highlight", "FILE", "--quad-points", "20,40,60,40,20,20,60,20", "--author", "Ada"],
        ["underline", "FILE", "--rect", "20,20,60,40"],
        ["squiggly", "FILE", "--rect", "20,20,60,40", "--color", "red"],
        ["strike-out", "FILE", "--rect", "20,20,60,40", "--no-print"],
        ["square", "FILE", "--rect", "20,20,60,40", "--border-width", "0.1234567"],
        ["circle", "FILE", "--rect", "20,20,60,40", "--interior-color", "#123456", "--opacity", "0.3333333"],
        ["line", "FILE", "--line", "20,20,60.0000001,40", "--line-endings", "OpenArrow,Circle"],
        ["ink", "FILE", "--ink-list", "20,20,30,30.3333333,40,20", "--ink-list", "1e1,11,22,33"],
        ["stamp", "FILE", "--rect", "20,20,120,60", "--icon", "Draft"],
    ]

    @Test(arguments: subtypes)
    func `An annotation of every subtype is recorded, shown, and saved as if it had been saved at once`(
        arguments: [String]
    ) async throws {
        try await UnsavedScene.with { scene in
            let before = try FileSnapshot(of: scene.file)
            let command = ["annotate"] + arguments + ["--name", "it", "--creation-date", "2024-02-29T23:59:59+02:00"]
            #expect(try await scene.pass(command).contains("1 edit applied, 1 change pending"))
            #expect(try FileSnapshot(of: scene.file) == before)
            #expect(try await scene.names() == ["it"])
            #expect(try await scene.names("--no-checkpoint") == [])

            let atOnce = try scene.file.copy(into: scene.root)
            var direct = scene.command(command + ["--save"])
            direct.arguments[2] = atOnce.string
            #expect(try await direct.run().exitStatus == 0)
            let result: SaveResult = try await scene.json("save", "FILE")
            #expect(result.saved && result.unsavedChanges == 0)
            #expect(try scene.file.readBytes() == atOnce.readBytes())
            #expect(try scene.file.readBytes().starts(with: before.bytes))
            #expect(try scene.checkpointNames().isEmpty)
            #expect(try scene.documents.list() == before.neighbours)
            #expect(try await QPDF.isClean(scene.file))
        }
    }

    @Test func `Earlier changes are told by log, and by a save that writes them too`() async throws {
        try await UnsavedScene.with { scene in
            let note = ["note", "FILE", "--contents", "x", "--name"]
            _ = try await scene.pass(note + ["first"])
            let log = try await scene.run("log", "FILE")
            #expect(log.errorText.contains(": 1 unsaved change; `pdfco status "), "\(log.errorText)")
            let other = try await scene.command(["save", "FILE", "--", "true"]).run()
            #expect(
                other.exitStatus == 0 && other.errorText.contains(": 1 unsaved change is not in the file; pdfco save "))
            #expect(
                try await scene.pass(note + ["second", "--save"]).contains(
                    "1 edit applied, with 1 earlier change, saved (+")
            )
            #expect(try await scene.pass(note + ["third", "--save"]).contains("1 edit applied, saved (+"))
            #expect(try await scene.run("log", "FILE").errorText.isEmpty)
        }
    }

    @Test func `What is recorded is told by open, list, export and checkpoint`() async throws {
        try await UnsavedScene.with("revisions.pdf") { scene in
            let before = try FileSnapshot(of: scene.file)
            let present = try await scene.names()
            let first: SaveResult = try await scene.json(
                "annotate", "highlight", "FILE", "--page", "1-z", "--rect", "20,20,60,40", "--name", "all")
            let pages = try #require(first.applied)
            #expect(first.unsavedChanges == pages && !first.saved && first.method == nil && first.bytesAppended == 0)
            let again: SaveResult = try await scene.json(
                "annotate", "highlight", "FILE", "--page", "1-z", "--rect", "20,20,60,40", "--name", "all")
            #expect(again.applied == 0 && again.alreadyApplied == pages && again.unsavedChanges == pages)

            let report = try await scene.unsaved()
            #expect(report.unsavedChanges == pages && report.state == ["normal"] && report.warnings.isEmpty)
            #expect(report.annotationCount == present.count + pages)
            let checkpoint = try #require(report.checkpoint)
            #expect(checkpoint.edits == pages)
            #expect(try scene.checkpointNames() == [checkpoint.id + ".checkpoint"])
            #expect(checkpoint.modified.wholeMatch(of: #/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/#) != nil)
            let left: OpenReport = try await scene.json("open", "FILE", "--no-checkpoint")
            #expect(left.unsavedChanges == 0 && left.checkpoint == nil && left.annotationCount == present.count)

            #expect(try await scene.names().filter { $0 == "all" }.count == pages)
            let exported = try await scene.run("annotate", "export", "FILE")
            #expect(exported.outputText.ranges(of: #""name":"all""#).count == pages)
            #expect(
                try await scene.run("annotate", "export", "FILE", "--no-checkpoint").outputText.contains("all") == false
            )
            #expect(try await scene.run("checkpoint", "FILE").outputText.contains("\(pages) unsaved change"))
            let shown = try await scene.run("checkpoint", "show", "FILE")
            #expect(shown.outputText.split(separator: "\n").count == pages)
            #expect(try await scene.run("checkpoint", "list").outputText.contains(scene.file.string))
            #expect(try FileSnapshot(of: scene.file) == before)
        }
    }

    @Test func `Updates, removals and imports are recorded one after the other, and saved together`() async throws {
        try await UnsavedScene.with("foreign-annotations.pdf") { scene in
            let before = try scene.file.readBytes()
            try await scene.addSquare("new", "--contents", "first")
            try await scene.pass(["annotate", "update", "FILE", "new", "--contents", "second", "--no-print"])
            try await scene.pass(["annotate", "update", "FILE", "note-1", "--icon", "Help"])
            try await scene.pass([
                "annotate", "text", "FILE", "--contents", "x", "--rect", "9,9,9,9", "--name", "re", "--reply-to", "new",
            ])
            var imported = scene.command(["annotate", "import", "FILE", "-"])
            imported.input = Array(#"[{"subtype":"Circle","page":1,"rect":[1,1,9,9],"name":"i1"},"#.utf8)
            imported.input += Array(#"{"subtype":"Circle","page":1,"rect":[1,1,9,9],"name":"i2"}]"#.utf8)
            #expect(try await imported.run().exitStatus == 0)
            try await scene.pass(["annotate", "remove", "FILE", "i1"])
            #expect(try scene.file.readBytes() == before)
            let expected = try await scene.run("annotate", "list", "FILE", "--json").output
            let lines = try await scene.run("checkpoint", "show", "FILE").outputText.split(separator: "\n")
            try #require(lines.count == 7)
            #expect(lines[1] == #"update  new on pages 1-z: {"contents":"second","print":false}"#)

            #expect(try await scene.pass(["save", "FILE"]).contains("saved (+"))
            #expect(try await scene.run("annotate", "list", "FILE", "--json").output == expected)
            let annotations = try #require(try await MuPDF.pages(of: scene.file).first).annotations
            #expect(annotations.contains { $0.name == "new" && $0.contents == "second" })
            #expect(!annotations.contains { $0.name == "i1" })
            #expect(try scene.file.readBytes().starts(with: before))
            #expect(try await QPDF.isClean(scene.file))
            #expect(try scene.checkpointNames().isEmpty)
        }
    }

    @Test func `A save at once writes what was unsaved before as well`() async throws {
        try await UnsavedScene.with { scene in
            try await scene.addSquare("one")
            try await scene.addSquare("two", "--save")
            #expect(try await scene.names("--no-checkpoint") == ["one", "two"])
            #expect(try scene.checkpointNames().isEmpty)
            let nothing = try await scene.run("save", "FILE")
            #expect(nothing.exitStatus == 0 && nothing.errorText.contains("nothing to save"))
        }
    }

    @Test(arguments: [["annotate", "circle", "FILE", "--rect", "1,1,9,9", "--name", "out"], ["save", "FILE"]])
    func `A new file has the unsaved changes, and document and checkpoint stay`(command: [String]) async throws {
        try await UnsavedScene.with { scene in
            try await scene.addSquare("kept")
            let before = try FileSnapshot(of: scene.file)
            let log = try scene.log()
            let recorded = try log.readBytes()
            let dry = try await scene.command(command + ["-o", "ROOT/out.pdf", "--dry-run", "--json"]).run()
            #expect(dry.outputText.contains(#""unsavedChanges":1"#), "\(dry.errorText)")
            try await scene.pass(command + ["-o", "ROOT/out.pdf"])
            #expect(
                try await CapturedProgram.annotations(of: scene.root.appending("out.pdf")).map(\.name).contains("kept"))
            #expect(try FileSnapshot(of: scene.file) == before)
            #expect(try log.readBytes() == recorded)
            #expect(try await scene.names() == ["kept"])
        }
    }

    @Test func `A dry run records nothing and says what would be`() async throws {
        try await UnsavedScene.with { scene in
            let command = ["annotate", "square", "FILE", "--rect", "20,20,60,40", "--dry-run"]
            #expect(try await scene.pass(command).contains("1 edit would be applied, 1 change would be pending"))
            #expect(try scene.root.list() == ["documents"])
            try await scene.addSquare("one")
            let result: SaveResult = try await scene.json("annotate", "remove", "FILE", "one", "--dry-run")
            #expect(result.applied == 1 && !result.saved && result.unsavedChanges == 2)
            let saving = try await scene.run("save", "FILE", "--dry-run")
            #expect(saving.errorText.contains("would be saved (+"))
            #expect(try await scene.names() == ["one"])
        }
    }

    @Test(arguments: [["--rewrite"], ["--rewrite", "--linearize"], ["--repair"], ["--method", "append"]])
    func `Every way of saving writes the unsaved changes`(options: [String]) async throws {
        try await UnsavedScene.with("linearized.pdf") { scene in
            try await scene.addSquare("one", "--contents", "ä")
            try await scene.pass(["save", "FILE"] + options)
            #expect(try await scene.names("--no-checkpoint") == ["one"])
            #expect(try scene.checkpointNames().isEmpty)
            #expect(try await QPDF.isClean(scene.file))
        }
    }

    @Test(arguments: ["immediate", "timed:5", "timed:0"])
    func `A change is on the disk when the command ends`(strategy: String) async throws {
        try await UnsavedScene.with { scene in
            try await scene.addSquare("one", "--checkpoint", strategy)
            #expect(try await scene.names() == ["one"])
        }
    }
}
