internal import LinuxFiles
public import SystemPackage

/// The directory where the presenters of one user are found; nobody else can access it.
public struct RuntimeDirectory: Sendable, Hashable {
    /// Its path; the directory need not exist.
    public let path: FilePath

    /// Uses a directory of the caller's choice.
    public init(_ path: FilePath) { self.path = path }

    /// `PDFCO_RUNTIME_DIR`, else `$XDG_RUNTIME_DIR/pdfco`, else `/run/user/UID/pdfco`, else one in the user's home
    /// (file-hierarchy(7)); the system's temporary directory only where none of these is the user's own.
    ///
    /// Without `PDFCO_RUNTIME_DIR` and `XDG_RUNTIME_DIR`, only directories count that belong to the user, so that nobody
    /// else can take the name first.
    public static var standard: RuntimeDirectory {
        if let chosen = ThisProcess.environmentPath("PDFCO_RUNTIME_DIR") { return RuntimeDirectory(chosen) }
        if let session = ThisProcess.environmentPath("XDG_RUNTIME_DIR") {
            return RuntimeDirectory(session.appending("pdfco"))
        }
        let user = ThisProcess.effectiveUser
        let session = FilePath("/run/user/\(user)")
        if PrivateDirectory.isOwn(session) { return RuntimeDirectory(session.appending("pdfco")) }
        if let home = ThisProcess.environmentPath("HOME"),
            (try? home.resolvingLinks()).map(PrivateDirectory.isOwn) == true
        {
            // Several machines may share a home, but a socket leads to processes of one.
            let machine = StableHash.digits(of: ThisProcess.hostName ?? "").prefix(8)
            return RuntimeDirectory(home.appending(".pdfco-\(machine)"))
        }
        let temporary = ThisProcess.environmentPath("TMPDIR") ?? "/tmp"
        let names = ["pdfco-\(user)"] + (2...9).map { "pdfco-\(user)-\($0)" }
        let paths = names.map { temporary.appending($0) }
        // One that exists comes first: the name before it may have become free only now.
        let free = paths.first { (try? FileStatus(of: $0, followingLink: false)) == nil }
        return RuntimeDirectory(paths.first(where: PrivateDirectory.isOwn) ?? free ?? paths[0])
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
