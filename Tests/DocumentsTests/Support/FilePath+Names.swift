import FoundationEssentials
import SystemPackage

extension FilePath {
    /// Makes a symbolic link of this path.
    func makeLink(to destination: String) throws {
        try FileManager.default.createSymbolicLink(atPath: string, withDestinationPath: destination)
    }

    /// Gives the file a second name.
    func addName(_ name: FilePath) throws { try FileManager.default.linkItem(atPath: string, toPath: name.string) }

    func remove() throws { try FileManager.default.removeItem(atPath: string) }

    /// Sets the permission bits.
    func setMode(_ mode: Int) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: string)
    }
}
