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

/// The only place that maps errors to kinds, hints and exit statuses. The errors themselves provide the messages.
extension CommandFailure {
    /// - Returns: `nil` for errors that the argument parser throws.
    init?(_ error: any Error) {
        switch error {
        case let failure as CommandFailure: self = failure
        case let error as DocumentError: self.init(error)
        case let hinted as HintedError:
            self.init(hinted.error)
            hint = hinted.hint
        default: return nil
        }
    }

    init(_ error: DocumentError) {
        let (kind, exitStatus, hint) = Self.meaning(of: error.situation)
        self.init(
            kind: kind, file: error.path?.argument, problem: error.reason, hint: hint, exitStatus: exitStatus)
    }

    private typealias Meaning = (kind: String, exitStatus: ExitStatus, hint: String?)

    private static let timedOut: Meaning = (
        "busy", .temporaryFailure,
        "try again, or wait longer with --timeout; lslocks shows which process holds the lock"
    )

    private static func meaning(of situation: DocumentError.Situation) -> Meaning {
        switch situation {
        case .noSuchFile: ("noSuchFile", .noInput, nil)
        case .notAFile: ("notAFile", .dataError, nil)
        case .permissionDenied:
            ("permissionDenied", .noPermission, "check the owner and mode of the file and its directory with ls -l")
        case .beingWritten: ("busy", .temporaryFailure, "try again when the other program is done")
        case .conflict: ("conflict", .conflict, "run the command again to apply the edit to the file as it is now")
        case .fileExists: ("fileExists", .cannotCreate, "add --force to replace it")
        case .noSuchDirectory:
            ("noSuchFolder", .cannotCreate, "create the directory with mkdir -p, or choose another path")
        case .notReplaceable: ("notAFile", .dataError, nil)
        case .outputIsDocument: ("outputIsDocument", .usage, "save in place instead, without -o")
        case .busy: ("busy", .temporaryFailure, "try again")
        case .noSpace:
            ("noSpace", .systemCall, "free some space, or use --method append, which needs space only for the change")
        case .disagreement:
            ("disagreement", .software, "this is a defect in pdfco: please report it with the file")
        case .notRepaired:
            ("notRepaired", .dataError, "pdfco save --rewrite -o OUT writes what can be recovered to a new file")
        case .wouldInvalidateSignatures:
            (
                "wouldInvalidateSignatures", .dataError,
                "save without --rewrite, which keeps signatures intact, or add --force"
            )
        case .wouldLoseSignatures:
            (
                "wouldInvalidateSignatures", .dataError,
                "-o OUT writes a new file and leaves the document alone; or add --force"
            )
        case .unsavedConflict:
            (
                "unsavedConflict", .conflict,
                "pdfco checkpoint show lists them; choose with pdfco save --on-conflict overwrite, copy or reload"
            )
        case .notUndoable:
            ("notUndoable", .negative, "pdfco restore FILE --revision N goes back to an earlier revision")
        case .unsavedChanges:
            (
                "unsavedConflict", .conflict,
                "pdfco save writes them, pdfco checkpoint discard discards them; -o OUT leaves them as they are"
            )
        case .noSuchRevision: ("noSuchRevision", .usage, "pdfco open --revisions lists them")
        case .noSuchVersion:
            (
                "noSuchVersion", .negative,
                "pdfco open --revisions lists versions; pdfco restore lists those in conflict with their document"
            )
        case .checkpointOfAnother: ("checkpointOfAnother", .usage, "choose another identifier with --uid")
        case .documentClosed: ("closed", .usage, nil)
        case .editingDisabled: ("editingDisabled", .dataError, "pdfco open shows what is wrong with it")
        case .pdf(let error): meaning(of: error)
        case .text(let error): meaning(of: error)
        case .checkpoint(let error): meaning(of: error)
        case .coordination(let error): meaning(of: error)
        case .notSaved, .systemCall: ("systemCall", .systemCall, nil)
        case .streamNotWritten: ("output", .systemCall, "whoever reads the output has only its beginning")
        }
    }

