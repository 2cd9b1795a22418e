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
    /// `nil` where nothing helps.
    var hint: String?
}

/// The only place that gives errors an exit status and a hint. The errors themselves have their sentence and kind.
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

    /// The error that a command after `--` could not be run.
    init(notRun command: String, _ error: SystemCallError) {
        let isMissing = error.errno == Errno.noSuchFileOrDirectory.rawValue
        self.init(
            kind: "commandNotRun", file: command,
            problem: isMissing ? "cannot be run: command not found" : "cannot be run: \(error)", exitStatus: .noInput)
    }

    init(_ error: DocumentError) {
        let (status, hint) = Self.answer(
            to: error.situation, error.path.map { ShellWord.quoted($0.argument) } ?? "FILE")
        self.init(
            kind: error.kind, file: error.path?.argument, problem: error.reason, hint: hint, exitStatus: status)
    }
}

/// The exit status for an error, and what the user can do, in one line without a full stop; `nil` where there is nothing to say.
private typealias Answer = (ExitStatus, String?)

extension CommandFailure {
    private static let timedOut = "try again, or wait longer with --timeout; lslocks shows which process holds the lock"

    private static func answer(to situation: DocumentError.Situation, _ file: String) -> Answer {
        switch situation {
        case .noSuchFile: (.noInput, nil)
        case .notAFile(FileKind.fifo.noun): (.dataError, "name it -, and redirect it to standard input")
        case .notAFile, .notReplaceable: (.dataError, nil)
        case .editingDisabled: (.dataError, "pdfco open \(file) shows what is wrong with it")
        case .permissionDenied(let error): (.noPermission, hint(for: Errno(rawValue: error.errno)))
        case .readOnly: (.noPermission, "-o OUT writes a new file; chmod u+w \(file) makes it writable")
        case .beingWritten: (.temporaryFailure, "try again when the other program is done")
        case .busy: (.temporaryFailure, "try again")
        case .conflict: (.conflict, "run the command again to apply the edit to the file as it is now")
        case .unsavedConflict:
            (
                .conflict,
                "pdfco status \(file) lists them; pdfco save \(file) --on-conflict copy writes them to a new file"
            )
        case .unsavedChanges: (.conflict, "pdfco save \(file) saves them; -o OUT writes a new file")
        case .fileExists: (.cannotCreate, "choose another name")
        case .noSuchDirectory: (.cannotCreate, "create the directory with mkdir -p, or choose another path")
        case .outputIsDocument: (.usage, "choose another name for OUT")
        case .checkpointOfAnother(let other):
            (
                .usage,
                "choose another identifier with --uid; pdfco restore \(ShellWord.quoted(other.argument)) --to PATH writes "
                    + "its changes into the document at PATH"
            )
        case .documentClosed: (.usage, nil)
        case .noSuchVersion: (.negative, "pdfco log \(file) lists the versions")
        case .wentBack(let version):
            (.negative, "pdfco restore \(file) --version \(version) puts back what was replaced")
        case .notUndoable:
            (.negative, "pdfco log \(file) lists the revisions; pdfco restore \(file) --revision N goes back to one")
        case .disagreement: (.software, "report this defect in pdfco, and attach the file")
        case .noSpace(_, _, canAppend: true):
            (.systemCall, "free some space, or use --method append, which needs space only for the change")
        case .noSpace: (.systemCall, "free some space")
        case .streamNotWritten: (.systemCall, "what was written is incomplete: run the command again")
        case .notSaved, .systemCall: (.systemCall, nil)
        case .contents(let failure):
            (failure.error as? PDFError).map { answer(to: $0, file) }
                ?? (failure.error as? PageTextError).map { answer(to: $0, file) } ?? (.software, nil)
        case .checkpoint(let error): answer(to: error)
        case .coordination(let error): answer(to: error)
        }
    }

    private static func hint(for reason: Errno) -> String {
        switch reason {
        case .readOnlyFileSystem: "write a new file elsewhere with -o OUT"
        case .notPermitted: "lsattr shows whether it is immutable or append-only; -o OUT writes a new file"
        default: "check the owner and mode of the file and its directory with ls -l"
        }
    }

