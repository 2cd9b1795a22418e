package import LinuxFiles
public import SystemPackage

/// The private copy of the document that the changes were made on, kept beside the log where it costs nothing: where the file
/// system can let both share their blocks.
///
/// With it, changes can be made on the document as it was when somebody else has written it anew. Nothing relies on it, so it is
/// never synchronized: a crash, or a power cut, may leave none, or one that is not whole. Whoever opens it compares it with the
/// base that the header tells.
extension CheckpointLog {
    /// Keeps the first bytes of an open document as the private copy, in the place of an older one, if they can be shared.
    ///
    /// - Parameters:
    ///   - count: the length of the document in bytes.
    ///   - byCopying: whether they are copied where they cannot be shared.
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

    /// Before the log goes: alone, the copy would be a leftover, which `CheckpointStore.clear` removes.
    func removeBase() { try? directory.remove(identifier.baseName) }

    func moveBase(to new: CheckpointIdentifier) { try? directory.rename(identifier.baseName, to: new.baseName) }
}

extension CheckpointStore {
    /// The private copy of the document that the changes of a checkpoint were made on; `nil` where none is kept.
    ///
    /// It counts only if it is what the checkpoint's header tells of the base.
    public func base(of identifier: CheckpointIdentifier) throws(CheckpointError) -> FilePath? {
        guard let directory = try openDirectory(),
            try openFile(identifier.baseName, in: directory, for: .reading) != nil
        else {
            return nil
        }
        return directory.path.appending(identifier.baseName)
    }

    /// Removes the private copy that a power cut has brought back after its checkpoint was removed.
    package func clearBase(of identifier: CheckpointIdentifier) {
        guard (try? FileStatus(of: path(of: identifier))) == nil else { return }
        // Should the checkpoint be made at this very moment, it goes without a copy.
        directory.appending(identifier.baseName).removeName()
    }
}