    private static func meaning(of error: PageTextError) -> Meaning {
        switch error {
        case .programMissing(_, let package):
            ("programMissing", .noInput, "install the package \(package), or pass the words with --words FILE")
        case .programFailed: ("programFailed", .dataError, "pdfco save --rewrite -o OUT may make it readable")
        case .programTimedOut: ("programFailed", .dataError, "choose fewer pages with --page")
        case .notUnderstood: ("programFailed", .dataError, "install another version of mupdf-tools")
        case .invalidWords: ("invalidWords", .dataError, nil)
        case .invalidPattern: ("usage", .usage, "omit --regex to look for the text as it is")
        case .noMatch(_, let nearest): ("noMatch", .negative, nearest.map(hint))
        case .noOccurrence: ("noMatch", .negative, nil)
        case .noText:
            ("noText", .negative, "pass the words of a scan with --words FILE; tesseract scan.png words hocr makes one")
        case .tooManyMatches: ("tooManyMatches", .negative, "choose with --page or --within, or raise --max-matches")
        case .systemCall: ("systemCall", .systemCall, nil)
        }
    }

    private static func hint(about nearest: NearestText) -> String {
        let text = "page \(nearest.page) has '\(nearest.text)'"
        return nearest.differsInCase ? "\(text): add --ignore-case" : "\(text); pdfco open --text shows the text"
    }

    private static func meaning(of error: PDFError) -> Meaning {
        switch error {
        case .notAPDF: ("notAPDF", .dataError, nil)
        case .damaged:
            (
                "damaged", .dataError,
                "pass --repair to append a new cross-reference section, "
                    + "or write a new file with pdfco save --rewrite -o OUT"
            )
        case .unrecoverable: ("unrecoverable", .dataError, nil)
        case .notRewritable:
            (
                "notRewritable", .dataError,
                "save without --rewrite, or with --repair if the file is damaged: both keep every byte"
            )
        case .noPages: ("noPages", .dataError, nil)
        case .passwordRequired(let given):
            (
                given ? "wrongPassword" : "passwordRequired", .noPermission,
                "give the password with --password-file FILE or in PDFCO_PASSWORD"
            )
        case .unsupportedEncryption: ("unsupportedEncryption", .dataError, nil)
        case .annotatingNotPermitted:
            (
                "annotatingNotPermitted", .noPermission,
                "give the owner password with --password-file FILE or in PDFCO_PASSWORD"
            )
        case .certified:
            (
                "certified", .dataError,
                "add --force to annotate it anyway: readers will then report that it was changed"
            )
        case .locked:
            (
                "locked", .dataError,
                "add --force to annotate it anyway: readers will then report that it was changed"
            )
        case .signatureBeyondEnd: ("signatureBeyondEnd", .dataError, "add --force to annotate it anyway")
        case .fieldLocked:
            (
                "fieldLocked", .dataError,
                "add --force to change it anyway: readers will then report that the field was changed"
            )
        case .annotationLocked: ("annotationLocked", .dataError, "add --force to do it anyway")
        case .pageOutOfRange: ("pageOutOfRange", .usage, nil)
        case .invalidAnnotation: ("invalidAnnotation", .usage, nil)
        case .nameTaken:
            ("nameTaken", .dataError, "change it with pdfco annotate update, or choose another --name")
        case .changedSince:
            ("changedSince", .negative, "pdfco restore FILE --revision N goes back to an earlier revision")
        case .noAttachment:
            ("noAttachment", .negative, "pdfco annotate list --subtype file-attachment shows those that do")
        case .noMatch: ("noMatch", .negative, "pdfco annotate list takes the same conditions")
        case .unnamedAnnotations: ("unnamedAnnotations", .dataError, nil)
        case .ambiguousName: ("ambiguousName", .usage, "--page chooses one")
        case .noSuchAnnotation: ("noSuchAnnotation", .negative, "pdfco annotate list shows the names")
        case .unsupportedSubtype: ("unsupportedSubtype", .dataError, nil)
        case .breaksArchiving: ("breaksConformance", .dataError, "without --strict, this is a warning")
        case .noFont(_, let package):
            (
                "noFont", .dataError,
                package.map { "install one, such as with apt install \($0), or name a font file with --font" }
                    ?? "fc-list shows the fonts that are installed; --font also takes the path of a file"
            )
        case .textNotShaped:
            (
                "textNotShaped", .systemCall,
                "install pdfco-text beside pdfco (make install does), or name it in PDFCO_TEXT"
            )
        case .tooLarge: ("tooLarge", .dataError, nil)
        case .library: ("library", .software, nil)
        }
    }

