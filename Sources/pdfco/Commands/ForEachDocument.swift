import ArgumentParser
import Checkpointing
import Documents
import LinuxFiles
import SystemPackage

extension [RecoverableDocument] {
    /// Runs `body` for each document, with the workspace that leads to its checkpoint; tells each failure and goes on.
    ///
    /// - Throws: the exit status 11 where some failed.
    func forEachPath(_ workspace: Workspace, _ body: (String, Workspace) throws -> Void) throws {
        var failures = 0
        for document in self {
            let file = document.path?.argument ?? document.checkpoint.argument
            do {
                if case .unreadable(let error) = document.condition { throw error }
                try body(file, workspace.leading(to: document.identifier))
            } catch {
                guard let failure = CommandFailure(error) else { throw error }
                workspace.console.tell(failure)
                failures += 1
            }
        }
        if failures > 0 { throw ExitCode(ExitStatus.someFailed.rawValue) }
    }
}
