internal import LinuxFiles
internal import Synchronization
internal import SystemPackage

/// Watches are on folders: one on a file would end with the first safe save. The folders further up are watched because the
/// kernel tells of a move only to who watches the very folder that is moved.
extension PresentedItem {
    func watchAround() {
        for (watch, role) in hints.watches {
            if case .inside = role { continue }
            watcher.unwatch(watch, for: hints)
            hints.setRole(nil, of: watch)
        }
        reach.withLock { $0.isUnwatchedAround = false }
        guard let path, let name = path.lastComponent else { return }
        var folder = path.removingLastComponent()
        guard let watch = watcher.watch(folder, for: hints) else {
            reach.withLock { $0.isUnwatchedAround = true }
            return
        }
        hints.setRole(.around([name, formerPath?.lastComponent].compactMap(\.self)), of: watch)
        while folder.removeLastComponent() {
            // Where one may not look, one is not told of moves either.
            guard let watch = watcher.watch(folder, onlyMoves: true, for: hints) else { continue }
            hints.setRole(.above, of: watch)
        }
    }

    var isWatchedAround: Bool {
        hints.watches.values.contains { role in
            if case .around = role { true } else { false }
        }
    }

    /// Watches a folder inside the item, or the item itself, which is a folder then.
    func watchInside(_ folder: FilePath) {
        guard let path else { return }
        guard let watch = watcher.watch(path.appendingInner(folder), for: hints) else {
            reach.withLock { $0.isUnwatchedInside = true }
            return
        }
        hints.setRole(.inside(folder), of: watch)
    }

    /// Ends the watches of folders that are not inside any more.
    func unwatchStrangers(_ listing: FolderListing?) {
        for (watch, role) in hints.watches {
            guard case .inside(let folder) = role, listing?[folder] == nil else { continue }
            watcher.unwatch(watch, for: hints)
            hints.setRole(nil, of: watch)
        }
    }
}
