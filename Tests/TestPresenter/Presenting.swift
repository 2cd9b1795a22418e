import FileCoordination
import LinuxFiles
import SystemPackage

/// `present RUNTIME-FOLDER PATH [PURPOSE]`: registers a presenter, which tells each message, and does with the next requests
/// what the lines of standard input say.
func present(_ arguments: [String]) throws {
    let runtimeDirectory = RuntimeDirectory(FilePath(arguments[0]))
    let presenter = TellingPresenter(FilePath(arguments[1]), runtimeDirectory)
    let purpose = arguments.count > 2 ? arguments[2] : nil
    do throws(FileCoordinationError) {
        try FileCoordinator.addFilePresenter(presenter, purposeIdentifier: purpose, in: runtimeDirectory)
    } catch {
        return tell("error \(error)")
    }
    obey(presenter)
}

/// `observe RUNTIME-FOLDER PATH`: the same by a presenter coordinator, which lets go when the process is stopped.
func observe(_ arguments: [String]) throws {
    let runtimeDirectory = RuntimeDirectory(FilePath(arguments[0]))
    let presenter = TellingPresenter(FilePath(arguments[1]), runtimeDirectory)
    let coordinator = FilePresenterCoordinator(runtimeDirectory: runtimeDirectory)
    try coordinator.observeFilePresenters([presenter])
    obey(presenter)
    coordinator.unobserveFilePresenters([presenter])
}

private func obey(_ presenter: TellingPresenter) {
    tell("presenting")
    while let line = readLine() {
        let words = line.split(separator: " ", maxSplits: 1).map(String.init)
        switch words[0] {
        case "fail": presenter.next { $0.failure = words[1] }
        case "write": presenter.next { $0.text = words[1] }
        case "hold": presenter.hold()
        case "release":
            // What follows from it is told after the answer.
            tell("ready")
            presenter.release()
            continue
        case "use":
            do { try presenter.use() } catch { tell("error \(error)") }
            continue
        case "remove": FileCoordinator.removeFilePresenter(presenter)
        default: tell("unknown \(line)")
        }
        tell("ready")
    }
}
