import SystemPackage
import TestSupport
import Testing

/// A document, and directories of its own for what is unsaved and for presenters.
struct SessionScene {
    let directory: FilePath
    let file: FilePath

    static func use(_ fixture: String = "table.pdf", _ body: (SessionScene) async throws -> Void) async throws {
        try await withTemporaryDirectory { root in
            let directory = try root.making("documents")
            try await body(SessionScene(directory: root, file: try Fixture.named(fixture).copy(into: directory)))
        }
    }

    var variables: [String: String] {
        [
            "PDFCO_DATA_DIR": directory.appending("data").string,
            "PDFCO_RUNTIME_DIR": directory.appending("run").string,
            "SOURCE_DATE_EPOCH": "1725192000",
            "PDFCO_AUTHOR": "",
        ]
    }

    /// Runs pdfco at once, in the directory of the document.
    func pdfco(_ arguments: [String], input: String = "", password: String? = nil) async throws -> CommandResult {
        try await command(arguments, input: input, password: password).runNow()
    }

    func command(_ arguments: [String], input: String = "", password: String? = nil) -> Command {
        var variables = variables
        variables["PDFCO_PASSWORD"] = password
        var command = PDFCO.command(arguments, environment: variables)
        command.directory = file.removingLastComponent()
        command.input = Array(input.utf8)
        return command
    }

    /// Runs a session with these lines, which are in a file: a program that ends early leaves a pipe unread.
    func session(_ lines: String..., options: [String] = [], password: String? = nil) async throws -> CommandResult {
        let script = directory.appending("script-\(UInt64.random(in: .min ... .max))")
        try script.write(lines.joined(separator: "\n").utf8)
        return try await pdfco(["open", file.string, "--script", script.string] + options, password: password)
    }

    /// A session that goes on beside the test, and is ready.
    func open(_ options: String...) throws -> RunningCommand {
        let session = try RunningCommand(command(["open", file.string, "--interactive"] + options), takesInput: true)
        try session.write("help\n")
        _ = try session.next { $0.contains("Words are quoted") }
        return session
    }

    /// The names of the annotations in the file, without what is unsaved.
    func names() async throws -> [String] {
        let list = try await pdfco(["open", file.string, "--no-checkpoint", "--annotations"])
        #expect(list.exitStatus == 0, "\(list.errorText)")
        return list.outputText.split(separator: "\n").filter { $0.hasPrefix("page ") }.map { line in
            line.split(separator: " ", omittingEmptySubsequences: true).dropFirst(4).first.map(String.init) ?? ""
        }
    }
}
