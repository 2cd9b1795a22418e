import Documents

/// The JSON object of what a session does by itself.
struct SessionReport: Encodable {
    var dropped: Int?
    var unsavedChanges: Int
    var saved: Bool
}

extension DocumentEvent.Kind {
    /// Whether somebody who edits the document wants to know: others come with `--verbose`.
    var isOfInterest: Bool {
        switch self {
        case .relinquishedToReader, .relinquishedToWriter, .reacquired, .saveRequested, .checkpointed: false
        case .appeared, .changed, .moved, .deleted, .willBeDeleted, .saved, .conflict, .versionGained, .overflow: true
        }
    }
}
