import ArgumentParser
import Checkpointing
import Documents
import LinuxFiles
import SystemPackage

extension [RecoverableDocument] {
    /// Runs `body` for each document, with a context that selects its checkpoint; reports each failure and continues.
    ///
    /// - Throws: Exit status 11 if any document failed.
    func forEachPath(_ context: CommandContext, _ body: (String, CommandContext) throws -> Void) throws {
        var failures = 0
        for document in self {
            let file = document.path?.argument ?? document.checkpoint.argument
            do {
                if case .unreadable(let error) = document.condition { throw error }
                try body(file, context.leading(to: document.identifier))
            } catch {
                guard let failure = CommandFailure(error) else { throw error }
                context.console.tell(failure)
                failures += 1
            }
        }
        if failures > 0 { throw ExitCode(ExitStatus.someFailed.rawValue) }
    }
}
