/// Coordinates one operation on files, such as a save, with every other process that coordinates its own.
public final class FileCoordinator: Sendable {
    /// Names the operation: accesses of the same purpose never block each other, whatever process they are in.
    public let purposeIdentifier: String

    init(purposeIdentifier: String) { self.purposeIdentifier = purposeIdentifier }
}
