import Documents
import PDFModel
import SystemPackage

/// The one place where errors become messages, hints and exit statuses.
extension CommandFailure {
    init(_ error: DocumentError, file: String) {
        switch error {
        case .noSuchFile:
            self.init(kind: "noSuchFile", file: file, problem: "no such file", exitStatus: .noInput)
        case .notAFile(let kind):
            self.init(kind: "notAFile", file: file, problem: "is \(kind), not a PDF file", exitStatus: .dataError)
        case .permissionDenied(let call, let path):
            let place = path.map { $0 == FilePath(argument: file) ? "" : " (\($0.argument))" } ?? ""
            self.init(
                kind: "permissionDenied", file: file, problem: "permission denied by \(call)\(place)",
                hint: "check the owner and mode of the file and its folder with ls -l", exitStatus: .noPermission)
        case .beingWritten:
            self.init(
                kind: "busy", file: file, problem: "is being written by another program",
                hint: "try again when the other program is done", exitStatus: .temporaryFailure)
        case .conflict:
            self.init(
                kind: "conflict", file: file,
                problem: "cannot save: the file changed on disk after it was opened; nothing was written",
                hint: "run the command again to apply the edit to the file as it is now", exitStatus: .conflict)
        case .fileExists(let path):
            self.init(
                kind: "fileExists", file: path.argument, problem: "cannot create: the file exists already",
                hint: "add --force to replace it", exitStatus: .cannotCreate)
        case .output(let path, let cause):
            self.init(creating: path, cause)
        case .outputIsDocument:
            self.init(
                kind: "outputIsDocument", file: file, problem: "cannot write OUT: it is the document itself",
                hint: "save in place instead, without -o", exitStatus: .usage)
        case .busy(let path):
            self.init(
                kind: "busy", file: path.argument, problem: "cannot save: another process is saving this file now",
                hint: "try again", exitStatus: .temporaryFailure)
        case .accessTimedOut(let path):
            self.init(
                kind: "busy", file: file, problem: "another process has not let go of \(path.argument) in time",
                hint: "try again, or wait longer with --timeout; lslocks shows who holds it",
                exitStatus: .temporaryFailure)
        case .accessCancelled:
            self.init(
                kind: "cancelled", file: file, problem: "the waiting for access was ended",
                exitStatus: .temporaryFailure)
        case .presenterFailed(_, let reason):
            self.init(
                kind: "presenterFailed", file: file,
                problem: "the program that has it open could not make way: \(reason)",
                hint: "mend that and try again, or take the file as it is on disk with --no-coordination",
                exitStatus: .temporaryFailure)
        case .locksNotSupported:
            self.init(
                kind: "locksNotSupported", file: file,
                problem: "cannot be coordinated with other processes: its file system has no locks",
                hint: "add --no-coordination if no other process uses the file now", exitStatus: .systemCall)
        case .runtimeFolderNotMade(let path, let reason):
            self.init(
                kind: "runtimeFolderNotMade", file: path.argument,
                problem: "cannot be made, so nothing can be coordinated: \(reason)",
                hint: "make the directory that it is in, or choose another with --runtime-dir",
                exitStatus: .cannotCreate)
        case .runtimeFolderNotPrivate(let path):
            self.init(
                kind: "runtimeFolderNotPrivate", file: path.argument,
                problem: "cannot be used for coordination: the directory is not yours alone",
                hint: "choose another with --runtime-dir, or make it yours with mode 0700", exitStatus: .noPermission)
        case .noSpace(let needed, let available):
            self.init(
                kind: "noSpace", file: file,
                problem: "cannot save: \(needed) bytes are needed on the file system and \(available) are free",
                hint: "make room, or use --method append, which needs room for the change alone",
                exitStatus: .systemCall)
        case .disagreement(let reason):
            self.init(
                kind: "disagreement", file: file,
                problem: "cannot save: the result does not read back as it should: \(reason); nothing was written",
                hint: "this is a defect in pdfco: please report it with the file", exitStatus: .software)
        case .notRepaired(let reason):
            self.init(
                kind: "notRepaired", file: file,
                problem: "cannot be repaired by appending to it: \(reason); nothing was written",
                hint: "pdfco save --rewrite -o OUT writes what can be recovered to a new file", exitStatus: .dataError)
        case .wouldInvalidateSignatures(let count):
            self.init(
                kind: "wouldInvalidateSignatures", file: file,
                problem: "cannot rewrite: \(count == 1 ? "a signature" : "\(count) signatures") would become invalid",
                hint: "save without --rewrite, which keeps signatures intact, or add --force", exitStatus: .dataError)
        case .unsavedConflict(let reason):
            self.init(
                kind: "unsavedConflict", file: file,
                problem: "cannot be brought together with its unsaved changes: \(reason); nothing was written",
                hint:
                    "pdfco checkpoint show lists them; choose with pdfco save --on-conflict overwrite, copy or reload",
                exitStatus: .conflict)
        case .noSuchRevision(let number, let count):
            self.init(
                kind: "noSuchRevision", file: file,
                problem: "there is no revision \(number): the document has \(count)",
                hint: "pdfco open --revisions lists them", exitStatus: .usage)
        case .noSuchVersion(let identifier):
            self.init(
                kind: "noSuchVersion", file: file, problem: "there is no version '\(identifier)' of the document",
                hint: "pdfco open --revisions lists them; pdfco restore, those in conflict with their document",
                exitStatus: .negative)
        case .checkpointOfAnother(let path):
            self.init(
                kind: "checkpointOfAnother", file: file,
                problem: "the checkpoint that --uid names has the unsaved changes of \(path.argument)",
                hint: "choose another word", exitStatus: .usage)
        case .documentClosed:
            self.init(kind: "closed", file: file, problem: "is not open", exitStatus: .usage)
        case .editingDisabled:
            self.init(
                kind: "editingDisabled", file: file, problem: "cannot be edited now",
                hint: "pdfco open tells what is wrong with it", exitStatus: .dataError)
        case .checkpoint(let error):
            self.init(error, file: file)
        case .pdf(let error):
            self.init(error, file: file)
        case .systemCall(let call, let reason, let path):
            let place = path.map { $0 == FilePath(argument: file) ? "" : " of \($0.argument)" } ?? ""
            self.init(
                kind: "systemCall", file: file, problem: "\(call)\(place) failed: \(reason)", exitStatus: .systemCall)
        }
    }

