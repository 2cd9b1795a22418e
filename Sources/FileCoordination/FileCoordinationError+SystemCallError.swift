internal import LinuxFiles
internal import SystemPackage

/// Converts the errors of the module below into this module's own.
func translatingSystemCalls<Result: ~Copyable>(
    _ body: () throws(SystemCallError) -> Result
) throws(FileCoordinationError) -> Result {
    do { return try body() } catch { throw .systemCall(error) }
}
