import Documents
import LinuxFiles
import SystemPackage

extension CommandContext {
    /// Limits what the process uses for a document. Not for commands that run others, which would inherit the limits.
    ///
    /// - Parameters:
    ///   - file: the document; the limits are set anew for each document of a process that handles many.
    ///   - continuation: what the program that begins anew is told, where others follow this document.
    ///   - kept: the bytes that are kept of other documents, beside what this one needs.
    ///   - isSilent: whether the exit status alone reports what was used up.
    func limitResources(
        for file: String, at path: FilePath, continuingAs continuation: String? = nil, keeping kept: Int = 0,
        isSilent: Bool = false
    ) {
        guard surroundings.areOfProcess else { return }
        var limits = ResourceLimits(forDocumentAt: path, besides: surroundings.inputFiles.size)
        // An array that grows is there twice, and so is the text made of it.
        limits.memory += 4 * kept
        limits.addressSpace += 4 * kept
        if !isSilent {
            let texts = ["time", "memory"].map {
                surroundings.console.text(of: CommandFailure(tooDemanding: file, $0))
            }
            limits.messages = (texts[0], texts[1])
        }
        limits.nextContinuation = continuation
        limits.set()
    }

    /// What the program was told when it began anew.
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
