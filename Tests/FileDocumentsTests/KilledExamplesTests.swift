import FileDocuments
import Mutations
import SystemPackage
import TestSupport
import Testing

/// The examples `editor`, whose changes are found out by comparing, and `contacts`, which says what they are.
@Suite(.timeLimit(.minutes(20))) struct KilledExamplesTests {
    private static func command(_ program: String, _ word: String) -> String {
        program == "editor" ? "append \(word)" : "set \(word) 1"
    }

    private static func words(_ answer: [String]) -> [String] {
        answer.flatMap { $0.split(separator: " ") }.map(String.init).filter { $0.hasPrefix("w") }
    }

    @Test(arguments: ["editor", "contacts"])
    func `Whenever two processes are killed, what they acknowledged is there, and nothing is there twice`(
        program: String
    )
        async throws
    {
        try await JournalScene.use(nil) { scene in
            var (random, acknowledged, sent) = (SeededGenerator(state: 72), Set<String>(), Set<String>())
            // Two kills in each of them; `make crash` makes two hundred.
            for round in 1...(CrashScenario.isThorough ? 50 : TestScope.isShort ? 3 : 12) {
                let processes = [try scene.notes(program), try scene.notes(program)]
                for process in processes { #expect(try process.next() == "open") }
                let answers = processes.map { _ in Int.random(in: 0...12, using: &random) }
                for (side, process) in processes.enumerated() {
                    let words = (1...14).map { "w\(round).\(side).\($0)" }
                    sent.formUnion(words)
                    let lines = words.map { Self.command(program, $0) }
                    let place = Int.random(in: 0..<14, using: &random)
                    try process.write((lines[..<place] + ["save"] + lines[place...]).joined(separator: "\n") + "\n")
                    acknowledged.formUnion((words[..<place] + ["save"] + words[place...]).prefix(answers[side]))
                }
                for (process, count) in zip(processes, answers) {
                    for _ in 0..<count { #expect(try process.next() == "ok") }
                    process.kill()
                }
                acknowledged.remove("save")
                let next = try scene.notes(program)
                #expect(try next.next() == "open")
                let words = Self.words(try next.say("show"))
                #expect(Set(words).count == words.count, "\(round)")
                #expect(acknowledged.subtracting(words).isEmpty, "\(round)")
                #expect(sent.isSuperset(of: words))
                try next.quit()
            }
            try #require(acknowledged.count > 5)
            #expect(try scene.names() == ["journal.txt"])
        }
    }

    @Test func `A text is undone across a save, and goes back to a version with a name`() async throws {
        try await JournalScene.use(nil) { scene in
            let (first, second) = (try scene.notes("editor"), try scene.notes("editor"))
            for process in [first, second] { #expect(try process.next() == "open") }
            #expect(try first.say("append one") == ["ok"])
            #expect(try second.say("append two") == ["ok"])
            #expect(try first.say("version draft") == ["ok"])
            #expect(try scene.text() == "one\ntwo\n")
            #expect(try second.say("delete one") == ["ok"])
            #expect(try second.say("undo") == ["undone: Delete", "ok"])
            #expect(try second.say("undo") == ["undone: Typing", "ok"])
            #expect(try first.say("show") == ["one ", "ok"])
            #expect(try first.say("restore draft") == ["ok"])
            #expect(try second.say("show") == ["one two ", "ok"])
            for process in [first, second] { try process.quit() }
            #expect(try scene.text() == "one\ntwo\n")
        }
    }

    @Test func `An editor's text in conflict stays until somebody decides; contacts are merged`() async throws {
        for program in ["editor", "contacts"] {
            try await JournalScene.use(program == "editor" ? "one\n" : #"{"one": "1"}"#) { scene in
                let process = try scene.notes(program)
                #expect(try process.next() == "open")
                #expect(try process.say(Self.command(program, "w2")) == ["ok"])
                try await scene.replace(with: program == "editor" ? "1\n" : #"{"1": "1"}"#)
                let answer = try process.say("save")
                if program == "editor" {
                    #expect(answer.last?.hasPrefix("error: conflicts with its unsaved changes") == true)
                    #expect(try scene.text() == "1\n")
                } else {
                    #expect(answer == ["ok"])
                    #expect(try scene.text().contains("w2"))
                }
                process.kill()
            }
        }
    }
}
