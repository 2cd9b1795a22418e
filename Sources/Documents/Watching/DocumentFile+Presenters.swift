public import FileCoordination
internal import LinuxFiles
public import SystemPackage

extension DocumentFile {
    /// Returns the presenters of a document in all processes of this user; none without a coordinator.
    public static func presenters(
        ofFileAt path: FilePath, with coordinator: FileCoordinator?
    ) throws(DocumentError) -> [PresenterDescription] {
        guard let coordinator else { return [] }
        let item = try translating(of: path) { try path.resolvingLinks() }
        do {
            return try FileCoordinator.presenters(ofItemAt: item, in: coordinator.runtimeDirectory)
        } catch {
            throw DocumentError(error, path)
        }
    }
}
