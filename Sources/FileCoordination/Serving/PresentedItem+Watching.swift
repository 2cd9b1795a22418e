internal import LinuxFiles
internal import Synchronization
internal import SystemPackage

/// Watches are on directories: one on a file would end with the first safe save. The directories further up are watched
/// because the kernel reports a move only to watches on the moved directory itself.
extension PresentedItem {
    func watchAround() {
        for (watch, role) in hints.watches {
            if case .inside = role { continue }
            watcher.unwatch(watch, for: hints)
            hints.setRole(nil, of: watch)
        }
        presence.withLock { $0.isUnwatchedAround = false }
        guard let path, let name = path.lastComponent else { return }
        var directory = path.removingLastComponent()
        guard let watch = watcher.watch(directory, for: hints) else {
            presence.withLock { $0.isUnwatchedAround = true }
            return
        }
        hints.setRole(.around([name, formerPath?.lastComponent].compactMap(\.self)), of: watch)
        while directory.removeLastComponent() {
            // Moves of an unreadable directory are not reported.
            guard let watch = watcher.watch(directory, onlyMoves: true, for: hints) else { continue }
            hints.setRole(.above, of: watch)
        }
    }

    var isWatchedAround: Bool {
        hints.watches.values.contains { role in
            if case .around = role { true } else { false }
        }
    }

    /// Watches a directory inside the item, or the item itself if it is a directory.
    func watchInside(_ directory: FilePath) {
        guard let path else { return }
        guard let watch = watcher.watch(path.appendingInner(directory), for: hints) else {
            presence.withLock { $0.isUnwatchedInside = true }
            return
        }
        hints.setRole(.inside(directory), of: watch)
    }

    /// Ends the watches of directories that are no longer inside the item.
    func unwatchUnlisted(_ listing: DirectoryListing?) {
        for (watch, role) in hints.watches {
            guard case .inside(let directory) = role, listing?[directory] == nil else { continue }
            watcher.unwatch(watch, for: hints)
            hints.setRole(nil, of: watch)
        }
    }
}