    private static func answer(to error: PageTextError, _ file: String) -> Answer {
        switch error {
        case .programMissing(_, let package):
            (.unavailable, "install the package \(package), or pass the words with --words FILE")
        case .programFailed: (.dataError, "pdfco save \(file) --rewrite -o OUT may make it readable")
        case .programTimedOut: (.dataError, "choose fewer pages with --page")
        case .notUnderstood: (.dataError, "install another version of mupdf-tools")
        case .invalidWords: (.dataError, nil)
        case .invalidPattern: (.usage, "omit --regex to search for the literal text")
        // The same pattern would take as long again: another one is needed.
        case .patternTooSlow:
            (.usage, "avoid a repetition within a repetition, or choose fewer pages with --page")
        case .noMatch(_, let nearest): (.negative, nearest.map { hint(about: $0, file) })
        case .noOccurrence: (.negative, nil)
        case .noText:
            (.negative, "pass the words of a scan with --words FILE; tesseract scan.png words hocr writes such a file")
        case .tooManyMatches: (.negative, "choose with --page or --within, or raise --max-matches")
        case .systemCall: (.systemCall, nil)
        }
    }

    private static func hint(about nearest: NearestText, _ file: String) -> String {
        let text = "page \(nearest.page) has '\(nearest.text)'"
        return nearest.differsInCase
            ? "\(text): add --ignore-case" : "\(text); pdfco open \(file) --text shows the text"
    }

    private static func answer(to error: PDFError, _ file: String) -> Answer {
        switch error {
        case .damaged:
            (
                .dataError,
                "pdfco save \(file) --repair appends a new cross-reference section; "
                    + "pdfco save \(file) --rewrite -o OUT writes a new file"
            )
        case .wouldInvalidateSignatures:
            (.dataError, "omit --rewrite to keep signatures valid, or add --ignore-signatures")
        case .wouldLoseSignatures: (.dataError, "write a new file with -o OUT, or add --ignore-signatures")
        case .notRewritable:
            (.dataError, "save without --rewrite, or with --repair if the file is damaged: both keep every byte")
        case .certified, .locked:
            (.dataError, "add --ignore-signatures to annotate it anyway: viewers will then report that it was changed")
        case .signatureBeyondEnd:
            (.dataError, "add --ignore-signatures to annotate it anyway: the signature will be invalid")
        case .fieldLocked:
            (
                .dataError,
                "add --ignore-signatures to change it anyway: viewers will then report that the field was changed"
            )
        case .annotationLocked(let name, let flag):
            (.dataError, "pdfco update \(file) \(ShellWord.quoted(name)) \(flag.clearing) clears the flag")
        case .nameTaken(let name, _):
            (
                .dataError,
                "choose another name, or pass the same options to pdfco update \(file) \(ShellWord.quoted(name))"
            )
        case .breaksConformance: (.dataError, "omit --strict to get a warning instead")
        case .noFont(_, let package):
            (
                .dataError,
                package.map { "install one, for example with apt install \($0), or name a font file with --font" }
                    ?? "list the installed fonts with fc-list, or name a font file with --font"
            )
        case .notAPDF, .unrecoverable, .notRepaired, .noPages, .unsupportedEncryption, .unnamedAnnotations,
            .unsupportedSubtype, .tooDemanding, .tooLarge:
            (.dataError, nil)
        case .passwordRequired: (.noPermission, "give the password with --password-file FILE or in PDFCO_PASSWORD")
        case .annotatingNotPermitted:
            (.noPermission, "give the owner password with --password-file FILE or in PDFCO_PASSWORD")
        case .noSuchRevision: (.usage, "pdfco log \(file) lists them")
        case .ambiguousName:
            (
                .usage,
                "type all of the name, choose with --page, or name its object, which pdfco list \(file) --json shows"
            )
        case .pageOutOfRange, .invalidAnnotation: (.usage, nil)
        case .noAttachment: (.negative, "pdfco list \(file) --subtype file-attachment lists the attachments")
        case .noMatch: (.negative, "pdfco list \(file) shows what there is")
        case .noSuchAnnotation(let name) where name.count < 4:
            (.negative, "pdfco list \(file) shows the names; the beginning of one has at least four characters")
        case .noSuchAnnotation: (.negative, "pdfco list \(file) shows the names, and the pages that they are on")
        case .changedSince:
            (.negative, "pdfco log \(file) lists the revisions; pdfco restore \(file) --revision N goes back to one")
        case .textNotShaped:
            (.unavailable, "install pdfco-text beside pdfco (make install does), or name it in PDFCO_TEXT")
        case .library: (.software, nil)
        }
    }

