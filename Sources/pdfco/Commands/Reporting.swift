import Documents
import LinuxFiles
import SystemPackage

/// Runs `body` and makes a document's errors those of the command, naming `file`.
func reporting<Result>(_ file: String, _ body: () throws -> Result) throws -> Result {
    limitResources(for: file)
    do {
        return try body()
    } catch let error as DocumentError {
        throw CommandFailure(error, file: file)
    }
}

/// Many times what any sound file of that size was seen to need, so that only a crafted one is ended by it.
private func limitResources(for file: String) {
    let size = (try? FileStatus(of: FilePath(file)).size) ?? 0
    let failure = CommandFailure(
        kind: "tooDemanding", file: file,
        problem: "cannot be processed: it takes more time than a file of its size can need", exitStatus: .dataError)
    ResourceLimits.set(
        addressSpace: (4 << 30) + 64 * size, processorSeconds: 30 + (size >> 19),
        message: Console.forErrors.text(of: failure), exitStatus: failure.exitStatus.rawValue)
}
