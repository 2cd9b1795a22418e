import FileDocuments
import SystemPackage
import TestDocuments

/// `document RUNTIME-FOLDER DATA-FOLDER PATH`: an app that has the file open. Each line of standard input is a change, which
/// adds it to the end.
func openDocument(_ arguments: [String]) async throws {
    var configuration = FileDocument<GrowingFile>.Configuration(
        checkpoints: CheckpointStore(dataDirectory: FilePath(arguments[1])))
    configuration.coordination.runtimeDirectory = RuntimeDirectory(FilePath(arguments[0]))
    configuration.coordination.didSkipPresenter = { tell("warning \($0)") }
    let document = try FileDocument<GrowingFile>(fileAt: FilePath(arguments[2]), configuration)
    try await document.open()
    tell("presenting")
    while let line = readLine() {
        try await document.perform(Array("\(line)\n".utf8))
        tell("ready")
    }
}

/// `tasks record|save DATA-DIRECTORY PATH [TITLE…]`: adds tasks to a list, each as a change of its own, and may save them with what was
/// recorded before. Tells each title that is recorded, and `saved`. All in one thread, so that it makes the same system calls each time.
func addTasks(_ arguments: [String]) throws(DocumentError) {
    let store = DocumentStore<TaskList>(checkpoints: CheckpointStore(dataDirectory: FilePath(arguments[1])))
    let path = FilePath(arguments[2])
    for title in arguments.dropFirst(3) {
        try store.open(path, for: .record) { document throws(DocumentError) in
            try document.change { tasks throws(DocumentError) in
                do { try tasks.apply(.add(title)) } catch { throw DocumentError(.unsavedConflict("\(error)"), path) }
                return ((), try? ChangeLine(.add(title)))
            }
            _ = try document.record()
        }
        tell(title)
    }
    guard arguments[0] == "save" else { return }
    try store.open(path, for: .save()) { document throws(DocumentError) in _ = try document.save() }
    tell("saved")
}

/// A document that only grows, whatever it is: what others have written stays before what is added.
private struct GrowingFile: ByteContents {
    private var all: [UInt8]

    init(_ bytes: [UInt8]) { all = bytes }
    mutating func apply(_ change: [UInt8]) { all += change }
    mutating func merge(_ change: [UInt8]) { apply(change) }
    func bytes() -> [UInt8] { all }
}
