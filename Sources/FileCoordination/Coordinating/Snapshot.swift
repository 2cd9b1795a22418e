internal import FoundationEssentials
internal import LinuxFiles
internal import SystemPackage

/// A copy of an item for as long as an accessor looks at it.
struct Snapshot: Sendable {
    /// Under the item's own name, in a directory of its own in the system's temporary directory.
    let path: FilePath

    private var directory: FilePath { path.removingLastComponent() }

    /// Copies the item; a directory with all that is inside it, as a directory. Nobody else may enter the directory that it is in, so that
    /// nobody reads the copy who may not read the item (invariant 12).
    init(of item: FilePath) throws(FileCoordinationError) {
        let temporary = FilePath(FileManager.default.temporaryDirectory.path)
        let directory = temporary.appending("pdfco-snapshot-\(UInt64.random(in: .min ... .max))")
        guard let name = item.lastComponent else { throw .noSuchItem(item) }
        path = directory.appending(name)
        // Foundation takes text for a path, and would look for another name.
        guard FilePath(item.string) == item else { throw .snapshotFailed(item, reason: "its name is not UTF-8") }
        try translatingSystemCalls { () throws(SystemCallError) in try PrivateDirectory.make(directory) }
        do {
            try FileManager.default.copyItem(atPath: item.string, toPath: path.string)
        } catch {
            remove()
            throw .snapshotFailed(item, reason: "\(error)")
        }
    }

    /// What was opened in it stays readable.
    func remove() { try? FileManager.default.removeItem(atPath: directory.string) }
}
