internal import FileCoordination

extension VersionStore {
    /// Removes versions about which nothing is to be decided and whose record was not written for some time, each in a
    /// coordinated write to its document. A document that others have just now keeps its versions.
    ///
    /// - Parameters:
    ///   - age: in seconds.
    ///   - now: in seconds since 1970.
    ///   - force: remove also those in conflict with their document.
    /// - Returns: what was removed, or would be.
    public func prune(olderThan age: Int, now: Int, force: Bool, dryRun: Bool) throws(DocumentError) -> [FileVersion] {
        var removed: [FileVersion] = []
        for version in try FileVersion.all(in: self) where version.recorded <= now - age {
            guard version.isDiscardable || force else { continue }
            if dryRun ? true : try remove(version) { removed.append(version) }
        }
        return removed
    }

    /// Whether it could be removed.
    private func remove(_ version: FileVersion) throws(DocumentError) -> Bool {
        do {
            try DocumentFile.coordinate(.writing, of: version.document, with: coordinator) { _ in
                try version.remove(in: self)
            }
        } catch {
            guard let error = error as? DocumentError else {
                preconditionFailure("Nothing but a document's error is thrown: \(error)")
            }
            switch error.situation {
            // With its directory the document is gone: nobody can have it.
            case .noSuchFile: try version.remove(in: self)
            case .coordination(.timedOut), .coordination(.presenterFailed): return false
            default: throw error
            }
        }
        return true
    }
}
