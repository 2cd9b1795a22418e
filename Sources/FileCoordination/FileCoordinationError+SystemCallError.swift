internal import LinuxFiles
internal import SystemPackage

extension FileCoordinationError {
    init(_ error: SystemCallError) {
        self = .systemCall(call: error.call, code: error.errno, reason: error.description, path: error.path)
    }
}

/// Makes the errors of the module below this module's own.
func translatingSystemCalls<Result: ~Copyable>(
    _ body: () throws(SystemCallError) -> Result
) throws(FileCoordinationError) -> Result {
    do { return try body() } catch { throw FileCoordinationError(error) }
}