    private static func answer(to error: FileCoordinationError) -> Answer {
        switch error {
        case .timedOut: (.temporaryFailure, timedOut)
        case .presenterFailed: (.temporaryFailure, "fix the cause and try again")
        case .presenterDidNotAnswer:
            (
                .temporaryFailure,
                "let the other process continue, or pass --unanswered read to use the file as it is on disk"
            )
        case .cancelled: (.temporaryFailure, nil)
        case .noSuchItem: (.noInput, nil)
        case .runtimeDirectoryNotMade:
            (.cannotCreate, "create its parent directory, or choose another with --runtime-dir")
        case .runtimeDirectoryNotPrivate:
            (.noPermission, "choose another with --runtime-dir, or make yourself its owner and set mode 0700")
        case .locksNotSupported: (.systemCall, "add --no-coordination if no other process uses the file now")
        case .snapshotFailed, .systemCall: (.systemCall, nil)
        }
    }

    private static func answer(to error: CheckpointError) -> Answer {
        switch error {
        case .timedOut: (.temporaryFailure, timedOut)
        case .notTrusted:
            (
                .noPermission,
                "if you trust its contents, make it private with chmod 600 (a directory: 700); otherwise move it "
                    + "elsewhere"
            )
        case .foreign: (.dataError, "move it elsewhere")
        case .newerVersion: (.dataError, "use the version of pdfco that wrote it")
        case .damagedHeader: (.dataError, "inspect it (it is a text file), then move it elsewhere")
        case .damaged:
            (.dataError, "run pdfco restore: it saves the changes before the damage and sets the checkpoint aside")
        case .tooLarge: (.dataError, "inspect its end (it is a text file), then move it elsewhere")
        case .full: (.dataError, "save the document with pdfco save first")
        case .wrongKey:
            (.dataError, "put the document back as it was encrypted before; pdfco restore then writes the changes")
        case .noDataDirectory: (.cannotCreate, "name one with --data-dir or PDFCO_DATA_DIR")
        case .invalidIdentifier: (.usage, nil)
        case .locksNotSupported: (.systemCall, "choose another directory with --data-dir")
        case .systemCall(let cause) where cause.saysNoPlace:
            (.cannotCreate, "choose another directory with --data-dir, or add --save")
        case .lookUpFailed(let cause) where cause.isDenied:
            (.noPermission, hint(for: Errno(rawValue: cause.errno)))
        case .notSaved, .systemCall, .lookUpFailed: (.systemCall, nil)
        }
    }
}

extension SystemCallError {
    /// Whether the rights of a file or directory are the reason.
    fileprivate var isDenied: Bool { [.permissionDenied, .notPermitted].contains(Errno(rawValue: errno)) }

    /// Whether unsaved changes cannot be kept in the chosen directory but could be kept in another.
    var saysNoPlace: Bool {
        let reason = Errno(rawValue: errno)
        return [.readOnlyFileSystem, .permissionDenied, .notPermitted, .notDirectory].contains(reason)
            || call == "mkdir" && ![.noSpace, .diskQuotaExceeded].contains(reason)
    }
}

extension AnnotationFlag {
    /// The option of `annotate update` that clears the flag.
    fileprivate var clearing: String {
        switch self {
        case .readOnly: "--no-read-only"
        case .locked: "--no-locked"
        case .lockedContents: "--no-locked-contents"
        }
    }
}
