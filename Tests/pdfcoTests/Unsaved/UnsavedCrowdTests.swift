import FoundationEssentials
import SystemPackage
import TestSupport
import Testing

/// Many processes record changes of one document at once: each change counts, and once.
struct UnsavedCrowdTests {
    /// The full size, 16 processes and 100 edits each, takes minutes; `make crowd` asks for it.
    private static let edits =
        ProcessInfo.processInfo.environment["PDFCO_CROWD_EDITS"].flatMap { Int($0) } ?? 4

    /// Sixteen shells at once, each of which runs `body` for its numbers; prints nothing unless a command fails.
    private func crowd(_ scene: UnsavedScene, _ body: String) async throws -> CommandResult {
        let script = """
            for process in $(seq 16); do
                { for number in $(seq \(Self.edits)); do name=p$process-$number; \(body); done; } &
            done
            wait
            """
        var command = Command("bash", ["-c", script])
        command.environment = scene.command([]).environment
        command.environment["PDFCO"] = PDFCO.program.string
        command.environment["FILE"] = scene.file.string
        return try await command.run()
    }

    private static let record = #"""
        "$PDFCO" annotate square "$FILE" --rect 20,20,60,40 --name $name --quiet --timeout 600 || echo $?
        """#

    private static var expected: [String] {
        (1...16).flatMap { process in (1...edits).map { "p\(process)-\($0)" } }.sorted()
    }

    @Test func `Sixteen processes record changes at once, and one save writes them all`() async throws {
        try await UnsavedScene.with { scene in
            let before = try FileSnapshot(of: scene.file)
            let result = try await crowd(scene, Self.record)
            #expect(result.output.isEmpty && result.errors.isEmpty, "\(result.outputText)\(result.errorText)")
            #expect(try FileSnapshot(of: scene.file) == before)
            #expect(try await scene.unsaved().unsavedChanges == Self.expected.count)
            try await scene.pass(["save", "FILE"])
            #expect(try await scene.names("--no-checkpoint").sorted() == Self.expected)
            #expect(try await QPDF.isClean(scene.file))
            #expect(try scene.checkpointNames().isEmpty)
        }
    }

    /// Without coordination a save may find that another was faster (10): it writes nothing, and the changes stay.
    @Test(arguments: [("", 0), ("--no-coordination", 10)])
    func `While some record and others save, no change is lost and none appears twice`(
        option: String, allowed: Int
    ) async throws {
        try await UnsavedScene.with { scene in
            let save = #"""
                ; [ $((process % 4)) = 0 ] && {
                    "$PDFCO" save "$FILE" --quiet --timeout 600 2>>"$FILE.errors" || [ $? = ALLOWED ] || cat "$FILE.errors"
                }
                """#.replacing("ALLOWED", with: "\(allowed)").replacing(
                    "$FILE.errors", with: scene.root.appending("errors").string)
            let result = try await crowd(scene, (Self.record + save).replacing("--quiet", with: "--quiet \(option)"))
            #expect(result.output.isEmpty && result.errors.isEmpty, "\(result.outputText)\(result.errorText)")
            #expect(try await scene.names().sorted() == Self.expected)
            try await scene.pass(["save", "FILE"])
            #expect(try await scene.names("--no-checkpoint").sorted() == Self.expected)
            #expect(try await QPDF.isClean(scene.file))
            #expect(try scene.checkpointNames().isEmpty)
            #expect(try scene.documents.list() == ["table.pdf"])
        }
    }
}
