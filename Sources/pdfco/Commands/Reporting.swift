import Documents
import SystemPackage

/// Runs `body` and makes a document's errors those of the command, naming `file`.
func reporting<Result: Sendable>(_ file: String, _ body: () async throws -> Result) async throws -> Result {
    do {
        return try await body()
    } catch let error as DocumentError {
        throw CommandFailure(error, file: file)
    }
}
