package import LinuxFiles
public import SystemPackage

/// The private copy of the document that the changes were made on, kept beside the log where it costs nothing: where
/// the file system lets both share their blocks.
///
/// With it, changes can be made on the original document when another program has rewritten it. Nothing relies on the
/// copy, so it is never synchronized: a crash, or a power cut, may leave none, or an incomplete one. Programs that open
/// it compare it with the base in the header.
extension CheckpointLog {
    /// Keeps the first bytes of an open document as the private copy, replacing an older one, if they can be shared.
    ///
    /// - Parameters:
    ///   - count: the length of the document in bytes.
    ///   - byCopying: whether to copy them where they cannot be shared.
    package func keepBase(of document: borrowing OpenFile, count: Int, byCopying: Bool = false) {
        removeBase()
        guard let copy = try? OpenFile(identifier.baseName, in: directory, for: .creating) else { return }
        // A crash here leaves an empty file, or one with more bytes than the base has: neither is taken for the base.
        let isKept =
            byCopying
            ? (try? copy.copyBeginning(of: document, count: count, reserve: 0)) != nil
            : (try? copy.cloneBeginning(of: document, count: count)) == true
        if !isKept { removeBase() }
    }

    /// Call this before the log is removed: alone, the copy would be a leftover, which `CheckpointStore.clear` removes.
    func removeBase() { try? directory.remove(identifier.baseName) }

    func moveBase(to new: CheckpointIdentifier) { try? directory.rename(identifier.baseName, to: new.baseName) }
}

extension CheckpointStore {
    /// Returns the private copy of the document that a checkpoint's changes were made on; `nil` if there is none.
    ///
    /// The copy is valid only if it matches the base in the checkpoint's header.
    public func base(of identifier: CheckpointIdentifier) throws(CheckpointError) -> FilePath? {
        guard let directory = try openDirectory(),
            try openFile(identifier.baseName, in: directory, for: .reading) != nil
        else {
            return nil
        }
        return directory.path.appending(identifier.baseName)
    }

    /// Removes a private copy that a power cut restored after its checkpoint was removed.
    package func clearBase(of identifier: CheckpointIdentifier) {
        guard (try? FileStatus(of: path(of: identifier))) == nil else { return }
        // If the checkpoint is created at this very moment, it has no copy.
        directory.appending(identifier.baseName).removeName()
    }
}
