import FileDocuments
import SystemPackage

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

/// A document that only grows, whatever it is: what others have written stays before what is added.
private struct GrowingFile: DocumentContents {
    private var all: [UInt8]

    init(_ bytes: [UInt8]) { all = bytes }
    mutating func apply(_ change: [UInt8]) { all += change }
    mutating func merge(_ change: [UInt8]) { apply(change) }
    func bytes() -> [UInt8] { all }
}
