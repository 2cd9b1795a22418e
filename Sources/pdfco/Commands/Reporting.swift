import Documents
import LinuxFiles
import SystemPackage

/// Limits the resources for reading the document to many times what any valid file of that size was seen to need. Not
/// for commands that run others, which would inherit the limits.
func limitResources(for file: String, at path: FilePath) {
    let failure = CommandFailure(tooDemanding: file)
    let limits = DocumentLimits(for: path)
    ResourceLimits.set(
        addressSpace: limits.addressSpace, processorSeconds: limits.processorSeconds,
        message: Console.forErrors.text(of: failure), exitStatus: failure.exitStatus.rawValue)
}

/// The same for the next document of a process that handles many.
func restartLimits(for path: FilePath) {
    let limits = DocumentLimits(for: path)
    ResourceLimits.restart(
        addressSpace: limits.addressSpace, processorSeconds: limits.processorSeconds,
        exitStatus: ExitStatus.dataError.rawValue)
}

/// What reading a document may take: the address space in bytes, and processor time.
private struct DocumentLimits {
    let addressSpace: Int
    let processorSeconds: Int

    init(for file: FilePath) {
        let size = (try? FileStatus(of: file).size) ?? 0
        (addressSpace, processorSeconds) = ((2 << 30) + 64 * size, 30 + (size >> 19))
    }
}

extension CommandFailure {
    init(tooDemanding file: String) {
        self.init(
            kind: "tooDemanding", file: file,
            problem: "cannot be processed: it takes more time than any valid file of its size should need",
            exitStatus: .dataError)
    }
}
