internal import FoundationEssentials
internal import LinuxFiles
internal import SystemPackage

/// A copy of an item for as long as an accessor uses it.
struct Snapshot: Sendable {
    /// The copy's path: under the item's own name, for a directory with `.zip` added, in a directory of its own in the
    /// system's temporary directory.
    let path: FilePath

    private var directory: FilePath { path.removingLastComponent() }

    /// Copies a file, or makes an archive of a directory with everything inside it. Nobody else may enter the copy's
    /// directory, so that nobody can read the copy who may not read the item (invariant 12).
    init(of item: FilePath) throws(FileCoordinationError) {
        let temporary = FilePath(FileManager.default.temporaryDirectory.path)
        let directory = temporary.appending("pdfco-snapshot-\(UInt64.random(in: .min ... .max))")
        guard let name = item.lastComponent else { throw .noSuchItem(item) }
        let isDirectory = (try? FileStatus(of: item))?.kind == .directory
        let copy = directory.appending(name)
        path = isDirectory ? FilePath(bytes: ArraySlice(copy.bytes + ".zip".utf8)) : copy
        try translatingSystemCalls { () throws(SystemCallError) in try PrivateDirectory.make(directory) }
        do {
            if isDirectory {
                try ZipArchive.write(item.resolvingLinks(), to: path)
            } else {
                // Foundation takes a path as text, and would look for another name.
                guard FilePath(item.string) == item else { throw NameIsNotText() }
                try FileManager.default.copyItem(atPath: item.string, toPath: path.string)
            }
        } catch {
            remove()
            throw .snapshotFailed(item, reason: "\(error)")
        }
    }

    /// Removes the copy; files already open in it stay readable.
    func remove() { try? FileManager.default.removeItem(atPath: directory.string) }
}

private struct NameIsNotText: Error, CustomStringConvertible {
    let description = "its name is not UTF-8"
}
