import Checkpointing
import Documents
import FileCoordination
import LinuxFiles
import PDFModel
import PageText
import SystemPackage

/// An error for which the command has a better hint than the general one.
struct HintedError: Error {
    var error: DocumentError
    var hint: String
}

/// The only place that gives errors an exit status. The errors themselves have their sentence, kind and hint.
extension CommandFailure {
    /// - Returns: `nil` for errors that the argument parser throws.
    init?(_ error: any Error) {
        switch error {
        case let failure as CommandFailure: self = failure
        case let error as DocumentError: self.init(error)
        case let hinted as HintedError:
            self.init(hinted.error)
            hint = hinted.hint
        case let error as SystemCallError:
            self.init(kind: "systemCall", problem: error.sentence(), exitStatus: .systemCall)
        default: return nil
        }
    }

    /// The error that a command after `--` does not run.
    init(notRun command: String, _ error: SystemCallError) {
        let isMissing = error.errno == Errno.noSuchFileOrDirectory.rawValue
        self.init(
            kind: "commandNotRun", file: command,
            problem: isMissing ? "cannot be run: command not found" : "cannot be run: \(error)", exitStatus: .noInput)
    }

    init(_ error: DocumentError) {
        self.init(
            kind: error.kind, file: error.path?.argument, problem: error.reason, hint: error.hint,
            exitStatus: Self.exitStatus(of: error.situation))
    }

    private static func exitStatus(of situation: DocumentError.Situation) -> ExitStatus {
        switch situation {
        case .noSuchFile: .noInput
        case .notAFile, .notReplaceable, .editingDisabled: .dataError
        case .permissionDenied: .noPermission
        case .beingWritten, .busy: .temporaryFailure
        case .conflict, .unsavedConflict, .unsavedChanges: .conflict
        case .fileExists, .noSuchDirectory: .cannotCreate
        case .outputIsDocument, .checkpointOfAnother, .documentClosed: .usage
        case .noSuchVersion, .notUndoable: .negative
        case .disagreement: .software
        case .noSpace, .notSaved, .systemCall, .streamNotWritten: .systemCall
        case .contents(let failure):
            (failure.error as? PDFError).map(exitStatus) ?? (failure.error as? PageTextError).map(exitStatus)
                ?? .software
        case .checkpoint(let error): exitStatus(of: error)
        case .coordination(let error): exitStatus(of: error)
        }
    }

    private static func exitStatus(of error: PageTextError) -> ExitStatus {
        switch error {
        case .programMissing: .unavailable
        case .programFailed, .programTimedOut, .notUnderstood, .invalidWords: .dataError
        // The same pattern would take as long again: another one is needed.
        case .invalidPattern, .patternTooSlow: .usage
        case .noMatch, .noOccurrence, .noText, .tooManyMatches: .negative
        case .systemCall: .systemCall
        }
    }

    private static func exitStatus(of error: PDFError) -> ExitStatus {
        switch error {
        case .passwordRequired, .annotatingNotPermitted: .noPermission
        case .pageOutOfRange, .invalidAnnotation, .ambiguousName, .noSuchRevision: .usage
        case .noAttachment, .noMatch, .noSuchAnnotation, .changedSince: .negative
        case .textNotShaped: .unavailable
        case .library: .software
        case .notAPDF, .damaged, .unrecoverable, .notRewritable, .noPages, .unsupportedEncryption, .certified, .locked,
            .signatureBeyondEnd, .fieldLocked, .annotationLocked, .nameTaken, .unnamedAnnotations, .unsupportedSubtype,
            .breaksConformance, .noFont, .tooDemanding, .tooLarge, .notRepaired, .wouldInvalidateSignatures,
            .wouldLoseSignatures:
            .dataError
        }
    }

    private static func exitStatus(of error: FileCoordinationError) -> ExitStatus {
        switch error {
        case .timedOut, .cancelled, .presenterFailed, .presenterDidNotAnswer: .temporaryFailure
        case .noSuchItem: .noInput
        case .runtimeDirectoryNotMade: .cannotCreate
        case .runtimeDirectoryNotPrivate: .noPermission
        case .locksNotSupported, .snapshotFailed, .systemCall: .systemCall
        }
    }

    private static func exitStatus(of error: CheckpointError) -> ExitStatus {
        switch error {
        case .timedOut: .temporaryFailure
        case .notTrusted: .noPermission
        case .foreign, .newerVersion, .damagedHeader, .damaged, .tooLarge, .full, .wrongKey: .dataError
        case .noDataDirectory: .cannotCreate
        case .invalidIdentifier: .usage
        case .locksNotSupported, .notSaved: .systemCall
        case .systemCall(let cause): cause.saysNoPlace ? .cannotCreate : .systemCall
        }
    }
}
