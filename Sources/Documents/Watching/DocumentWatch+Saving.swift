internal import Checkpointing
internal import FileCoordination
internal import LinuxFiles
internal import Synchronization
internal import SystemPackage

/// How a watch saves unsaved changes into their documents.
extension DocumentWatch {
    /// How long a save waits for access when another process waits for the save, and for other documents after it.
    private static let waitLimit = Duration.seconds(4)
    /// How long a changed document must stay unchanged before it is examined: it may be half-written.
    private static let settlingTime = Duration.milliseconds(300)

    /// Saves the unsaved changes of what another process is about to read.
    ///
    /// - Parameter whileWritten: whether a writer has been granted access. The writer may be the process that reads,
    ///   and then access that is not available at once will not become available.
    func saveChanges(of item: WatchedItem, whileWritten: Bool) {
        examineCheckpoints()
        for (identifier, entry) in unsaved.withLock(\.entries) where item.covers(entry.path) {
            save(identifier, waitingAtMost: whileWritten ? .zero : Self.waitLimit)
        }
    }

    /// Handles a change of a document: its unsaved changes may no longer fit it.
    func documentChanged(_ path: FilePath) {
        for identifier in unsaved.withLock({ $0.identifiers(ofMovedFrom: path) }) { examineCheckpoint(identifier) }
        unsaved.withLock { $0.noteChange(of: path, checkingAt: .now + Self.settlingTime) }
        activity.wakeUp.signal()
    }

    // MARK: The watch's thread

    /// The body of the watch's thread, which runs until the watch ends.
    func work() {
        while !activity.isEnded {
            activity.wakeUp.clear()
            let due = unsaved.withLock { $0.takeDue(by: .now) }
            for identifier in due.checks { check(identifier) }
            for identifier in due.saves { save(identifier, waitingAtMost: options.timeout) }
            let next = unsaved.withLock(\.nextTime)
            if activity.isEnded { return }
            _ = try? wait(for: [activity.wakeUp], atMost: next.map { max(.zero, $0 - .now) })
        }
    }

    /// Checks whether the unsaved changes fit the current document. The result is only reported: a save checks again.
    private func check(_ identifier: CheckpointIdentifier) {
        guard activity.beginSave() else { return }
        defer { activity.endSave() }
        guard let entry = unsaved.withLock({ $0[identifier] }), entry.counts.edits > 0 else { return }
        let reason: String?
        do {
            reason = try documents(for: identifier).attempt(at: entry.path, knownAs: entry.path, for: .read()) {
                document throws(DocumentError) in
                try document.summary().unsaved.conflict
            }
        } catch {
            // Whether a document that cannot be read now is in conflict is unknown.
            return
        }
        unsaved.withLock { unsaved in
            unsaved[identifier]?.failure = reason.map { DocumentError(.unsavedConflict($0), entry.path) }
            let isLeft = reason == nil && entry.autosaveTime == nil
            if isLeft, let delay = options.autosaveDelay { unsaved[identifier]?.autosaveTime = .now + delay }
        }
        if let reason, entry.failure?.situation != .unsavedConflict(reason) {
            notify(.conflict, entry.path, detail: reason)
        }
    }

    // MARK: Saving one document

    private func save(_ identifier: CheckpointIdentifier, waitingAtMost timeout: Duration) {
        guard activity.beginSave() else { return }
        defer { activity.endSave() }
        let turn = unsaved.withLock { $0[identifier]?.turn }
        turn?.mutex.withLock { _ in
            // A save in an earlier turn may have done it.
            guard let entry = unsaved.withLock({ $0[identifier] }), entry.counts.edits > 0, entry.isWorthTrying
            else { return }
            save(entry, identifier, waitingAtMost: timeout)
        }
    }

    private func save(
        _ entry: UnsavedDocuments.Entry, _ identifier: CheckpointIdentifier, waitingAtMost timeout: Duration
    ) {
        var documents = documents(for: identifier)
        documents.coordinator = FileCoordinator(
            purposeIdentifier: options.purposeIdentifier, timeout: timeout, runtimeDirectory: options.runtimeDirectory)
        documents.notify = { [self] in if case .skipped(let warning) = $0 { notify(.skipped(warning), of: entry.path) }
        }
        do {
            let edits = try documents.open(entry.path, for: .save()) { document throws(DocumentError) in
                let edits = document.unsavedCount
                if edits > 0 { _ = try document.save() }
                return edits
            }
            // More changes may have been recorded since.
            unsaved.withLock { $0[identifier] = nil }
            if edits > 0 { notify(.saved, entry.path, detail: edits == 1 ? "1 edit" : "\(edits) edits") }
            examineCheckpoint(identifier)
        } catch {
            fail(entry, identifier, error)
        }
    }

    private func documents(for identifier: CheckpointIdentifier) -> DocumentStore<PDFContents> {
        var documents = DocumentStore<PDFContents>(checkpoints: options.store)
        (documents.checkpoint, documents.options.password) = (identifier, options.password)
        return documents
    }

    private func fail(_ entry: UnsavedDocuments.Entry, _ identifier: CheckpointIdentifier, _ error: DocumentError) {
        unsaved.withLock { unsaved in
            unsaved[identifier]?.failure = error
            // The process that holds it now will release it eventually.
            if error.isTemporary, let delay = options.autosaveDelay {
                unsaved[identifier]?.autosaveTime = .now + max(delay, .seconds(1))
            }
        }
        if entry.failure == error { return }
        switch error.situation {
        case .unsavedConflict(let reason): notify(.conflict, entry.path, detail: reason)
        // A deletion is reported separately; a cancellation means that the process is about to be stopped.
        case .noSuchFile, .coordination(.cancelled): break
        default: notify(.notSaved(error), of: entry.path)
        }
    }
}

extension UnsavedDocuments.Entry {
    /// Whether a save can have another outcome than the last attempt, after which nothing has changed.
    fileprivate var isWorthTrying: Bool { failure?.isTemporary ?? true }
}

extension DocumentError {
    /// Whether the same operation may succeed a moment later.
    fileprivate var isTemporary: Bool {
        switch situation {
        case .busy, .conflict, .noSuchFile, .noSpace, .checkpoint(.timedOut): true
        case .coordination(.timedOut), .coordination(.cancelled), .coordination(.presenterFailed): true
        case .coordination(.presenterDidNotAnswer): true
        default: false
        }
    }
}
