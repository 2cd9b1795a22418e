internal import Checkpointing
internal import FileCoordination
internal import LinuxFiles
internal import PDFModel
internal import SystemPackage

/// Makes the errors of the modules below this module's own.
func translatingSystemCalls<Result: ~Copyable>(
    _ body: () throws(SystemCallError) -> Result
) throws(DocumentError) -> Result {
    do { return try body() } catch { throw DocumentError(error) }
}

func translatingPDFErrors<Result: ~Copyable>(_ body: () throws(PDFError) -> Result) throws(DocumentError) -> Result {
    do { return try body() } catch { throw .pdf(error) }
}

func translatingSaveErrors<Result: ~Copyable>(_ body: () throws(FileSaveError) -> Result) throws(DocumentError)
    -> Result
{
    do { return try body() } catch { throw DocumentError(error) }
}

extension DocumentError {
    init(_ error: SystemCallError) {
        self.init(error.call, error.errno, reason: error.description, error.path)
    }

    private init(_ call: String, _ code: CInt, reason: String, _ path: FilePath?) {
        switch Errno(rawValue: code) {
        case .noSuchFileOrDirectory, .notDirectory: self = .noSuchFile
        // open(2) says so of a socket, and of a device without a driver.
        case .noSuchAddressOrDevice: self = .notAFile(FileKind.socket.noun)
        case .permissionDenied, .notPermitted, .readOnlyFileSystem: self = .permissionDenied(call: call, path: path)
        default: self = .systemCall(call: call, reason: reason, path: path)
        }
    }

    init(_ error: FileCoordinationError) {
        switch error {
        case .timedOut(let path): self = .accessTimedOut(path)
        case .cancelled: self = .accessCancelled
        case .noSuchItem: self = .noSuchFile
        case .presenterFailed(let path, let reason): self = .presenterFailed(path, reason: reason)
        case .locksNotSupported(let path): self = .locksNotSupported(path)
        case .runtimeFolderNotPrivate(let path): self = .runtimeFolderNotPrivate(path)
        case .runtimeFolderNotMade(let path, let reason): self = .runtimeFolderNotMade(path, reason: reason)
        case .snapshotFailed(let path, let reason): self = .systemCall(call: "copy", reason: reason, path: path)
        case .systemCall(let call, let code, let reason, let path): self.init(call, code, reason: reason, path)
        }
    }

    init(_ error: FileSaveError) {
        switch error {
        case .busy(let path): self = .busy(path)
        case .nameTaken(let path): self = .fileExists(path)
        case .changedMeanwhile: self = .conflict
        case .notEnoughSpace(_, let needed, let available): self = .noSpace(needed: needed, available: available)
        case .attributeNotKept(_, let cause), .nameNotDurable(let cause), .notCutBack(_, let cause, _):
            self = .systemCall(call: cause.call, reason: error.description, path: cause.path)
        case .systemCall(let cause): self.init(cause)
        }
    }
}

func translatingCheckpointErrors<Result: ~Copyable>(
    _ body: () throws(CheckpointError) -> Result
) throws(DocumentError) -> Result {
    do { return try body() } catch { throw DocumentError(error) }
}

extension DocumentError {
    init(_ error: CheckpointError) {
        if case .timedOut(let path) = error { self = .accessTimedOut(path) } else { self = .checkpoint(error) }
    }
}

/// Makes what keeps a file from being made or replaced an error about that file.
///
/// - Parameter path: its path as the caller named it.
func translatingOutputErrors<Result: ~Copyable>(
    of path: FilePath, _ body: () throws(DocumentError) -> Result
) throws(DocumentError) -> Result {
    do {
        return try body()
    } catch {
        switch error {
        case .noSuchFile, .notAFile, .permissionDenied, .noSpace, .systemCall: throw .output(path, error)
        // Those that name a path, and those about the document.
        default: throw error
        }
    }
}
