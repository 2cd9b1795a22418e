// Notes in a text file, a line each: `notes FILE [DATA-DIRECTORY]` reads commands, one a line, and answers each with `ok` or an error.
//
//     add TEXT     remove TEXT     undo     redo     save     show     keep     reload     copy     quit     stop
//
// `quit` saves, and `stop` leaves what is unsaved for the next time. Run it twice on one file: each sees what the other
// adds, and nothing is lost if one of them is killed. Let an editor change the file meanwhile: what fits is merged, and
// `keep`, `reload` and `copy` resolve a conflict.
import FileDocuments
import SystemPackage  // for standard output

struct NoSuchNote: Error, CustomStringConvertible {
    let note: String
    var description: String { "there is no note '\(note)'" }
}

struct Notes: ByteContents {
    private(set) var all: [String]

    init(_ bytes: [UInt8]) { all = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init) }

    func bytes() -> [UInt8] { Array(all.map { $0 + "\n" }.joined().utf8) }

    /// A change is `+` or `-` and the note.
    mutating func apply(_ change: String) throws {
        let note = String(change.dropFirst())
        if change.hasPrefix("+") { return all.append(note) }
        guard let index = all.firstIndex(of: note) else { throw NoSuchNote(note: note) }
        all.remove(at: index)
    }

    /// A note can be added to any others, and removed where it still is.
    mutating func merge(_ change: String) throws { try apply(change) }
}

func say(_ line: String) { _ = try? FileDescriptor.standardOutput.writeAll("\(line)\n".utf8) }

func perform(_ command: Substring, _ text: String, on document: FileDocument<Notes>) async throws(DocumentError) {
    switch command {
    case "add": try await document.perform("+\(text)")
    case "remove": try await document.perform("-\(text)")
    case "undo": if try await document.undo().changes == 0 { say("nothing to undo") }
    case "redo": if try await document.redo().changes == 0 { say("nothing to redo") }
    case "save": _ = try await document.save()
    case "show": for note in try await document.read({ $0.all }) { say("- \(note)") }
    case "keep": _ = try await document.resolve(.save)
    case "reload": _ = try await document.resolve(.reload)
    case "copy": if let copy = try await document.resolve(.copy)?.copy { say("written to \(copy)") }
    default: say("unknown command")
    }
}

let arguments = CommandLine.arguments
guard (2...3).contains(arguments.count) else {
    say("usage: notes FILE [DATA-DIRECTORY]")
    throw Errno.invalidArgument
}
let store =
    arguments.count == 3
    ? CheckpointStore(dataDirectory: FilePath(arguments[2])) : try CheckpointStore.standard(of: "notes")
var configuration = FileDocument<Notes>.Configuration(checkpoints: store)
configuration.observers.didHappen = { event in
    switch event.kind {
    case .changed: say("changed")
    case .conflict: say("conflict: \(event.detail ?? "")")
    default: break
    }
}
let document = try FileDocument<Notes>(fileAt: FilePath(arguments[1]), configuration)
do throws(DocumentError) {
    try await document.open(orCreating: Notes([]))
    say("open, \(try document.recordedEditCount()) unsaved")
    while let line = readLine(), line != "quit" {
        if line == "stop" {
            for error in await FileCoordinator.closeAllDocuments() { say("error: \(error)") }
            break
        }
        let words = line.split(separator: " ", maxSplits: 1)
        do throws(DocumentError) {
            try await perform(words.first ?? "", words.count > 1 ? String(words[1]) : "", on: document)
            say("ok")
        } catch {
            say("error: \(error.reason)")
        }
    }
    try await document.close()
} catch {
    say("error: \(error)")
}
