import SystemPackage
import TestSupport
import Testing

/// Commands that cannot mean anything end with 64 before anything is read or written.
struct UsageTests {
    @Test(
        arguments: [
            ["frobnicate"],
            ["open"],
            ["open", "FILE", "--frobnicate"],
            ["annotate", "highlight", "FILE", "--rect", "20,20,60,40", "--checkpoint", "manual"],
            ["annotate", "highlight", "FILE", "--rect", "20,20,60,40", "--checkpoint", "sometimes"],
            ["annotate", "highlight", "FILE", "--rect", "20,20,60,40", "--checkpoint", "timed:"],
            ["annotate", "highlight", "FILE", "--rect", "20,20,60,40", "--checkpoint", "timed:-1"],
            ["annotate", "highlight", "FILE", "--rect", "20,20,60,40", "--checkpoint", "timed:soon", "--save"],
            ["annotate", "highlight", "FILE", "--rect", "20,20,60,40", "--method", "append"],
            ["annotate", "highlight", "FILE", "--rect", "20,20,60,40", "--repair"],
            ["annotate", "highlight", "FILE", "--rect", "20,20,60,40", "--on-conflict", "fail"],
            ["annotate", "highlight", "FILE", "--rect", "20,20,60,40", "--uid", "../x"],
            ["annotate", "undo", "FILE", "--count", "0"],
            ["annotate", "redo", "FILE", "--count", "-1"],
            ["checkpoint", "FILE", "--uid", ""],
            ["annotate", "highlight", "FILE", "--save"],
            ["annotate", "highlight", "FILE", "--rect", "20,20,60", "--save"],
            ["annotate", "highlight", "FILE", "--rect", "20,20,20,40", "--save"],
            ["annotate", "highlight", "FILE", "--rect", "20,20,nan,40", "--save"],
            ["annotate", "highlight", "FILE", "--rect", "20,20,60,40", "--page", "3", "--save"],
            ["annotate", "highlight", "FILE", "--rect", "20,20,60,40", "--page", "0", "--save"],
            ["annotate", "highlight", "FILE", "--rect", "20,20,60,40", "--color", "blurple", "--save"],
            ["annotate", "highlight", "FILE", "--rect", "20,20,60,40", "--opacity", "2", "--save"],
            ["annotate", "highlight", "FILE", "--rect", "20,20,60,40", "--save", "-o", "FILE.out"],
            ["annotate", "highlight", "FILE", "--quad-points", "1,2,3,4,5,6,7", "--save"],
            ["annotate", "ink", "FILE", "--ink-list", "1,2,3", "--save"],
            ["save", "FILE", "--linearize"],
            ["save", "FILE", "--all"],
            ["restore", "FILE", "--all"],
            ["restore", "--discard"],
            ["annotate", "polygon", "FILE", "--vertices", "1,2,3,4", "--save"],
            ["annotate", "highlight", "FILE", "--rect", "20,20,60,40", "--quad-points", "1,2,3,4,5,6,7,8"],
            ["annotate", "highlight", "FILE", "--save"],
            ["annotate", "free-text", "FILE", "--rect", "20,20,60,40", "--save"],
            ["annotate", "square", "FILE", "--rect", "20,20,60,40", "--cloud-intensity", "3", "--save"],
            ["annotate", "link", "FILE", "--rect", "20,20,60,40", "--save"],
            ["annotate", "link", "FILE", "--rect", "20,20,60,40", "--uri", "x", "--to-page", "1", "--save"],
            ["annotate", "link", "FILE", "--rect", "20,20,60,40", "--to-page", "3", "--save"],
            ["annotate", "link", "FILE", "--rect", "20,20,60,40", "--to-page", "0", "--save"],
            ["annotate", "file-attachment", "FILE", "--rect", "20,20,60,40", "--save"],
            [
                "annotate", "file-attachment", "FILE", "--rect", "20,20,60,40", "--file", "FILE", "--mime-type", "x",
                "--save",
            ],
            [
                "annotate", "free-text", "FILE", "--rect", "20,20,60,40", "--contents", "x", "--callout-ending",
                "Circle", "--save",
            ],
            ["annotate", "free-text", "FILE", "--rect", "20,20,60,40", "--contents", "x", "--popup", "open", "--save"],
            ["annotate", "highlight", "FILE", "--rect", "20,20,60,40", "--popup", "ajar", "--save"],
            ["annotate", "replace-text", "FILE", "--rect", "20,20,60,40", "--save"],
            ["annotate", "replace-text", "FILE", "--contents", "x", "--save"],
            ["annotate", "import", "FILE", "FILE", "--format", "docx"],
            ["annotate", "import", "FILE", "FILE", "--on-duplicate", "rename"],
            ["annotate", "export", "FILE", "--format", "docx"],
            ["annotate", "sound", "FILE", "--rect", "20,20,60,40", "--save"],
        ])
    func `A command that makes no sense ends with 64`(arguments: [String]) async throws {
        try await withTemporaryDirectory { directory in
            let file = try Fixture.named("table.pdf").copy(into: directory)
            let before = try FileSnapshot(of: file)
            let result = try await CapturedProgram.run(arguments.map { $0.replacing("FILE", with: file.string) })
            expectRefusal(result, 64)
            #expect(try FileSnapshot(of: file) == before)
        }
    }

    @Test func `Without arguments the help is printed`() async throws {
        let result = try await CapturedProgram.run()
        #expect(result.exitStatus == 0)
        #expect(result.outputText.contains("annotate"))
        #expect(result.errors.isEmpty)
    }
}
