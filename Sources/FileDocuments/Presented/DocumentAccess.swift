package import FileCoordination
public import SystemPackage

/// What an operation does with a document's file.
public enum DocumentAccess: Sendable {
    /// Reads it.
    ///
    /// - Parameter savingChanges: whether presenters are asked to save their changes first.
    case reading(savingChanges: Bool = true)
    /// Reads and writes it: a single access lasts from before the document is opened until it is saved, so that
    /// nothing another process writes in between is lost.
    case writing
    /// Creates it, or replaces it with another file.
    case creating
    /// Reads it and writes another file.
    case copying(to: FilePath)
    /// Gives it another path, where nothing is.
    case moving(to: FilePath)

    /// The access as intents for a coordinator; the document's own path comes first.
    package func intents(_ path: FilePath) -> [FileAccessIntent] {
        switch self {
        case .reading(let savingChanges):
            [.readingIntent(with: path, options: savingChanges ? [] : .withoutChanges)]
        case .writing: [.writingIntent(with: path)]
        case .creating: [.writingIntent(with: path, options: .forReplacing)]
        case .copying(let output):
            [.readingIntent(with: path), .writingIntent(with: output, options: .forReplacing)]
        case .moving(let output):
            [.writingIntent(with: path, options: .forMoving), .writingIntent(with: output, options: .forReplacing)]
        }
    }
}
