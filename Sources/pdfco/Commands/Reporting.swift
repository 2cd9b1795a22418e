import Documents
import SystemPackage

/// Runs `body` and makes a document's errors those of the command, naming `file`.
func reporting<Result>(_ file: String, _ body: () throws -> Result) throws -> Result {
    do {
        return try body()
    } catch let error as DocumentError {
        throw CommandFailure(error, file: file)
    }
}
