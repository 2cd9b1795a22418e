import FoundationEssentials
import SystemPackage
import TestSupport
import Testing

/// A directory with documents that people have commented on.
struct ReviewScene {
    let directory: FilePath

    /// A note with replies and a state on page 1, and a highlight on page 3, in `report.pdf`.
    static func commented(in directory: FilePath) async throws -> ReviewScene {
        let scene = ReviewScene(directory: directory)
        _ = try Fixture.named("report.pdf").copy(into: directory)
        try await scene.annotate(
            "text report.pdf --rect 72,720,92,740 --contents 'Which year?' --author Ann --name a",
            "reply report.pdf a --contents 'In May.' --author Bob --name a1",
            "reply report.pdf a1 --contents Thanks. --author Ann --name a2",
            "reply report.pdf a --state completed --author Bob --name a3",
            "highlight report.pdf --page 3 --rect 72,700,257,713 --contents 'Since when?' --author Bob --name b")
        return scene
    }

    func annotate(_ commands: String...) async throws {
        let result = try await run(commands.map { "pdfco annotate \($0) --save" }.joined(separator: " && "))
        try #require(result.exitStatus == 0, "\(result.errorText)")
    }

    func run(_ script: String) async throws -> CommandResult { try await PDFCO.shell(script, in: directory) }

    /// Writes a review and returns it.
    func review(_ words: String = "report.pdf") async throws -> String {
        let result = try await run("pdfco open \(words) --report review.html --force")
        try #require(result.exitStatus == 0, "\(result.errorText)")
        return try text("review.html")
    }

    func text(_ name: String) throws -> String {
        String(decoding: try directory.appending(name).readBytes(), as: UTF8.self)
    }

    /// Puts a script where `pdfco` finds the program of that name first.
    func program(_ name: String, _ script: String) throws -> String {
        // It may be there from the program before.
        let programs = (try? directory.making("programs")) ?? directory.appending("programs")
        try programs.appending(name).write(Array("#!/bin/bash\n\(script)\n".utf8))
        return "chmod +x programs/*; PATH=$PWD/programs:$PATH"
    }
}
