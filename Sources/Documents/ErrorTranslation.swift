internal import Checkpointing
internal import FileCoordination
public import FileDocuments
internal import LinuxFiles
internal import PDFModel
internal import SystemPackage

// Translates errors of the lower modules into this module's own; each keeps its cause.

extension DocumentError {
    /// - Parameter path: the file that the operation was about; `nil` if it is the one that the call was about.
    init(_ error: SystemCallError, _ path: FilePath? = nil) {
        let situation: Situation =
            switch Errno(rawValue: error.errno) {
            case .noSuchFileOrDirectory, .notDirectory: .noSuchFile
            // open(2) fails with ENXIO for a socket, and for a device without a driver.
            case .noSuchAddressOrDevice: .notAFile(FileKind.socket.noun)
            case .permissionDenied, .notPermitted, .readOnlyFileSystem: .permissionDenied(error)
            default: .systemCall(error)
            }
        self.init(situation, path ?? error.path)
    }

    init(_ error: FileCoordinationError, _ path: FilePath?) {
        switch error {
        case .noSuchItem: self.init(.noSuchFile, path)
        case .systemCall(let cause): self.init(cause, path)
        case .runtimeDirectoryNotPrivate, .runtimeDirectoryNotMade: self.init(.coordination(error), error.path)
        default: self.init(.coordination(error), path)
        }
    }

    init(_ error: FileSaveError, _ path: FilePath) {
        switch error {
        case .busy: self.init(.busy, path)
        case .nameTaken: self.init(.fileExists, path)
        case .changedMeanwhile: self.init(.conflict, path)
        case .notEnoughSpace(_, let needed, let available):
            self.init(.noSpace(needed: needed, available: available), path)
        case .attributeNotKept, .nameNotDurable, .notCutBack: self.init(.notSaved(error), path)
        case .systemCall(let cause): self.init(cause, path)
        }
    }
}

extension DocumentError: DocumentFailure {
    /// Translates an error of documents of every kind.
    public init(_ error: FileDocumentError) {
        let path = error.path
        switch error.situation {
        case .noSuchFile: self.init(.noSuchFile, path)
        case .fileExists: self.init(.fileExists, path)
        case .notAFile: self.init(.notAFile(FileKind.unknown.noun), path)
        case .documentClosed: self.init(.documentClosed, path)
        case .editingDisabled: self.init(.editingDisabled, path)
        case .unsavedConflict(let reason): self.init(.unsavedConflict(reason), path)
        case .conflict: self.init(.conflict, path)
        case .checkpointOfAnother(let other): self.init(.checkpointOfAnother(other), path)
        case .contents(let error): self = error as? DocumentError ?? Self(.disagreement("\(error)"), path)
        case .checkpoint(.systemCall(let cause)):
            self.init(.checkpoint(.systemCall(cause)), cause.path ?? path)
        case .checkpoint(let error): self.init(.checkpoint(error), path)
        case .coordination(let error): self.init(error, path)
        case .notSaved(let error): self = path.map { Self(error, $0) } ?? Self(.notSaved(error), nil)
        case .systemCall(let error): self.init(error, path)
        }
    }

    public var conflictReason: String? { if case .unsavedConflict(let reason) = situation { reason } else { nil } }

    public var isOfMissingFile: Bool { situation == .noSuchFile }
}

/// - Parameter path: the file that the operation is about; `nil` if it is the one that the call is about.
func translatingSystemCalls<Result: ~Copyable>(
    of path: FilePath? = nil, _ body: () throws(SystemCallError) -> Result
) throws(DocumentError) -> Result {
    do { return try body() } catch { throw DocumentError(error, path) }
}

func translatingPDFErrors<Result: ~Copyable>(
    of path: FilePath?, _ body: () throws(PDFError) -> Result
) throws(DocumentError) -> Result {
    do { return try body() } catch { throw DocumentError(.pdf(error), path) }
}

func translatingSaveErrors<Result: ~Copyable>(
    of path: FilePath, _ body: () throws(FileSaveError) -> Result
) throws(DocumentError) -> Result {
    do { return try body() } catch { throw DocumentError(error, path) }
}

func translatingCheckpointErrors<Result: ~Copyable>(
    of path: FilePath, _ body: () throws(CheckpointError) -> Result
) throws(DocumentError) -> Result {
    do {
        return try body()
    } catch {
        if case .systemCall(let cause) = error { throw DocumentError(.checkpoint(error), cause.path ?? path) }
        throw DocumentError(.checkpoint(error), path)
    }
}

/// Turns an error that prevents creating or replacing a file into an error about that file, or about its directory.
///
/// - Parameter path: the path of the file, as the caller named it.
func translatingOutputErrors<Result: ~Copyable>(
    of path: FilePath, _ body: () throws(DocumentError) -> Result
) throws(DocumentError) -> Result {
    do {
        return try body()
    } catch {
        switch error.situation {
        case .noSuchFile:
            let directory = path.removingLastComponent()
            throw DocumentError(.noSuchDirectory(for: path), directory.isEmpty ? path : directory)
        case .notAFile(let kind): throw DocumentError(.notReplaceable(kind), path)
        case .permissionDenied, .noSpace, .notSaved, .systemCall: throw DocumentError(error.situation, path)
        default: throw error
        }
    }
}
