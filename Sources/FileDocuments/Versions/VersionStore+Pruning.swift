internal import FileCoordination
internal import LinuxFiles

extension VersionStore {
    /// Removes versions that need no decision and whose record is old, each in a coordinated write to its document. A
    /// document keeps its versions if others are using it at the moment, if it has relied on one of them since, or if
    /// locks may be local.
    ///
    /// - Parameters:
    ///   - age: in seconds.
    ///   - now: in seconds since 1970.
    ///   - force: also remove those in conflict with their document.
    ///   - dryRun: remove nothing.
    /// - Returns: the versions that were removed, or would be.
    public func prune(olderThan age: Int, now: Int, force: Bool, dryRun: Bool) throws(DocumentError) -> [FileVersion] {
        guard !FileSystem.mayHaveLocalLocks(at: directory) else { return [] }
        var removed: [FileVersion] = []
        for version in try FileVersion.all(in: self) where version.recorded.seconds <= now - age {
            guard version.isDiscardable || force else { continue }
            if dryRun ? true : try remove(version) { removed.append(version) }
        }
        return removed
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
