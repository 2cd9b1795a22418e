import FileDocuments
import SystemPackage

/// `document RUNTIME-FOLDER DATA-FOLDER PATH`: an app that has the file open. Each line of standard input is a change, which
/// adds it to the end.
func openDocument(_ arguments: [String]) async throws {
    var configuration = DocumentConfiguration(checkpoints: CheckpointStore(dataDirectory: FilePath(arguments[1])))
    configuration.runtimeDirectory = RuntimeDirectory(FilePath(arguments[0]))
    configuration.didSkipPresenter = { tell("warning \($0)") }
    let document = GrowingFile(try DocumentCore(fileAt: FilePath(arguments[2]), configuration))
    try await document.open()
    tell("presenting")
    while let line = readLine() {
        try await document.perform(Array("\(line)\n".utf8))
        tell("ready")
    }
}

/// A document that only grows, whatever it is: what others have written stays before what is added.
private actor GrowingFile: FileDocument {
    nonisolated let core: DocumentCore
    nonisolated var unownedExecutor: UnownedSerialExecutor { core.unownedExecutor }
    private var bytes: [UInt8] = []

    init(_ core: DocumentCore) { self.core = core }

    func load(_ contents: [UInt8]) { bytes = contents }
    func apply(_ change: [UInt8]) { bytes += change }
    func merge(_ change: [UInt8]) { apply(change) }
    func contents() -> [UInt8] { bytes }
}
