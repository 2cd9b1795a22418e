internal import LinuxFiles
internal import Synchronization
internal import SystemPackage

/// The kernel's events for all presented items of this process: one queue, and the listeners of each watch.
final class ItemWatcher: Sendable {
    private struct Listener {
        weak var hints: ItemHints?
    }

    /// `nil` if the system has no more queues available; everything is then polled from time to time.
    let events: FileEvents?
    private let listeners = Mutex<[Int32: [ObjectIdentifier: Listener]]>([:])

    init() { events = try? FileEvents() }

    /// The events in a directory, and those of the directory itself.
    private static let kinds: FileEvent.Kind = [
        .modified, .attributesChanged, .closedAfterWriting, .movedFrom, .movedTo, .created, .deleted, .itselfMoved,
        .itselfDeleted,
    ]

    /// Watches a directory; `nil` if that is impossible or would not report every change.
    ///
    /// - Parameter onlyMoves: whether to watch only for the directory itself being moved or deleted.
    func watch(_ directory: FilePath, onlyMoves: Bool = false, for hints: ItemHints) -> Int32? {
        guard let events, onlyMoves || FileSystem.tellsOfChanges(at: directory) else { return nil }
        // Events may arrive before this returns: they must find the listener.
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

    /// How often to read: more than the kernel's queue holds, 16,384 events (`max_queued_events`), at 500 events per
    /// read.
    private static let readings = 64

    /// Passes on all queued events; stops at some point even if new ones arrive as fast.
    func readEvents() {
        guard let events else { return }
        listeners.withLock { listeners in
            for _ in 1...Self.readings {
                guard let arrived = try? events.read(), !arrived.isEmpty else { return }
                for event in arrived {
                    var concerned = listeners[event.watch] ?? [:]
                    // Each listener once, however many watches it has.
                    if event.kind.contains(.overflow) { for all in listeners.values { concerned.merge(all) { $1 } } }
                    for listener in concerned.values { listener.hints?.add(event) }
                    if event.kind.contains(.watchEnded) { listeners[event.watch] = nil }
                }
            }
        }
    }
}
