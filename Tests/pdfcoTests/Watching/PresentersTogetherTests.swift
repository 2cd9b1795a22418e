import Glibc
import SystemPackage
import TestSupport
import Testing

/// Several programs that have one document open, each with unsaved changes of its own.
@Suite(.timeLimit(.minutes(30))) struct PresentersTogetherTests {
    enum Kind: CaseIterable, CustomTestStringConvertible {
        case session, watch, app

        var testDescription: String { "\(self)" }
    }

    /// Two of a kind and of two kinds, and three to eight of all kinds.
    private static let groups: [[Kind]] =
        [[.session, .session], [.session, .watch], [.app, .app]]
        + (3...8).map { count in (0..<count).map { Kind.allCases[($0 + count) % Kind.allCases.count] } }

    private static let rounds = CrashScenario.isThorough ? 23 : 1

    @Test(arguments: TestScope.isShort ? Array(groups.prefix(4)) : groups)
    func `A reader finds what each of them had not saved`(_ kinds: [Kind]) async throws {
        try await SessionScene.use { scene in
            let presenters = try kinds.enumerated().map { try Presenter($1, number: $0, scene) }
            for round in 1...Self.rounds {
                for presenter in presenters { try await presenter.change("\(presenter.number)-in-\(round)") }
                let begin = ContinuousClock.now
                let read = try await scene.pdfco(["open", scene.file.string, "--", "cat", scene.file.string])
                let time = ContinuousClock.now - begin
                try #require(read.exitStatus == 0, "\(read.errorText)")
                // Nobody was skipped.
                #expect(read.errorText.isEmpty)
                let text = String(decoding: read.output, as: UTF8.self)
                let missing = presenters.map { "\($0.number)-in-\(round)" }.filter { !text.contains($0) }
                #expect(missing.isEmpty, "round \(round)")
                // Far less than the wait for one that does not answer, on a busy machine as well.
                #expect(time < .seconds(10), "round \(round)")
            }
            #expect(try await QPDF.isClean(scene.file))
        }
    }

    /// One of the programs, and a directory of its own for what is unsaved.
    private struct Presenter {
        let number: Int
        private let kind: Kind
        private let scene: SessionScene
        private let data: FilePath
        private let command: RunningCommand

        init(_ kind: Kind, number: Int, _ scene: SessionScene) throws {
            (self.kind, self.number, self.scene) = (kind, number, scene)
            data = scene.directory.appending("data-\(number)")
            switch kind {
            case .session: command = try scene.open("--data-dir", data.string)
            case .watch:
                command = try RunningCommand(
                    scene.command(["watch", scene.file.string, "--data-dir", data.string, "--autosave", "3600"]))
                _ = try command.next { $0.hasPrefix("pdfco: watching ") }
            case .app:
                let program = PDFCO.productsDirectory.appending("pdfco-test-presenter").string
                let runtime = try #require(scene.variables["PDFCO_RUNTIME_DIR"])
                command = try RunningCommand(
                    Command(program, ["document", runtime, data.string, scene.file.string]), takesInput: true)
                try #require(try command.next() == "presenting")
            }
        }

        /// Makes a change that is recorded, and not saved, when this returns.
        func change(_ name: String) async throws {
            let square = ["annotate", "square", "--rect", "10,10,90,90", "--name", name]
            switch kind {
            case .session:
                try command.write(square.joined(separator: " ") + "\n")
                _ = try command.next { $0.contains("1 edit applied") }
            case .watch:
                let result = try await scene.pdfco(
                    square[..<2] + [scene.file.string, "--data-dir", data.string] + square[2...])
                try #require(result.exitStatus == 0, "\(result.errorText)")
            case .app:
                try command.write("%\(name)\n")
                _ = try command.next { $0 == "ready" }
            }
        }
    }
}
