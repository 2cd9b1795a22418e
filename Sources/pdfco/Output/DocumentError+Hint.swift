import Checkpointing
import Documents
import FileCoordination
import LinuxFiles
import PDFModel
import PageText
import SystemPackage

extension DocumentError {
    /// What the user can do, in one line without a full stop; `nil` where there is nothing to say.
    var hint: String? { Self.hint(for: situation, path.map { ShellWord.quoted($0.argument) } ?? "FILE") }

    private static let timedOut = "try again, or wait longer with --timeout; lslocks shows which process holds the lock"

    private static func hint(for situation: Situation, _ file: String) -> String? {
        switch situation {
        case .permissionDenied(let error):
            switch Errno(rawValue: error.errno) {
            case .readOnlyFileSystem: "write a new file elsewhere with -o OUT"
            case .notPermitted: "lsattr shows whether it is immutable or append-only; -o OUT writes a new file"
            default: "check the owner and mode of the file and its directory with ls -l"
            }
        case .beingWritten: "try again when the other program is done"
        case .conflict: "run the command again to apply the edit to the file as it is now"
        case .fileExists: "choose another name, or add --force to replace it"
        case .noSuchDirectory: "create the directory with mkdir -p, or choose another path"
        case .outputIsDocument: "choose another name for OUT"
        case .busy: "try again"
        case .noSpace(_, _, let canAppend):
            canAppend
                ? "free some space, or use --method append, which needs space only for the change" : "free some space"
        case .disagreement: "report this defect in pdfco, and attach the file"
        case .unsavedConflict:
            "pdfco status \(file) lists them; pdfco save \(file) --on-conflict copy writes them to a new file"
        case .unsavedChanges:
            "pdfco save \(file) saves them; -o OUT writes a new file"
        case .notUndoable: "pdfco log \(file) lists the revisions; pdfco restore \(file) --revision N goes back to one"
        case .noSuchVersion:
            "pdfco open \(file) --revisions lists the versions"
        case .checkpointOfAnother(let other):
            "choose another identifier with --uid; pdfco restore \(ShellWord.quoted(other.argument)) --to PATH writes its "
                + "changes into the document at PATH"
        case .editingDisabled: "pdfco open \(file) shows what is wrong with it"
        case .contents(let failure):
            (failure.error as? PDFError).flatMap { hint(for: $0, file) }
                ?? (failure.error as? PageTextError).flatMap { hint(for: $0, file) }
        case .checkpoint(let error): hint(for: error)
        case .coordination(let error): hint(for: error)
        case .streamNotWritten: "what was written is incomplete: run the command again"
        case .notAFile(FileKind.fifo.noun): "name it -, and redirect it to standard input"
        case .noSuchFile, .notAFile, .notReplaceable, .documentClosed, .notSaved, .systemCall: nil
        }
    }

    private static func hint(for error: PageTextError, _ file: String) -> String? {
        switch error {
        case .programMissing(_, let package): "install the package \(package), or pass the words with --words FILE"
        case .programFailed: "pdfco save \(file) --rewrite -o OUT may make it readable"
        case .programTimedOut: "choose fewer pages with --page"
        case .notUnderstood: "install another version of mupdf-tools"
        case .invalidPattern: "omit --regex to search for the literal text"
        case .patternTooSlow: "avoid a repetition within a repetition, or choose fewer pages with --page"
        case .noMatch(_, let nearest): nearest.map { hint(about: $0, file) }
        case .noText: "pass the words of a scan with --words FILE; tesseract scan.png words hocr writes such a file"
        case .tooManyMatches: "choose with --page or --within, or raise --max-matches"
        case .invalidWords, .noOccurrence, .systemCall: nil
        }
    }

    private static func hint(about nearest: NearestText, _ file: String) -> String {
        let text = "page \(nearest.page) has '\(nearest.text)'"
        return nearest.differsInCase
            ? "\(text): add --ignore-case" : "\(text); pdfco open \(file) --text shows the text"
    }

