internal import LinuxFiles
internal import Synchronization
internal import SystemPackage

/// Every hint of a change only triggers a check: so a coordinated change and the kernel's event for it are reported
/// once, and a change that was undone is not reported at all.
extension PresentedItem {
    /// Returns what has changed since the last check; empty while checking is suspended.
    func check() -> [ItemChange] {
        lastCheck.withLock { lastCheck in
            let pending = hints.take()
            guard lastCheck.suspensions == 0, !isRemoved else {
                hints.putBack(pending)
                return []
            }
            var changes: [ItemChange] = pending.wereLost ? [.eventsWereLost] : []
            let before = lastCheck.state?.status.identity
            if !isWatchedAround { watchAround() }
            changes += checkItem(&lastCheck)
            let isAnother = lastCheck.state?.status.identity != before
            changes += checkInside(pending, everything: pending.everything || isAnother, &lastCheck)
            return changes
        }
    }

    /// Follows a move of the item, or of a directory around it, that a coordinator reported; returns the changes that
    /// are new.
    func move(from old: FilePath, to new: FilePath) -> [ItemChange] {
        lastCheck.withLock { lastCheck in
            guard !isRemoved, let path = path?.moved(from: old, to: new) else { return [] }
            return relocate(to: path, &lastCheck)
        }
    }

    /// Records the present state of everything without reporting changes.
    func learn(_ lastCheck: inout LastCheck) {
        lastCheck.state = path.flatMap { try? ItemState(of: $0) }
        lastCheck.listing = nil
        list(&lastCheck)
    }

    private func checkItem(_ lastCheck: inout LastCheck) -> [ItemChange] {
        let changes = reappear(&lastCheck)
        return changes.isEmpty ? checkAtPath(&lastCheck) : changes
    }

    /// If another item has appeared at the path from which the item was moved, a program saved it that way: the path
    /// counts.
    private func reappear(_ lastCheck: inout LastCheck) -> [ItemChange] {
        guard let formerPath, let status = try? FileStatus(of: formerPath, followingLink: false) else { return [] }
        let aside = lastCheck.state?.location.flatMap { try? FileStatus(of: $0, followingLink: false) }
        guard status.hasReplaced(aside) else {
            presence.withLock { $0.formerPath = nil }
            return []
        }
        return relocate(to: formerPath, &lastCheck) + checkAtPath(&lastCheck)
    }

    private func checkAtPath(_ lastCheck: inout LastCheck) -> [ItemChange] {
        guard let path else { return [] }
        let known = lastCheck.state
        let now: ItemState
        do {
            if let known, known.isCertainly(try FileStatus(of: path, followingLink: false)) { return [] }
            now = try ItemState(of: path)
        } catch {
            guard error.saysNothingIsThere else { return [] }
            guard let known else { return [] }
            if let place = known.location, place != path {
                let isNear = place.removingLastComponent() == path.removingLastComponent()
                return relocate(to: place, movedFrom: isNear ? path : nil, &lastCheck) + reappear(&lastCheck)
            }
            lastCheck.state = nil
            return [.deleted]
        }
        lastCheck.state = now
        return known.map { Self.changes($0.difference(to: now, acrossMove: false)) } ?? [.changed]
    }

    private static func changes(_ difference: ItemState.Difference) -> [ItemChange] {
        switch difference {
        case .none: []
        case .attributes: [.attributesChanged]
        case .contents: [.changed]
        }
    }

    private func relocate(
        to path: FilePath, movedFrom formerPath: FilePath? = nil, _ lastCheck: inout LastCheck
    ) -> [ItemChange] {
        // Without a socket nobody asks the presenter any more, but it is still notified where its item is.
        try? present(path, movedFrom: formerPath)
        guard let known = lastCheck.state, let now = try? ItemState(of: path) else { return [.moved(to: path)] }
        lastCheck.state = now
        return [.moved(to: path)] + Self.changes(known.difference(to: now, acrossMove: true))
    }

    // MARK: Directories

    private func checkInside(
        _ pending: ItemHints.Pending, everything: Bool, _ lastCheck: inout LastCheck
    ) -> [ItemChange] {
        guard let path, lastCheck.state?.status.kind == .directory else {
            guard let listing = lastCheck.listing else { return [] }
            lastCheck.listing = nil
            unwatchUnlisted(nil)
            return listing.tree("").flatMap { directory in
                (listing[directory] ?? [:]).keys.map { .subitemDeleted(directory.appending($0)) }
            }
        }
        guard let listing = lastCheck.listing else {
            list(&lastCheck)
            return []
        }
        lastCheck.listing = nil
        var comparison = DirectoryComparison(path, listing) { self.watchInside($0) }
        if everything {
            for directory in listing.tree("") { watchInside(directory) }
            comparison.check(at: listing.tree(""))
        } else {
            comparison.check(at: pending.directories)
        }
        let isSomethingGone = comparison.isSomethingGone
        if isSomethingGone {
            // The event for the other half of a move may just be arriving.
            watcher.readEvents()
            comparison.check(at: hints.takeDirectories())
        }
        comparison.finish()
        if isSomethingGone { unwatchUnlisted(comparison.listing) }
        lastCheck.listing = comparison.listing
        return comparison.changes
    }

    private func list(_ lastCheck: inout LastCheck) {
        guard let path, lastCheck.state?.status.kind == .directory else { return }
        var comparison = DirectoryComparison(path, DirectoryListing()) { self.watchInside($0) }
        comparison.readAll()
        lastCheck.listing = comparison.listing
    }

    // MARK: Suspending checks

    func suspendChecks() { lastCheck.withLock { $0.suspensions += 1 } }

    func resumeChecks() {
        lastCheck.withLock { $0.suspensions -= 1 }
        hints.requestCheck(everything: false)
    }

    /// Records what the presenter's own coordinator has written at these paths, without reporting it; what others
    /// changed meanwhile is still reported.
    func takeOwnChanges(at paths: [FilePath]) {
        // The presenter declares where its item is after it created or moved it.
        try? followPresenter()
        lastCheck.withLock { lastCheck in
            guard let item = path else { return }
            for path in paths {
                if item.starts(with: path) {
                    takeItem(&lastCheck)
                } else if path.starts(with: item), let listing = lastCheck.listing {
                    var inner = path
                    _ = inner.removePrefix(item)
                    lastCheck.listing = nil
                    var comparison = DirectoryComparison(item, listing) { self.watchInside($0) }
                    comparison.take(inner)
                    lastCheck.listing = comparison.listing
                }
            }
        }
    }

    /// Follows a move by the presenter's own coordinator, which the presenter already knows about.
    func followOwnMove(from old: FilePath, to new: FilePath) {
        lastCheck.withLock { lastCheck in
            guard let path = path?.moved(from: old, to: new) else { return }
            _ = relocate(to: path, &lastCheck)
        }
    }

    private func takeItem(_ lastCheck: inout LastCheck) {
        guard let path else { return }
        // If the item was moved elsewhere, the next check follows it.
        if (try? FileStatus(of: path, followingLink: false)) == nil, lastCheck.state?.location != nil { return }
        learn(&lastCheck)
    }
}
