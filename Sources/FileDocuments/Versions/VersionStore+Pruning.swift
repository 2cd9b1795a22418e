internal import FileCoordination
internal import LinuxFiles

extension VersionStore {
    /// Removes versions that need no decision and whose record is old, each in a coordinated write to its document. A
    /// document keeps its versions if others are using it at the moment, if it has relied on one of them since, or if
    /// locks may be local; and all of them while a process presents it.
    ///
    /// - Parameters:
    ///   - age: in seconds.
    ///   - now: in seconds since 1970.
    ///   - force: also remove those that have a name, are in conflict with their document, or of a document that is presented.
    ///   - dryRun: remove nothing.
    /// - Returns: the versions that were removed, or would be.
    public func prune(olderThan age: Int, now: Int, force: Bool, dryRun: Bool) throws(DocumentError) -> [FileVersion] {
        guard !FileSystem.mayHaveLocalLocks(at: directory) else { return [] }
        var removed: [FileVersion] = []
        for version in try FileVersion.all(in: self) where version.recorded.seconds <= now - age {
            guard force || version.isDiscardable else { continue }
            if !force, try isPresented(version.document) { continue }
            if dryRun ? true : try remove(version) { removed.append(version) }
        }
        return removed
    }

    private func isPresented(_ document: FilePath) throws(DocumentError) -> Bool {
        let directory = coordinator?.runtimeDirectory ?? .standard
        do { return try !FileCoordinator.presenters(ofItemAt: document, in: directory).isEmpty } catch {
            // Without its directory, no process can have it open.
            guard case .noSuchFile = DocumentError(error).situation else { throw DocumentError(error) }
            return false
        }
    }

    /// Removes the versions of a document that later ones take the place of: of those that saves have replaced, and of those that were asked
    /// for, what is beyond their number, older than 30 days, or beyond 1 GiB with those that are newer. Does nothing while another process
    /// adds or renews one.
    ///
    /// - Parameter version: the one that was just added, which stays, as does what the document went back to.
    func thinOut(ofItemAt document: FilePath, besides version: FileVersion, under lock: DirectoryLock) {
        guard !FileSystem.mayHaveLocalLocks(at: directory), (try? lock.change(to: .exclusive)) == true,
            let all = try? FileVersion.otherVersionsOfItem(at: document, in: self)
        else { return }
        var spared: Set = [version.persistentIdentifier]
        if case .wentBackToVersion(let identifier) = version.record.whyKept { spared.insert(identifier) }
        for (cause, limit) in [(VersionCause.saved, keptCount), (.added, max(keptCount, 10))] where limit > 0 {
            let newestFirst = all.filter { $0.isDiscardable && $0.record.whyKept == cause }
                .sorted { $0.recorded > $1.recorded }
            let (most, oldest) = (1 << 30, FileTime.now.seconds - 30 * 86_400)
            var bytes = 0
            for (index, version) in newestFirst.enumerated() {
                bytes = min(bytes, most) + min(version.bytes, most)
                let isWithin = index < limit && bytes <= most && version.recorded.seconds >= oldest
                guard !isWithin, !spared.contains(version.persistentIdentifier), (try? version.erase()) != nil else {
                    continue
                }
                notify(.lost, version)
            }
        }
    }

    /// Removes a version; returns whether it could be removed.
    private func remove(_ version: FileVersion) throws(DocumentError) -> Bool {
        do {
            return try DocumentAccess.writing.coordinated(at: version.document, with: coordinator) { _ in
                try version.removeUnlessRenewed(in: self)
            }
        } catch {
            let error = DocumentError(error)
            switch error.situation {
            // The document is gone along with its directory: no process can have it open.
            case .noSuchFile: return try version.removeUnlessRenewed(in: self)
            case .coordination(.timedOut), .coordination(.presenterFailed), .coordination(.presenterDidNotAnswer):
                return false
            default: throw error
            }
        }
    }
}
