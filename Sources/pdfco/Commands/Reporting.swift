import Documents
import LinuxFiles
import SystemPackage

/// Limits the resources for reading the document to many times what any valid file of that size was seen to need. Not
/// for commands that run others, which would inherit the limits.
func limitResources(for file: String) {
    let size = (try? FileStatus(of: FilePath(argument: file)).size) ?? 0
    let failure = CommandFailure(
        kind: "tooDemanding", file: file,
        problem: "cannot be processed: it takes more time than any valid file of its size should need",
        exitStatus: .dataError)
    ResourceLimits.set(
        addressSpace: (2 << 30) + 64 * size, processorSeconds: 30 + (size >> 19),
        message: Console.forErrors.text(of: failure), exitStatus: failure.exitStatus.rawValue)
}