    /// What keeps a file from being made, or from being replaced where that was asked for.
    private init(creating path: FilePath, _ cause: DocumentError) {
        self.init(cause, file: path.argument)
        switch cause {
        case .noSuchFile:
            let folder = path.removingLastComponent()
            kind = "noSuchFolder"
            file = folder.isEmpty ? path.argument : folder.argument
            problem =
                "cannot create \(path.lastComponent.map { "'\(FilePath(root: nil, [$0]).argument)'" } ?? "a file") there: "
                + "no such directory"
            hint = "make the directory with mkdir -p, or choose another path"
            exitStatus = .cannotCreate
        case .notAFile(let kind): problem = "cannot be replaced: it is \(kind)"
        default: break
        }
    }

    init(_ error: PDFError, file: String) {
        switch error {
        case .notAPDF:
            self.init(
                kind: "notAPDF", file: file, problem: "is not a PDF file: it has no %PDF- header",
                exitStatus: .dataError)
        case .damaged(let reason):
            self.init(
                kind: "damaged", file: file, problem: "is damaged: \(reason)",
                hint: "add --repair to append what makes it whole, or pdfco save --rewrite -o OUT writes a new file",
                exitStatus: .dataError)
        case .unrecoverable:
            self.init(
                kind: "unrecoverable", file: file, problem: "is damaged beyond repair: no pages can be found in it",
                exitStatus: .dataError)
        case .notRewritable(let reason):
            self.init(
                kind: "notRewritable", file: file, problem: "cannot be rewritten: \(reason); nothing was written",
                hint: "save without --rewrite, or with --repair if the file is damaged: both keep every byte",
                exitStatus: .dataError)
        case .noPages:
            self.init(
                kind: "noPages", file: file, problem: "is not a usable PDF file: it has no pages",
                exitStatus: .dataError)
        case .passwordRequired(let given):
            self.init(
                kind: given ? "wrongPassword" : "passwordRequired", file: file,
                problem: given ? "cannot be opened: the password is wrong" : "cannot be opened without its password",
                hint: "give the password with --password-file FILE or in PDFCO_PASSWORD", exitStatus: .noPermission)
        case .unsupportedEncryption(let detail):
            self.init(
                kind: "unsupportedEncryption", file: file, problem: "cannot be opened: \(detail)",
                exitStatus: .dataError)
        case .annotatingNotPermitted:
            self.init(
                kind: "annotatingNotPermitted", file: file,
                problem: "cannot be annotated: its owner does not permit it to those who have the user password",
                hint: "give the owner password with --password-file FILE or in PDFCO_PASSWORD",
                exitStatus: .noPermission)
        case .certified(let level, let field):
            let place = field.map(Self.signature) ?? "/Perms in the catalog"
            self.init(
                kind: "certified", file: file,
                problem:
                    "cannot be annotated: its certification allows \(Self.changes(level)) (DocMDP \(level)), as \(place) states",
                hint: "add --force to annotate it all the same: readers will then report that it was changed",
                exitStatus: .dataError)
        case .locked(let field, let level):
            self.init(
                kind: "locked", file: file,
                problem: "cannot be annotated: \(Self.signature(in: field)) locks it and allows \(Self.changes(level))",
                hint: "add --force to annotate it all the same: readers will then report that it was changed",
                exitStatus: .dataError)
        case .signatureBeyondEnd(let field):
            self.init(
                kind: "signatureBeyondEnd", file: file,
                problem:
                    "cannot be annotated: \(Self.signature(in: field)) covers more bytes than there are, and would break",
                hint: "add --force to annotate it all the same", exitStatus: .dataError)
        case .fieldLocked(let name, let field):
            let reason = name == field ? "which is signed" : "which \(Self.signature(in: field)) locks"
            self.init(
                kind: "fieldLocked", file: file,
                problem: "cannot change an annotation that shows the field '\(name)', \(reason)",
                hint: "add --force to change it all the same: readers will then report that the field was changed",
                exitStatus: .dataError)
        case .annotationLocked(let name, let flag):
            self.init(
                kind: "annotationLocked", file: file,
                problem:
                    "cannot \(flag.forbidden) the annotation '\(name)': its flag \(flag) (\(flag.rawValue)) forbids it",
                hint: "add --force to do it all the same", exitStatus: .dataError)
        case .pageOutOfRange(let page, let count):
            self.init(
                kind: "pageOutOfRange", file: file,
                problem: "there is no page \(page): the document has \(count == 1 ? "1 page" : "\(count) pages")",
                exitStatus: .usage)
        case .invalidAnnotation(let reason):
            self.init(kind: "invalidAnnotation", file: file, problem: reason, exitStatus: .usage)
        case .nameTaken(let name, let page):
            self.init(
                kind: "nameTaken", file: file,
                problem: "page \(page) has another annotation named '\(name)' already",
                hint: "change it with pdfco annotate update, or choose another --name", exitStatus: .dataError)
        case .noSuchAnnotation(let name):
            self.init(
                kind: "noSuchAnnotation", file: file, problem: "there is no annotation named '\(name)'",
                hint: "pdfco annotate list shows the names", exitStatus: .negative)
        case .unsupportedSubtype(let subtype):
            self.init(
                kind: "unsupportedSubtype", file: file,
                problem: "annotations of the kind \(subtype) cannot be drawn yet",
                exitStatus: .dataError)
        case .tooLarge:
            self.init(
                kind: "tooLarge", file: file, problem: "is too large for its cross-reference table (10 GB)",
                exitStatus: .dataError)
        case .library(let reason):
            self.init(kind: "library", file: file, problem: "libqpdf failed: \(reason)", exitStatus: .software)
        }
    }

    /// What a certification level below 3 leaves.
    private static func changes(_ level: Int) -> String { level == 1 ? "no changes" : "filling in forms only" }

    private static func signature(in field: String) -> String { "the signature in the field '\(field)'" }
}
