internal import LinuxFiles
public import SystemPackage

/// Where the presenters of one user are found: a folder that nobody else can look into.
public struct RuntimeFolder: Sendable, Hashable {
    /// Its path; it need not be there.
    public let path: FilePath

    /// A folder of the caller's choice.
    public init(_ path: FilePath) { self.path = path }

    /// `PDFCO_RUNTIME_DIR`, else `$XDG_RUNTIME_DIR/pdfco`, else a folder of the user's own under the system's temporary
    /// folder (file-hierarchy(7)).
    public static var standard: RuntimeFolder {
        if let chosen = ThisProcess.environmentPath("PDFCO_RUNTIME_DIR") { return RuntimeFolder(chosen) }
        if let session = ThisProcess.environmentPath("XDG_RUNTIME_DIR") {
            return RuntimeFolder(session.appending("pdfco"))
        }
        let temporary = ThisProcess.environmentPath("TMPDIR") ?? "/tmp"
        return RuntimeFolder(temporary.appending("pdfco-\(ThisProcess.effectiveUser)"))
    }

    /// Whether the folder is there; an error where it is and cannot be trusted.
    func exists() throws(FileCoordinationError) -> Bool {
        do {
            try PrivateFolder.check(path)
            return true
        } catch {
            switch Errno(rawValue: error.errno) {
            case .noSuchFileOrDirectory: return false
            case .permissionDenied, .notDirectory: throw .runtimeFolderNotPrivate(path)
            default: throw .systemCall(error)
            }
        }
    }

    /// Makes the folder if it is not there, and a folder in it.
    func make(_ name: FilePath.Component) throws(FileCoordinationError) -> FilePath {
        do {
            try PrivateFolder.make(path)
            let inner = path.appending(name)
            try PrivateFolder.make(inner)
            return inner
        } catch {
            switch Errno(rawValue: error.errno) {
            case .permissionDenied, .notDirectory: throw .runtimeFolderNotPrivate(path)
            default: throw .runtimeFolderNotMade(path, error)
            }
        }
    }
}
