import FileCoordination
import SystemPackage

/// Counts the lines that it reads, and writes the count only when somebody wants to know it.
actor Tally: FilePresenter {
    nonisolated let presentedItemPath: FilePath?
    private let path: FilePath
    private var count = 0

    init(path: FilePath) {
        self.path = path
        presentedItemPath = path
    }

    func add() { count += 1 }

    /// Another process is about to read: it waits until this returns.
    func savePresentedItemChanges() async throws {
        let text = "\(count)\n"
        // With itself as the presenter, so that it is not asked to save once more, and does not wait for the reader.
        let coordinator = FileCoordinator(filePresenter: self)
        try await coordinator.coordinate(writingItemAt: path) { path async throws in
            let file = try FileDescriptor.open(
                path, .writeOnly, options: [.create, .truncate], permissions: .ownerReadWrite)
            _ = try file.closeAfter { try file.writeAll(text.utf8) }
        }
    }
}

let tally = Tally(path: FilePath(CommandLine.arguments[1]))
try FileCoordinator.addFilePresenter(tally)
while readLine() != nil {
    await tally.add()
    try FileDescriptor.standardOutput.writeAll("counted\n".utf8)
}
FileCoordinator.removeFilePresenter(tally)
try await tally.savePresentedItemChanges()
