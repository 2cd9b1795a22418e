import LinuxFiles
import SystemPackage

extension ResourceLimits {
    /// Many times what any sound file of that length was seen to need.
    ///
    /// - Parameter otherBytes: the length of the other files that are read for it.
    init(forDocumentAt path: FilePath, besides otherBytes: Int = 0) {
        let status = try? FileStatus(of: path)
        let size = (status?.contentSize ?? 0) + otherBytes
        self.init(
            memory: (600 << 20) + 64 * size, addressSpace: (2 << 30) + (status?.size ?? 0) + 64 * size,
            processorSeconds: 10 + (size >> 20) * 4, exitStatus: ExitStatus.dataError.rawValue)
    }
}
