internal import Checkpointing
internal import FileCoordination
internal import LinuxFiles

extension PresentedDocument {
    /// Reads the document, and presents it from then on.
    ///
    /// - Throws: an error if the document cannot be read; it stays closed then. A damaged document is opened, but
    ///   cannot be edited.
    public func open() async throws(Failure) {
        guard state.contains(.closed) else { return }
        try await access(.reading()) { path throws(Failure) in
            let found = try examine(at: path, isNew: true)
            // Inside the read, so that every later change is reported.
            if core.isCoordinated { try observe() }
            core.change { ($0.isExamined, $0.state) = (true, .normal) }
            note(found ?? DocumentExamination())
        }
        startTimers()
    }

    func observe() throws(Failure) {
        do throws(FileCoordinationError) { try core.presenters.observeFilePresenters([self]) } catch {
            throw Failure(FileDocumentError(error, path))
        }
    }

    /// Closes the document and stops presenting it; it can be opened again.
    ///
    /// - Parameter saving: whether unsaved changes are saved first. Otherwise they stay in the checkpoint, which is
    ///   durable when this returns.
    /// - Throws: an error if they could not be saved or made durable; the document stays open then. A document without
    ///   unsaved changes is always closed, even if its file is damaged or gone.
    public func close(saving: Bool = true) async throws(Failure) {
        guard !state.contains(.closed) else { return }
        if saving, try recordedEditCount() > 0 { _ = try await save() } else { try saveCheckpoint() }
        end()
    }

    func end() {
        core.presenters.unobserveFilePresenters([self])
        core.change { shared in
            for timer in shared.timers { timer.cancel() }
            shared.timers = []
            shared.retained = nil
            shared.state = .closed
        }
        core.events.finish()
        core.states.finish()
    }

    // MARK: Timers

    func startTimers() {
        var timers: [Task<Void, Never>] = []
        if let interval = core.configuration.autosaveInterval {
            timers.append(every(interval) { document in await document.autosave() })
        }
        if case .timed(let interval) = core.strategy {
            timers.append(every(interval) { document in await document.saveCheckpointByItself() })
        }
        let old = core[\.timers]
        for timer in old { timer.cancel() }
        core.change { $0.timers = timers }
    }

    private nonisolated func every(
        _ interval: Duration, _ body: @escaping @Sendable (Self) async -> Void
    ) -> Task<Void, Never> {
        Task { [weak self] in
            while (try? await Task.sleep(for: interval)) != nil, let self { await body(self) }
        }
    }

    private func saveCheckpointByItself() async {
        do throws(Failure) { try saveCheckpoint() } catch { await handleError(error) }
    }

    /// Makes all unsaved changes durable, whichever process recorded them.
    public func saveCheckpoint() throws(Failure) {
        guard core.strategy != .immediate else { return }
        let identifier = try checkpointIdentifier()
        try translatingCheckpoints { () throws(CheckpointError) in
            if let log = try core.configuration.checkpoints.existingLog(identifier) { try log.synchronize() }
        }
    }
}
