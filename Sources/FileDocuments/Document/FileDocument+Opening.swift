internal import Checkpointing
internal import FileCoordination
internal import LinuxFiles

extension FileDocument {
    /// Reads the document, and presents it from then on.
    ///
    /// - Throws: an error if the document cannot be read; it stays closed then. A damaged document is opened, but
    ///   cannot be edited.
    public func open() async throws(DocumentError) {
        guard state.contains(.closed) else { return }
        try await begin()
    }

    /// Opens the document, or creates it with contents where it does not exist: of several processes that do so, one creates it, and
    /// all have the same document open.
    ///
    /// - Throws: as ``open()`` and ``create(_:)`` do.
    public func open(orCreating contents: Contents) async throws(DocumentError) where Contents: DocumentContents {
        while true {
            do throws(DocumentError) { return try await open() } catch {
                guard error.situation == .noSuchFile else { throw error }
            }
            do throws(DocumentError) { return try await create(contents) } catch {
                // Another process has just created it.
                guard error.situation == .fileExists else { throw error }
            }
        }
    }

    private func begin() async throws(DocumentError) {
        if !core.configuration.loadsCheckpoint {
            let count = try core.recordedEditCount()
            core.change { $0.ignoresCheckpoint = count > 0 }
        }
        try await access(.reading()) { path throws(DocumentError) in
            let found = try core.examine(at: path, isNew: true)
            // Inside the read, so that every later change is reported.
            if core.shared.isCoordinated { try observe() }
            core.change { ($0.isExamined, $0.isOpen) = (true, true) }
            core.note(found ?? DocumentExamination())
        }
        startTimers()
    }

    func observe() throws(DocumentError) {
        try translating(of: path) { try core.presenters.observeFilePresenters([self]) }
    }

    /// Takes up the unsaved changes that were left aside when the document was opened; see
    /// ``DocumentConfiguration/loadsCheckpoint``.
    public func loadCheckpoint() async throws(DocumentError) {
        try checkOpen()
        guard core.shared.ignoresCheckpoint else { return }
        core.change { $0.ignoresCheckpoint = false }
        try await access(.reading(savingChanges: false)) { path throws(DocumentError) in
            core.note(try core.examine(at: path, isNew: true) ?? DocumentExamination())
        }
        await configuration.delegate?.presentedItemDidChange(for: self)
    }

    /// Stops presenting the file: other processes neither ask the document nor wait for it, and it hears of no changes,
    /// until ``resumePresenting()``. For an app in the background.
    public func suspendPresenting() throws(DocumentError) {
        try checkOpen()
        try core.saveCheckpoint()
        core.presenters.unobserveFilePresenters([self])
    }

    /// Presents the file again, and looks for what has changed meanwhile.
    public func resumePresenting() async throws(DocumentError) {
        try checkOpen()
        guard core.shared.isCoordinated, !core.presenters.isObserving(self) else { return }
        try observe()
        await presentedItemDidChange()
    }

    /// Closes the document and stops presenting it; it can be opened again.
    ///
    /// - Parameter unsaved: what becomes of unsaved changes.
    /// - Throws: an error if they could not be saved, made durable or discarded; the document stays open then. A document
    ///   without unsaved changes is always closed, even if its file is damaged or gone.
    public func close(_ unsaved: UnsavedChoice = .save) async throws(DocumentError) {
        guard !state.contains(.closed) else { return }
        switch unsaved {
        case .save where try core.unsavedEditCount() > 0: _ = try await save()
        case .discard where try core.unsavedEditCount() > 0: _ = try await revert()
        case .save, .keep, .discard: try core.saveCheckpoint()
        }
        end()
    }

    /// Continues with another file.
    func follow(to new: FilePath) async throws(DocumentError) {
        releaseFile()
        do {
            provider = provider.provider(ofNewFileAt: new)
            let isCoordinated = provider.isCoordinated
            core.change { ($0.path, $0.isCoordinated) = (new, isCoordinated) }
            try await begin()
        } catch {
            end()
            throw error
        }
    }

    private func end() {
        releaseFile()
        core.change { ($0.isOpen, $0.failedToSave) = (false, false) }
        core.events.finish()
        core.states.finish()
    }

    private func releaseFile() {
        core.presenters.unobserveFilePresenters([self])
        core.change { shared in
            for timer in shared.timers { timer.cancel() }
            shared.timers = []
            (shared.retained, shared.latest, shared.formerPath) = (nil, nil, nil)
            (shared.haveChangesConflict, shared.haveVersionsConflict, shared.ignoresCheckpoint) = (false, false, false)
        }
    }

    // MARK: Timers

    func startTimers() {
        var timers: [Task<Void, Never>] = []
        if let interval = core.configuration.autosaveInterval {
            timers.append(every(interval) { document in await document.autosave() })
        }
        if case .timed(let interval) = core.shared.strategy {
            timers.append(every(interval) { document in await document.saveCheckpointByItself() })
        }
        let old = core.shared.timers
        for timer in old { timer.cancel() }
        core.change { $0.timers = timers }
    }

    private nonisolated func every(
        _ interval: Duration, _ body: @escaping @Sendable (FileDocument) async -> Void
    ) -> Task<Void, Never> {
        Task { [weak self] in
            while (try? await Task.sleep(for: interval)) != nil, let self { await body(self) }
        }
    }

    private func saveCheckpointByItself() async {
        do { try core.saveCheckpoint() } catch { await handle(error) }
    }

    /// Makes all unsaved changes durable, whichever process recorded them. A `checkpointed` event with the detail
    /// `durable` says so if there was anything to do.
    public func saveCheckpoint() throws(DocumentError) { try core.saveCheckpoint() }
}