    private static func hint(for error: PDFError, _ file: String) -> String? {
        switch error {
        case .damaged:
            "pdfco save \(file) --repair appends a new cross-reference section; "
                + "pdfco save \(file) --rewrite -o OUT writes a new file"
        case .wouldInvalidateSignatures: "omit --rewrite to keep signatures valid, or add --ignore-signatures"
        case .wouldLoseSignatures: "write a new file with -o OUT, or add --ignore-signatures"
        case .noSuchRevision: "pdfco log \(file) lists them"
        case .notRewritable: "save without --rewrite, or with --repair if the file is damaged: both keep every byte"
        case .passwordRequired: "give the password with --password-file FILE or in PDFCO_PASSWORD"
        case .annotatingNotPermitted: "give the owner password with --password-file FILE or in PDFCO_PASSWORD"
        case .certified, .locked:
            "add --ignore-signatures to annotate it anyway: viewers will then report that it was changed"
        case .signatureBeyondEnd: "add --ignore-signatures to annotate it anyway: the signature will be invalid"
        case .fieldLocked:
            "add --ignore-signatures to change it anyway: viewers will then report that the field was changed"
        case .annotationLocked(let name, let flag):
            "pdfco update \(file) \(ShellWord.quoted(name)) \(flag.clearing) clears the flag"
        case .nameTaken(let name, _):
            "choose another name, or pass the same options to pdfco update \(file) \(ShellWord.quoted(name))"
        case .changedSince: "pdfco log \(file) lists the revisions; pdfco restore \(file) --revision N goes back to one"
        case .noAttachment: "pdfco list \(file) --subtype file-attachment lists the attachments"
        case .noMatch: "pdfco list \(file) shows what there is"
        case .ambiguousName: "choose one with --page, or name its object, which pdfco list \(file) --json shows"
        case .noSuchAnnotation: "pdfco list \(file) shows the names"
        case .breaksConformance: "omit --strict to get a warning instead"
        case .noFont(_, let package):
            package.map { "install one, for example with apt install \($0), or name a font file with --font" }
                ?? "list the installed fonts with fc-list, or name a font file with --font"
        case .textNotShaped: "install pdfco-text beside pdfco (make install does), or name it in PDFCO_TEXT"
        case .notAPDF, .unrecoverable, .notRepaired, .noPages, .unsupportedEncryption, .pageOutOfRange,
            .invalidAnnotation,
            .unnamedAnnotations, .unsupportedSubtype, .tooDemanding, .tooLarge, .library:
            nil
        }
    }

    private static func hint(for error: FileCoordinationError) -> String? {
        switch error {
        case .timedOut: timedOut
        case .presenterFailed: "fix the cause and try again"
        case .presenterDidNotAnswer:
            "let the other process continue, or pass --unanswered read to use the file as it is on disk"
        case .locksNotSupported: "add --no-coordination if no other process uses the file now"
        case .runtimeDirectoryNotMade: "create its parent directory, or choose another with --runtime-dir"
        case .runtimeDirectoryNotPrivate:
            "choose another with --runtime-dir, or make yourself its owner and set mode 0700"
        case .cancelled, .noSuchItem, .snapshotFailed, .systemCall: nil
        }
    }

    private static func hint(for error: CheckpointError) -> String? {
        switch error {
        case .notTrusted:
            "if you trust its contents, make it private with chmod 600 (a directory: 700); otherwise move it elsewhere"
        case .foreign: "move it elsewhere"
        case .newerVersion: "use the version of pdfco that wrote it"
        case .damagedHeader: "inspect it (it is a text file), then move it elsewhere"
        case .damaged: "run pdfco restore: it saves the changes before the damage and sets the checkpoint aside"
        case .tooLarge: "inspect its end (it is a text file), then move it elsewhere"
        case .full: "save the document with pdfco save first"
        case .timedOut: timedOut
        case .locksNotSupported: "choose another directory with --data-dir"
        case .wrongKey: "put the document back as it was encrypted before; pdfco restore then writes the changes"
        case .systemCall(let cause):
            cause.saysNoPlace
                ? "choose another directory with --data-dir, or add --save"
                : nil
        case .noDataDirectory: "name one with --data-dir or PDFCO_DATA_DIR"
        case .invalidIdentifier, .notSaved: nil
        }
    }
}

extension SystemCallError {
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
