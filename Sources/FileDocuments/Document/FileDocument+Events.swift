public import FileCoordination

/// What happens to a document, for loops.
extension FileDocument {
    /// Returns the events on the document from now on.
    ///
    /// Each call returns a sequence with a buffer of its own, so there can be several consumers. A buffer holds 1,024
    /// events; if a consumer is slower, one of kind ``DocumentEvent/Kind/overflow`` replaces those that it misses. The
    /// sequence ends when the document is closed or released. It may be made before the document is opened.
    public nonisolated func events() -> EventSequence<DocumentEvent> {
        core.events.sequence()
    }

    /// Returns the current state of the document, and each new one: a consumer that is slow gets only the newest.
    ///
    /// Each call returns a sequence of its own. It ends with ``FileDocumentState/closed`` when the document is
    /// closed, or when the document is released.
    public nonisolated func states() -> EventSequence<FileDocumentState> {
        let buffer = EventBuffer<FileDocumentState>(limit: 1) { _, new in new }
        core.observeStates(buffer)
        return EventSequence(buffer)
    }
}

extension DocumentCore {
    /// Sends the current state and each new one; none is missed in between.
    fileprivate func observeStates(_ buffer: EventBuffer<FileDocumentState>) {
        states.add(buffer)
        buffer.add(self.shared.state)
    }
}

extension EventSource<DocumentEvent> {
    /// Returns a sequence of the events from now on, for one consumer.
    package func sequence() -> EventSequence<DocumentEvent> {
        let buffer = EventBuffer<DocumentEvent>(limit: FileCoordinator.eventLimit) { _, new in
            DocumentEvent(.overflow, at: new.path, time: new.time, detail: "events were lost")
        }
        add(buffer)
        return EventSequence(buffer)
    }
}
