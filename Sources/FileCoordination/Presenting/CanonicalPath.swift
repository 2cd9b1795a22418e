internal import LinuxFiles
internal import SystemPackage

extension FilePath {
    /// The one path that all processes know an item by: the folder without links, and the name in it as it is.
    ///
    /// Where there is no such folder, the path as it is written.
    func canonicalItem() throws(FileCoordinationError) -> FilePath {
        try translatingSystemCalls { () throws(SystemCallError) in
            let path = try absolute()
            guard let name = path.lastComponent, let folder = try? path.removingLastComponent().resolvingLinks() else {
                return path
            }
            return folder.appending(name)
        }
    }

    /// The path of the same item after something on the way to it, or the item itself, was moved; `nil` if it was not.
    func moved(from old: FilePath, to new: FilePath) -> FilePath? {
        guard starts(with: old) else { return nil }
        var rest = self
        return rest.removePrefix(old) ? new.pushing(rest) : nil
    }
}
