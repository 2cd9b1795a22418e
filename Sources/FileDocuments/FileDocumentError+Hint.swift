internal import Checkpointing
internal import FileCoordination

extension FileDocumentError {
    /// The kind of the error: a stable word for programs, the same that `pdfco --json` prints as `error`; `contents` for
    /// what the document itself threw.
    public var kind: String {
        switch situation {
        case .noSuchFile: "noSuchFile"
        case .fileExists: "fileExists"
        case .notAFile: "notAFile"
        case .documentClosed: "closed"
        case .editingDisabled: "editingDisabled"
        case .unsavedConflict: "unsavedConflict"
        case .conflict: "conflict"
        case .checkpointOfAnother: "checkpointOfAnother"
        case .contents: "contents"
        case .checkpoint(let error): error.kind
        case .coordination(let error): error.kind
        case .notSaved, .systemCall: "systemCall"
        }
    }

    /// What the user can do, in one line without a full stop; `nil` where there is nothing to say.
    public var hint: String? {
        switch situation {
        case .fileExists: "choose another name"
        case .unsavedConflict: "keep the changes, reload the file, or save them as a copy"
        case .conflict: "try again with the file as it is now"
        case .checkpointOfAnother: "choose another identifier"
        case .checkpoint(.timedOut), .coordination(.timedOut):
            "try again; lslocks shows which process holds the lock"
        case .checkpoint(.full): "save the document first"
        case .checkpoint(.notTrusted):
            "move it elsewhere, or restrict it to yourself: chmod 600 for a file, 700 for a directory"
        case .checkpoint(.newerVersion): "use the version of the program that wrote it"
        case .coordination(.presenterFailed): "fix the cause and try again"
        case .coordination(.presenterDidNotAnswer): "let the other process continue, or read without it"
        case .coordination(.runtimeDirectoryNotPrivate): "make yourself its owner and set mode 0700"
        case .noSuchFile, .notAFile, .documentClosed, .editingDisabled, .contents, .checkpoint, .coordination,
            .notSaved,
            .systemCall:
            nil
        }
    }
}
