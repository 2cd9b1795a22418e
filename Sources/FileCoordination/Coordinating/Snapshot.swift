internal import FoundationEssentials
internal import LinuxFiles
internal import SystemPackage

/// A copy of an item for as long as an accessor looks at it.
struct Snapshot: Sendable {
    /// Under the item's own name, in a folder of its own in the system's temporary folder.
    let path: FilePath

    private var folder: FilePath { path.removingLastComponent() }

    /// Copies the item; a folder with all that is inside it, as a folder. Nobody else may enter the folder that it is in, so that
    /// nobody reads the copy who may not read the item (invariant 12).
    init(of item: FilePath) throws(FileCoordinationError) {
        let temporary = FilePath(FileManager.default.temporaryDirectory.path)
        let folder = temporary.appending("pdfco-snapshot-\(UInt64.random(in: .min ... .max))")
        guard let name = item.lastComponent else { throw .noSuchItem(item) }
        path = folder.appending(name)
        // Foundation takes text for a path, and would look for another name.
        guard FilePath(item.string) == item else { throw .snapshotFailed(item, reason: "its name is not UTF-8") }
        try translatingSystemCalls { () throws(SystemCallError) in try PrivateFolder.make(folder) }
        do {
            try FileManager.default.copyItem(atPath: item.string, toPath: path.string)
        } catch {
            remove()
            throw .snapshotFailed(item, reason: "\(error)")
        }
    }

    /// What was opened in it stays readable.
    func remove() { try? FileManager.default.removeItem(atPath: folder.string) }
}
