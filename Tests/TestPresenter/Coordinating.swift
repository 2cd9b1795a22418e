import FileCoordination
import LinuxFiles
import SystemPackage

/// `coordinate RUNTIME-FOLDER SECONDS PURPOSE|- KIND PATH …`: one coordinated access to all the items, which tells where they
/// are and lasts until standard input says anything.
func coordinate(_ arguments: [String]) throws {
    let coordinator = FileCoordinator(
        purposeIdentifier: arguments[2] == "-" ? nil : arguments[2], timeout: .seconds(Double(arguments[1])!),
        runtimeDirectory: RuntimeDirectory(FilePath(arguments[0])))
    let intents = stride(from: 3, to: arguments.count, by: 2).map { index in
        intent(arguments[index], FilePath(arguments[index + 1]))
    }
    tell("asking")
    do {
        try coordinator.coordinate(with: intents) { paths in
            tell("in " + paths.map(\.string).joined(separator: " "))
            _ = readLine()
        }
        tell("ready")
    } catch FileCoordinationError.timedOut {
        tell("timed out")
    } catch FileCoordinationError.noSuchItem {
        tell("no such item")
    } catch {
        tell("error \(error)")
    }
}

private func intent(_ kind: String, _ path: FilePath) -> FileAccessIntent {
    switch kind {
    case "read": .readingIntent(with: path)
    case "read-attributes": .readingIntent(with: path, options: .immediatelyAvailableMetadataOnly)
    case "write": .writingIntent(with: path)
    case "write-attributes": .writingIntent(with: path, options: .contentIndependentMetadataOnly)
    case "merge": .writingIntent(with: path, options: .forMerging)
    case "delete": .writingIntent(with: path, options: .forDeleting)
    case "move": .writingIntent(with: path, options: .forMoving)
    case "replace": .writingIntent(with: path, options: .forReplacing)
    default: fatalError("no such kind: \(kind)")
    }
}
