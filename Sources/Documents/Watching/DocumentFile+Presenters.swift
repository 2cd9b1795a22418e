public import FileCoordination
internal import LinuxFiles
public import SystemPackage

extension DocumentFile {
    /// Returns the presenters of a document in all processes of this user; none without a coordinator.
    public static func presenters(
        ofFileAt path: FilePath, with coordinator: FileCoordinator?
    ) throws(DocumentError) -> [PresenterDescription] {
        guard let coordinator else { return [] }
        return try translating(of: path) {
            try FileCoordinator.presenters(ofItemAt: path.resolvingLinks(), in: coordinator.runtimeDirectory)
        }
    }
}
