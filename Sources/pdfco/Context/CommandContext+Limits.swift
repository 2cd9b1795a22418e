import Documents
import LinuxFiles
import SystemPackage

extension CommandContext {
    /// Limits what the process uses to many times what any sound file of that length was seen to need. Not for commands that run
    /// others, which would inherit the limits.
    ///
    /// - Parameters:
    ///   - file: the document; the limits are set anew for each document of a process that handles many.
    ///   - continuation: what the program that begins anew is told, where others follow this document.
    ///   - isSilent: whether the exit status alone reports what was used up.
    func limitResources(
        for file: String, at path: FilePath, continuingAs continuation: String? = nil, isSilent: Bool = false
    ) {
        guard surroundings.areOfProcess else { return }
        let status = try? FileStatus(of: path)
        let size = (status?.contentSize ?? 0) + surroundings.inputFiles.size
        var limits = ResourceLimits(
            memory: (600 << 20) + 64 * size, addressSpace: (2 << 30) + (status?.size ?? 0) + 64 * size,
            processorSeconds: 10 + (size >> 20) * 4, exitStatus: ExitStatus.dataError.rawValue)
        if !isSilent {
            let texts = ["time", "memory"].map {
                surroundings.console.text(of: CommandFailure(tooDemanding: file, $0))
            }
            limits.messages = (texts[0], texts[1])
        }
        limits.nextContinuation = continuation
        limits.set()
    }

    /// What the program was told that began anew.
    var continuation: String? { surroundings.areOfProcess ? ResourceLimits.continuation : nil }
}

extension CommandFailure {
    /// - Parameter what: what the document takes too much of.
    init(tooDemanding file: String, _ what: String = "time or memory") {
        self.init(
            kind: "tooDemanding", file: file,
            problem: "cannot be processed: it takes more \(what) than any valid file of its size needs",
            exitStatus: .dataError)
    }
}
