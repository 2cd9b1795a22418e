package import Checkpointing
internal import Synchronization
internal import SystemPackage

/// Keeps the file and the checkpoint of a long-open document between accesses: open but not locked, with what was read
/// from them, so that each access reads only what is new.
public final class SuspendedDocument<Contents: OpenContents>: Sendable {
    /// What was read of a file, and what was made of it.
    struct Kept: @unchecked Sendable {
        // The mutex passes it from one holder to the next; nothing else refers to it.
        let file: Contents.File
        var contents: Contents
        /// The number of changes that they have, and the checksum of the last one.
        var changes: (count: Int, checksum: UInt32)
    }

    package let log = ParkedLog()
    private let kept = Mutex<[Int: Kept]>([:])
    /// The state of the contents that the document last reported, or has written itself. Having seen others is not
    /// enough: the change must still be reported.
    private let told = Mutex<String?>(nil)

    package init() {}

    /// Takes out what was read of the file at a path, if it is certain that nothing has changed it.
    func take(at path: FilePath, for intent: DocumentIntent<Contents>) -> Kept? {
        guard let reading = Contents.reading(for: intent),
            let taken = kept.withLock({ $0.removeValue(forKey: reading) }),
            (try? taken.file.source.isStill(at: path)) == true
        else { return nil }
        return taken
    }

    /// Puts back what nothing else refers to.
    func put(_ new: Kept, for intent: DocumentIntent<Contents>) {
        guard new.file.isReusable, let reading = Contents.reading(for: intent) else { return }
        kept.withLock { $0[reading] = new }
    }

    /// Closes the file, which is about to be replaced.
    package func dropFiles() { kept.withLock { $0 = [:] } }

    package var toldState: String? { told.withLock(\.self) }

    /// Takes note of what the document, or a command of its purpose, has written.
    package func note(_ state: String) { told.withLock { $0 = state } }
}
