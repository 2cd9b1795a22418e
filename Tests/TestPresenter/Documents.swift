import FileDocuments
import SystemPackage
import TestDocuments

/// `document RUNTIME-FOLDER DATA-FOLDER PATH`: an app that has the file open. Each line of standard input is a change, which
/// adds it to the end.
func openDocument(_ arguments: [String]) async throws {
    var configuration = FileDocument<GrowingFile>.Configuration(
        checkpoints: CheckpointStore(dataDirectory: FilePath(arguments[1])))
    configuration.runtimeDirectory = RuntimeDirectory(FilePath(arguments[0]))
    configuration.didSkipPresenter = { tell("warning \($0)") }
    let document = try FileDocument<GrowingFile>(fileAt: FilePath(arguments[2]), configuration)
    try await document.open()
    tell("presenting")
    while let line = readLine() {
        try await document.perform(Array("\(line)\n".utf8))
        tell("ready")
    }
}

/// `tasks DATA-DIRECTORY PATH [TITLE…]`: adds tasks to a list that no other process uses, each as a change of its own, and saves
/// them with what was recorded before. Tells each title that is recorded, and `saved`.
func addTasks(_ arguments: [String]) async throws(DocumentError) {
    let store = CheckpointStore(dataDirectory: FilePath(arguments[0]))
    let document = try FileDocument<TaskList>(
        dataProvider: FileDataProvider(FilePath(arguments[1])), .init(checkpoints: store))
    try await document.open()
    for title in arguments.dropFirst(2) {
        try await document.perform(.add(title))
        tell(title)
    }
    _ = try await document.save()
    tell("saved")
    try await document.close()
}

/// A document that only grows, whatever it is: what others have written stays before what is added.
private struct GrowingFile: DocumentContents {
    private var all: [UInt8]

    init(_ bytes: [UInt8]) { all = bytes }
    mutating func apply(_ change: [UInt8]) { all += change }
    mutating func merge(_ change: [UInt8]) { apply(change) }
    func bytes() -> [UInt8] { all }
}
