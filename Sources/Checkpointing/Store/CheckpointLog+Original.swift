package import LinuxFiles
public import SystemPackage

/// The original: a copy of the document that the changes were made on, kept beside the log before the first of them is recorded
/// (invariant 23).
///
/// With it, the document comes back when its file is lost, and changes can be made on it when another program has rewritten that
/// file. Its name says which base it is a copy of. A small one is not synchronized: a power cut may leave it incomplete, and the
/// header has a checksum of all its bytes. A larger one has its name only once it is whole and on the disk.
extension CheckpointLog {
    /// Up to this many bytes, a file is copied in a few milliseconds, and the header has its checksum.
    package static var smallOriginal: Int { 4 << 20 }
    /// Larger ones are copied only while all originals together are no larger than this.
    private static var roomForOriginals: Int { 2 << 30 }
    /// The bytes that must stay free on the disk after a copy of `count` bytes.
    private static func reserve(_ count: Int) -> Int { (64 << 20) + 16 * count }

    /// Keeps the first bytes of an open document as the original of the changes made on a base, unless it is there already.
    /// Nothing is kept where that fails: a full disk is no reason not to record.
    ///
    /// A crash in this leaves a temporary, an incomplete small copy, or one without a log, which `CheckpointStore.clear` removes.
    ///
    /// - Parameters:
    ///   - count: the length of the document in bytes.
    ///   - base: the state of the document, as in the header.
    ///   - limit: the length in bytes up to which it is copied where its blocks cannot be shared; 0 keeps none.
    ///   - isKnown: whether the log has changes that were made on this very document, so that an original that is there
    ///     is its copy. Otherwise all bytes of the original are compared.
    ///   - isUntouched: whether nobody has written the document since it was opened.
    /// - Returns: whether it is kept.
    package func keepOriginal(
        of document: borrowing OpenFile, count: Int, base: String, limit: Int, isKnown: Bool,
        isUntouched: () throws(SystemCallError) -> Bool
    ) -> Bool {
        let name = identifier.originalName(ofBase: base)
        if let size = try? directory.status(of: name)?.size {
            if size == count,
                isKnown || (try? document.begins(with: OpenFile(name, in: directory, for: .reading))) == true
            {
                return true
            }
            try? directory.remove(name)
        }
        guard limit > 0 else { return false }
        if count > Self.smallOriginal {
            return (try? writeOriginal(name, document, count, limit, isUntouched)) ?? false
        }
        guard let copy = try? OpenFile(name, in: directory, for: .creating) else { return false }
        let isKept =
            count <= limit
            ? (try? copy.copyBeginning(of: document, count: count, reserve: Self.reserve(count))) != nil
            : (try? copy.cloneBeginning(of: document, count: count)) == true
        if !isKept { try? directory.remove(name) }
        return isKept
    }

    private func writeOriginal(
        _ name: FilePath.Component, _ document: borrowing OpenFile, _ count: Int, _ limit: Int,
        _ isUntouched: () throws(SystemCallError) -> Bool
    ) throws -> Bool {
        let originals = try PrivateDirectory.names(in: directory.path).filter {
            CheckpointIdentifier(originalName: $0) != nil
        }
        let length = originals.reduce(count) { $0 + ((try? directory.status(of: $1)?.size) ?? 0) }
        var new = try AtomicReplacement(creating: directory.path.appending(name), mode: 0o600)
        if count <= limit, length <= Self.roomForOriginals {
            _ = try new.copyBeginning(of: document, count: count, reserve: Self.reserve(count))
        } else if try !new.cloneBeginning(of: document, count: count) {
            return false
        }
        // Otherwise another program may have written in the middle of it, which its length, head and tail would not
        // show.
        guard try isUntouched() else { return false }
        try new.finish().commit()
        return true
    }

    /// The name of the original; `nil` if the log has no changes.
    var originalName: FilePath.Component? { contents.header.map { identifier.originalName(ofBase: $0.base) } }

    /// Call this before the log is removed: alone, the copy would be a leftover, which `CheckpointStore.clear` removes.
    func removeOriginal() { if let originalName { try? directory.remove(originalName) } }

    /// Removes the original of changes that the log does not have.
    package func removeOriginal(ofBase base: String) { try? directory.remove(identifier.originalName(ofBase: base)) }

    /// Also gives the original its name beside a new name of the log, before the log has that: a crash leaves both
    /// names, of which `CheckpointStore.clear` removes the one that has no log. Where a file can have only one name, it
    /// is renamed with the log.
    func linkOriginal(to new: CheckpointIdentifier) {
        guard let base = contents.header?.base else { return }
        try? directory.addName(new.originalName(ofBase: base), to: identifier.originalName(ofBase: base))
    }

    func moveOriginal(to new: CheckpointIdentifier) {
        guard let base = contents.header?.base else { return }
        let (old, name) = (identifier.originalName(ofBase: base), new.originalName(ofBase: base))
        if directory.hasName(name) { try? directory.remove(old) } else { try? directory.rename(old, to: name) }
    }
}

extension CheckpointStore {
    /// Returns the original of a checkpoint, the copy of the document that its changes were made on; `nil` if there is none.
    ///
    /// A small one is valid only if its bytes have the checksum in the checkpoint's header.
    ///
    /// - Parameters:
    ///   - identifier: of the checkpoint.
    ///   - base: the state of the document, as in that header.
    public func original(
        of identifier: CheckpointIdentifier, base: String
    ) throws(CheckpointError) -> FilePath? {
        let name = identifier.originalName(ofBase: base)
        guard let directory = try openDirectory(), try openFile(name, in: directory, for: .reading) != nil else {
            return nil
        }
        return directory.path.appending(name)
    }

    /// Removes an original that has no log, or that belongs to another base than its log. It does so under the lock of
    /// the log, which whoever records takes before making the copy.
    ///
    /// - Returns: whether it was removed.
    package func clearOriginal(_ name: FilePath.Component) -> Bool {
        guard let identifier = CheckpointIdentifier(originalName: name) else { return false }
        // A log that this creates removes itself.
        guard let log = try? lockedLog(identifier, creating: true, until: .now) else { return false }
        return log.originalName != name && (try? log.directory.remove(name)) != nil
    }
}
