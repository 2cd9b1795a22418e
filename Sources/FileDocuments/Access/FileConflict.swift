/// A conflict between a document's unsaved changes and what others did to its file.
public enum FileConflict: Sendable, Equatable {
    /// The file was deleted.
    case deletion
    /// Its contents changed, and the unsaved changes do not fit them, for the given reason.
    case modification(String)
}

/// What happens to unsaved changes in a conflict.
public enum FileConflictResolution: String, Sendable, CaseIterable {
    /// The document is closed; its changes stay in the checkpoint.
    case close
    /// They overwrite what others have written, which is kept; a deleted file is restored.
    case save
    /// They are dropped. Not applicable to a deleted file.
    case reload
    /// They are written to a new file beside the document.
    case copy
}

/// What happens to unsaved changes when their document was changed by someone else.
public enum ConflictResolution: String, Sendable, CaseIterable {
    /// Nothing: the document and the checkpoint stay as they are.
    case fail
    /// They are applied to the current document, if they still fit it.
    case merge
    /// They are applied to the original document, which replaces the current one.
    case overwrite
    /// They are dropped.
    case reload
    /// They are applied to the original document, in a new file beside the current one.
    case copy

    /// The resolution that the policy prescribes; `nil` for policies that leave the choice to others.
    var resolution: FileConflictResolution? {
        switch self {
        case .fail, .merge: nil
        case .overwrite: .save
        case .reload: .reload
        case .copy: .copy
        }
    }
}
