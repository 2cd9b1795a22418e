internal import LinuxFiles
public import SystemPackage

/// The directory where the presenters of one user are found; nobody else can access it.
public struct RuntimeDirectory: Sendable, Hashable {
    /// Its path; the directory need not exist.
    public let path: FilePath

    /// Uses a directory of the caller's choice.
    public init(_ path: FilePath) { self.path = path }

    /// `PDFCO_RUNTIME_DIR`, else `$XDG_RUNTIME_DIR/pdfco`, else a directory of the user's own under the system's temporary
    /// directory (file-hierarchy(7)).
    public static var standard: RuntimeDirectory {
        if let chosen = ThisProcess.environmentPath("PDFCO_RUNTIME_DIR") { return RuntimeDirectory(chosen) }
        if let session = ThisProcess.environmentPath("XDG_RUNTIME_DIR") {
            return RuntimeDirectory(session.appending("pdfco"))
        }
        let temporary = ThisProcess.environmentPath("TMPDIR") ?? "/tmp"
        return RuntimeDirectory(temporary.appending("pdfco-\(ThisProcess.effectiveUser)"))
    }

    /// Whether the directory exists; throws if it exists but cannot be trusted.
    func exists() throws(FileCoordinationError) -> Bool {
        do {
            try PrivateDirectory.check(path)
            return true
        } catch {
            switch Errno(rawValue: error.errno) {
            case .noSuchFileOrDirectory: return false
            case .permissionDenied, .notDirectory: throw .runtimeDirectoryNotPrivate(path)
            default: throw .systemCall(error)
            }
        }
    }

    /// Creates the directory if it does not exist, and a directory in it.
    func make(_ name: FilePath.Component) throws(FileCoordinationError) -> FilePath {
        do {
            try PrivateDirectory.make(path)
            let inner = path.appending(name)
            try PrivateDirectory.make(inner)
            return inner
        } catch {
            switch Errno(rawValue: error.errno) {
            case .permissionDenied, .notDirectory: throw .runtimeDirectoryNotPrivate(path)
            default: throw .runtimeDirectoryNotMade(path, error)
            }
        }
    }
}
