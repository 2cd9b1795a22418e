// The core of a text editor: `editor FILE DATA-DIRECTORY` reads commands, one a line, and answers each with `ok` or an error.
//
//     append TEXT     delete TEXT     undo     redo     save     version NAME     restore NAME     show     quit
//
// What a change was is found out by comparing. `quit` saves.
import FileDocuments
import SystemPackage  // for standard output

struct Text: ByteContents {
    var text = ""
    init(_ bytes: [UInt8]) { text = String(decoding: bytes, as: UTF8.self) }
    func bytes() -> [UInt8] { Array(text.utf8) }
}

func say(_ line: String) { _ = try? FileDescriptor.standardOutput.writeAll("\(line)\n".utf8) }

let (path, data) = (FilePath(CommandLine.arguments[1]), FilePath(CommandLine.arguments[2]))
let store = CheckpointStore(dataDirectory: data)
let versions = VersionStore(dataDirectory: data)
let document = try FileDocument<Text>(fileAt: path, .init(checkpoints: store))

func perform(_ command: String, _ words: String) async throws(DocumentError) {
    switch command {
    case "append": try await document.update(named: "Typing") { $0.text += words + "\n" }
    case "delete":
        try await document.update(named: "Delete") { $0.text.replace(words + "\n", with: "", maxReplacements: 1) }
    case "undo": say("undone: \(try await document.undo().all.map { $0.name ?? "" }.joined())")
    case "redo": say("redone: \(try await document.redo().all.map { $0.name ?? "" }.joined())")
    case "save": _ = try await document.save()
    case "version":
        _ = try await document.save()
        _ = try await document.performAsynchronousFileAccess(.writing) { path throws(DocumentError) in
            try FileVersion.addVersion(ofItemAt: path, withContentsOf: path, name: words, in: versions)
        }
    case "restore":
        let found = try FileVersion.otherVersionsOfItem(at: path, in: versions).last { $0.name == words }
        guard let found else { return say("no such version") }
        _ = try await document.save()
        try await document.performAsynchronousFileAccess(.writing) { path throws(DocumentError) in
            try found.replaceItem(at: path, in: versions)
        }
    case "show": say(try await document.read { $0.text.replacing("\n", with: " ") })
    default: say("unknown command")
    }
}

do throws(DocumentError) {
    try await document.open(orCreating: Text([]))
    say("open")
    while let line = readLine(), line != "quit" {
        let words = line.split(separator: " ", maxSplits: 1).map(String.init)
        do throws(DocumentError) {
            try await perform(words.first ?? "", words.dropFirst().first ?? "")
            say("ok")
        } catch { say("error: \(error.reason)") }
    }
    try await document.close()
} catch { say("error: \(error)") }
