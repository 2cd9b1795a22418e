internal import Checkpointing
internal import FileCoordination
internal import LinuxFiles
internal import Synchronization
internal import SystemPackage

/// Presents the directory of the checkpoints, to detect when changes to a watched document are recorded.
final class WatchedCheckpoints: FilePresenter {
    let presentedItemPath: FilePath?
    private let watch: DocumentWatch

    init(_ directory: FilePath, of watch: DocumentWatch) {
        presentedItemPath = directory
        self.watch = watch
    }

    func presentedSubitemDidAppear(at path: FilePath) async { examine(at: path) }
    func presentedSubitemDidChange(at path: FilePath) async { examine(at: path) }
    func presentedSubitemWasDeleted(at path: FilePath) async { examine(at: path) }
    func presentedItemEventsWereLost() async { watch.examineCheckpoints() }

    func presentedSubitem(at oldPath: FilePath, didMoveTo newPath: FilePath) async {
        examine(at: oldPath)
        examine(at: newPath)
    }

    private func examine(at path: FilePath) {
        guard let word = path.stem, let identifier = try? CheckpointIdentifier(word),
            watch.options.store?.path(of: identifier).lastComponent == path.lastComponent
        else { return }
        watch.examineCheckpoint(identifier)
    }
}

extension DocumentWatch {
    /// Starts watching for recorded changes; if the directory for them cannot be created, none can be recorded either.
    func watchCheckpoints() throws(DocumentError) {
        guard let store = options.store else { return }
        do { try PrivateDirectory.makeDurably(store.directory) } catch { return }
        try present(WatchedCheckpoints(store.directory, of: self))
    }

    /// Determines which watched documents have unsaved changes.
    func examineCheckpoints(atStart: Bool = false) { examining.withLock { _ in examineAll(atStart: atStart) } }

    /// Checks a checkpoint for new changes.
    func examineCheckpoint(_ identifier: CheckpointIdentifier) { examining.withLock { _ in examine(at: identifier) } }

    /// Handles the move of a document or a directory.
    ///
    /// Changes recorded before the move name the old path, and may not have been noticed yet.
    ///
    /// - Parameter noting: updates whatever else holds the path.
    func documentsMoved(from old: FilePath, to new: FilePath, noting: () -> Void = {}) {
        examining.withLock { _ in
            examineAll()
            noting()
            unsaved.withLock { $0.move(from: old, to: new) }
        }
    }

    private func examineAll(atStart: Bool = false) {
        guard let store = options.store, let identifiers = try? store.identifiers() else { return }
        if atStart {
            // Find documents that were moved after their changes were recorded.
            for document in namedDocuments {
                let identifier = try? store.identifier(ofFileAt: document)
                if let identifier { examine(at: identifier, of: document, atStart: true) }
            }
        }
        let gone = unsaved.withLock { Set($0.entries.keys) }.subtracting(identifiers)
        for identifier in identifiers + gone { examine(at: identifier, atStart: atStart) }
    }

    /// - Parameter document: the current path of the document, if the checkpoint names an earlier one.
    private func examine(at identifier: CheckpointIdentifier, of document: FilePath? = nil, atStart: Bool = false) {
        guard var store = options.store else { return }
        // A process that holds it longer is saving it, and then removes it.
        store.timeout = .seconds(2)
        let known = unsaved.withLock { $0[identifier] }
        let header: CheckpointHeader?
        do { header = try store.foundHeader(identifier) } catch { return }
        guard let header else { return unsaved.withLock { $0[identifier] = nil } }
        let path = known.flatMap { $0.path(recordedAs: header.path) } ?? document ?? header.path
        guard covers(path) else { return unsaved.withLock { $0[identifier] = nil } }
        let found: CheckpointDescription
        do {
            guard let description = try store.description(of: identifier) else {
                return unsaved.withLock { $0[identifier] = nil }
            }
            found = description
        } catch {
            // An unreadable checkpoint is left to those that write it.
            return
        }
        let counts = UnsavedDocuments.Counts(
            edits: found.contents.editCount, undone: found.contents.changeCounts.undone)
        var entry = UnsavedDocuments.Entry(path: path, recordedPath: header.path, counts: counts)
        // Those of a document that was replaced are not saved into the new one.
        if let delay = options.autosaveDelay, counts.edits > 0, !identifier.isNumbered(from: header.path) {
            let age = atStart ? max(0, FileTime.now.seconds - found.modified) : 0
            entry.autosaveTime = .now + delay - .seconds(age)
        }
        if let known = unsaved.withLock({ $0[identifier] }), known.path == path, known.counts == counts { return }
        // Before the entry, which may be saved at once: nobody hears of a save before the changes that it saves.
        if !atStart { notify(.checkpointed, path, detail: Self.unsavedText(counts.edits)) }
        unsaved.withLock { $0[identifier] = entry }
        activity.wakeUp.signal()
    }

    private static func unsavedText(_ edits: Int) -> String {
        switch edits {
        case 0: "nothing unsaved"
        case 1: "1 unsaved change"
        default: "\(edits) unsaved changes"
        }
    }
}