    private static func meaning(of error: FileCoordinationError) -> Meaning {
        switch error {
        case .timedOut: timedOut
        case .cancelled: ("cancelled", .temporaryFailure, nil)
        case .noSuchItem: ("noSuchFile", .noInput, nil)
        case .presenterFailed:
            (
                "presenterFailed", .temporaryFailure,
                "fix the cause and try again, or use the file as it is on disk with --no-coordination"
            )
        case .locksNotSupported:
            (
                "locksNotSupported", .systemCall,
                "add --no-coordination if no other process uses the file now"
            )
        case .runtimeDirectoryNotMade:
            (
                "runtimeFolderNotMade", .cannotCreate,
                "create its parent directory, or choose another with --runtime-dir"
            )
        case .runtimeDirectoryNotPrivate:
            (
                "runtimeFolderNotPrivate", .noPermission,
                "choose another with --runtime-dir, or make yourself its owner and set mode 0700"
            )
        case .snapshotFailed, .systemCall: ("systemCall", .systemCall, nil)
        }
    }

    private static func meaning(of error: CheckpointError) -> Meaning {
        switch error {
        case .notTrusted:
            (
                "checkpointNotTrusted", .noPermission,
                "move it elsewhere, or restrict it to yourself: chmod 600 for a file, 700 for a directory"
            )
        case .foreign: ("checkpointForeign", .dataError, "move it elsewhere")
        case .newerVersion: ("checkpointNewer", .dataError, "use the version of pdfco that wrote it")
        case .damagedHeader: ("checkpointDamaged", .dataError, "inspect it (it is a text file), then move it elsewhere")
        case .damaged:
            (
                "checkpointDamaged", .dataError,
                "pdfco restore saves the changes before the damage and sets the checkpoint aside"
            )
        case .tooLarge:
            (
                "checkpointTooLarge", .dataError,
                "inspect its end (it is a text file); then truncate it there, or move it elsewhere"
            )
        case .full: ("checkpointFull", .dataError, "save the document with pdfco save first")
        case .timedOut: timedOut
        case .locksNotSupported: ("locksNotSupported", .systemCall, "choose another directory with --data-dir")
        case .wrongKey: ("checkpointSealed", .dataError, "pdfco restore --discard discards the changes")
        case .invalidIdentifier: ("usage", .usage, nil)
        case .notSaved: ("systemCall", .systemCall, nil)
        case .systemCall(let cause):
            cause.saysNoPlace
                ? ("systemCall", .cannotCreate, "choose another directory with --data-dir, or add --save")
                : ("systemCall", .systemCall, nil)
        }
    }
}

extension SystemCallError {
    /// Whether unsaved changes cannot be kept in the chosen directory but could be kept in another.
    fileprivate var saysNoPlace: Bool {
        let reason = Errno(rawValue: errno)
        return [.readOnlyFileSystem, .permissionDenied, .notPermitted, .notDirectory].contains(reason)
            || call == "mkdir" && ![.noSpace, .diskQuotaExceeded].contains(reason)
    }
}
