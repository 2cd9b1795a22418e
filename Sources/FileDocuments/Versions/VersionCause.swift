/// Why a version was kept.
package enum VersionCause: Equatable {
    /// Somebody asked for it.
    case added
    /// A save replaced it, and the user keeps some of those.
    case saved
    /// Unsaved changes of another document, or an undo, replaced it.
    case overwritten
    case wentBackToVersion(String)
    case wentBackToRevision(Int)

    /// Reads the words of a record that has nothing else.
    package init(words: String) {
        if words.hasPrefix(Self.replacedByVersion) {
            self = .wentBackToVersion(String(words.dropFirst(Self.replacedByVersion.count)))
        } else if words.hasPrefix(Self.replacedByRevision),
            let number = Int(words.dropFirst(Self.replacedByRevision.count))
        {
            self = .wentBackToRevision(number)
        } else {
            self = .overwritten
        }
    }

    fileprivate var words: String {
        switch self {
        case .added: "kept on request"
        case .saved: "kept before a save"
        case .overwritten: "overwritten by unsaved changes"
        case .wentBackToVersion(let identifier): Self.replacedByVersion + identifier
        case .wentBackToRevision(let number): Self.replacedByRevision + String(number)
        }
    }

    private static var replacedByVersion: String { "replaced by version " }
    private static var replacedByRevision: String { "replaced by revision " }

    var isGoingBack: Bool {
        switch self {
        case .wentBackToVersion, .wentBackToRevision: true
        case .added, .saved, .overwritten: false
        }
    }

}

/// What is noted of a version when it is kept.
package struct VersionNote {
    var cause: VersionCause
    /// The name that the user gave; a version with one is not removed for its age.
    var name: String?
    var isConflict: Bool
    var reason: String

    /// - Parameters:
    ///   - isConflict: whether the user has to decide between the version and the document.
    ///   - reason: why it is kept, in words; `nil` for the usual ones of its cause.
    package init(_ cause: VersionCause, name: String? = nil, isConflict: Bool = false, reason: String? = nil) {
        (self.cause, self.name, self.isConflict) = (cause, name, isConflict)
        self.reason = reason ?? cause.words
    }
}
