import Documents

/// The JSON object of the session's own commands: revert, conflict, close and quit.
struct SessionReport: Encodable {
    var dropped: Int?
    var unsavedChanges: Int
    var saved: Bool
}

extension DocumentEvent.Kind {
    /// Whether a session reports the event by default; it reports all others with `--verbose`.
    var isOfInterest: Bool {
        switch self {
        case .relinquishedToReader, .relinquishedToWriter, .reacquired, .saveRequested, .checkpointed, .versionLost,
            .versionResolved:
            false
        case .appeared, .changed, .moved, .deleted, .willBeDeleted, .saved, .conflict, .versionGained, .overflow: true
        }
    }
}
