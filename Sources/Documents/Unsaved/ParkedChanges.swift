internal import Checkpointing
internal import Synchronization
internal import SystemPackage

/// Keeps the file and the checkpoint of a long-open document between accesses: open but not locked, with what was read
/// from them, so that each access reads only what is new.
public final class ParkedChanges: Sendable {
    struct ParkedContents: @unchecked Sendable {
        // The mutex passes it from one holder to the next; nothing else refers to it.
        let contents: OpenedPDF
        let recording: Recording
    }

    let log: ParkedLog
    private let files = Mutex<[OpenMode: ParkedContents]>([:])

    init(_ log: ParkedLog) { self.log = log }

    /// Takes out the contents of the file at a path, if it is certain that nothing has changed them; only some modes have
    /// any.
    func takeContents(at path: FilePath, for mode: OpenMode) -> ParkedContents? {
        guard let taken = files.withLock({ $0.removeValue(forKey: mode) }) else { return nil }
        return (try? taken.contents.source.isStill(at: path)) == true ? taken : nil
    }

    /// Puts back contents that nothing but the editor refers to.
    func put(_ contents: OpenedPDF, _ recording: Recording, for mode: OpenMode) {
        guard mode == .editing || mode == .reading, contents.isReusable else { return }
        contents.dropFinished()
        let parked = ParkedContents(contents: contents, recording: recording)
        files.withLock { $0[mode] = parked }
    }

    /// Closes the file, which is about to be replaced.
    func dropContents() { files.withLock { $0 = [:] } }
}
