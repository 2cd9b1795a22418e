// Telephone numbers in a JSON file: `contacts FILE DATA-DIRECTORY` reads commands, one a line, and answers each with `ok` or an error.
//
//     set NAME NUMBER     remove NAME     undo     redo     save     show     quit
//
// What is set for one name fits whatever others have set for other names. `quit` saves.
import FileDocuments
import FoundationEssentials
import SystemPackage  // for standard output

struct Contacts: ByteContents {
    /// A number for a name; `nil` removes it.
    struct Change: Codable, Sendable {
        var name: String
        var number: String?
    }

    private(set) var numbers: [String: String] = [:]

    init() {}

    init(_ bytes: [UInt8]) throws { numbers = try JSONDecoder().decode([String: String].self, from: Data(bytes)) }

    func bytes() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        return Array(try encoder.encode(numbers)) + [0x0A]
    }

    mutating func apply(_ change: Change) { numbers[change.name] = change.number }
    mutating func merge(_ change: Change) { apply(change) }
    func inverse(of change: Change, before: Self) -> Change? {
        Change(name: change.name, number: before.numbers[change.name])
    }
}

func say(_ line: String) { _ = try? FileDescriptor.standardOutput.writeAll("\(line)\n".utf8) }

let store = CheckpointStore(dataDirectory: FilePath(CommandLine.arguments[2]))
let document = try FileDocument<Contacts>(fileAt: FilePath(CommandLine.arguments[1]), .init(checkpoints: store))
do throws(DocumentError) {
    try await document.open(orCreating: Contacts())
    say("open")
    while let line = readLine(), line != "quit" {
        let words = line.split(separator: " ").map(String.init)
        do throws(DocumentError) {
            switch (words.first, words.count) {
            case ("set", 3): try await document.perform(.init(name: words[1], number: words[2]))
            case ("remove", 2): try await document.perform(.init(name: words[1], number: nil))
            case ("undo", 1): say("undone: \(try await document.undo().changes)")
            case ("redo", 1): say("redone: \(try await document.redo().changes)")
            case ("save", 1): _ = try await document.save()
            case ("show", 1): for (name, number) in try await document.read({ $0.numbers }) { say("\(name) \(number)") }
            default: say("unknown command")
            }
            say("ok")
        } catch { say("error: \(error.reason)") }
    }
    try await document.close()
} catch { say("error: \(error)") }
