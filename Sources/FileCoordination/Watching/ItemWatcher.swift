internal import LinuxFiles
internal import Synchronization
internal import SystemPackage

/// The kernel's news for all presented items of this process: one queue, and who is concerned by which watch.
final class ItemWatcher: Sendable {
    private struct Listener {
        weak var hints: ItemHints?
    }

    /// `nil` where the system has no more queues to give: then everything is looked at from time to time.
    let events: FileEvents?
    private let listeners = Mutex<[Int32: [ObjectIdentifier: Listener]]>([:])

    init() { events = try? FileEvents() }

    /// What happens in a directory, and to it.
    private static let kinds: FileEvent.Kind = [
        .modified, .attributesChanged, .closedAfterWriting, .movedFrom, .movedTo, .created, .deleted, .itselfMoved,
        .itselfDeleted,
    ]

    /// Watches a directory; `nil` where that cannot be done or does not tell everything.
    ///
    /// - Parameter onlyMoves: only whether the directory itself goes.
    func watch(_ directory: FilePath, onlyMoves: Bool = false, for hints: ItemHints) -> Int32? {
        guard let events, onlyMoves || FileSystem.tellsOfChanges(at: directory) else { return nil }
        // News may be there before this returns: they must find the listener.
        return listeners.withLock { listeners in
            guard
                let watch = try? events.watch(directory, for: onlyMoves ? [.itselfMoved, .itselfDeleted] : Self.kinds)
            else {
                return nil
            }
            listeners[watch, default: [:]][ObjectIdentifier(hints)] = Listener(hints: hints)
            return watch
        }
    }

    func unwatch(_ watch: Int32, for hints: ItemHints) {
        listeners.withLock { listeners in
            listeners[watch]?[ObjectIdentifier(hints)] = nil
            guard listeners[watch]?.isEmpty == true else { return }
            listeners[watch] = nil
            events?.unwatch(watch)
        }
    }

    /// More than the kernel's queue holds, 16,384 events (`max_queued_events`), where 500 come with a reading.
    private static let readings = 64

    /// Hands on all news there are; not for ever where somebody makes new ones as fast.
    func readEvents() {
        guard let events else { return }
        listeners.withLock { listeners in
            for _ in 1...Self.readings {
                guard let news = try? events.read(), !news.isEmpty else { return }
                for event in news {
                    var concerned = listeners[event.watch] ?? [:]
                    // Each once, however much it watches.
                    if event.kind.contains(.overflow) { for all in listeners.values { concerned.merge(all) { $1 } } }
                    for listener in concerned.values { listener.hints?.hear(event) }
                    if event.kind.contains(.watchEnded) { listeners[event.watch] = nil }
                }
            }
        }
    }
}
