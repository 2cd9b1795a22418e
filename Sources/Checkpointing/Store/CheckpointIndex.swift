internal import Cryptography
internal import LinuxFiles
internal import SystemPackage

/// Finds the checkpoints recorded for a document's file, or for a file with the same bytes, at a cost that does not
/// grow with the number of checkpoints.
///
/// An entry is a symbolic link `index/KEY.SLOT` in the data directory; its target is a checkpoint's identifier. Entries
/// are hints, and the checkpoint's header decides: an entry that leads to no checkpoint is ignored, and its slot
/// reused. A power cut may remove entries, and a crash may leave some whose checkpoint is gone; `CheckpointStore.clear`
/// repairs both.
struct CheckpointIndex {
    private let checkpoints: FilePath
    private let directory: FilePath

    /// How many checkpoints one key leads to; further ones are found through the list of all.
    static let slots = 8

    /// - Parameter checkpoints: the directory of the checkpoints.
    init(beside checkpoints: FilePath) {
        self.checkpoints = checkpoints
        directory = checkpoints.removingLastComponent().appending("index")
    }

    /// Adds entries for a checkpoint's header; if that fails, the checkpoint is found by its path alone.
    func add(_ identifier: CheckpointIdentifier, _ header: CheckpointHeader) {
        if (try? PrivateDirectory.check(directory)) == nil { try? PrivateDirectory.make(directory) }
        guard let parent = try? open() else { return }
        for key in Self.keys(header) {
            let targets = (0..<Self.slots).map { (try? parent.symbolicLink(Self.name(key, $0))) ?? nil }
            guard !targets.contains(identifier.description) else { continue }
            for (slot, target) in targets.enumerated() {
                if let target {
                    guard !leadsToCheckpoint(target) else { continue }
                    try? parent.remove(Self.name(key, slot))
                }
                // A crash here leaves an entry without a checkpoint. Another process may take the slot first.
                if (try? parent.addSymbolicLink(Self.name(key, slot), to: identifier.description)) != nil { break }
            }
        }
    }

    /// Removes the entries for a checkpoint's header, except those that another header needs as well.
    func remove(_ identifier: CheckpointIdentifier, _ header: CheckpointHeader, keeping other: CheckpointHeader? = nil)
    {
        guard let parent = try? open() else { return }
        let kept = other.map(Self.keys) ?? []
        for key in Self.keys(header) where !kept.contains(key) {
            for slot in 0..<Self.slots where (try? parent.symbolicLink(Self.name(key, slot))) == identifier.description
            {
                // A crash before this leaves an entry without a checkpoint, and so may a power cut after it.
                try? parent.remove(Self.name(key, slot))
            }
        }
    }

    /// Removes entries that lead to no checkpoint, or that its header contradicts, and adds missing ones.
    ///
    /// - Parameter headers: the headers of all readable checkpoints.
    func clear(keeping headers: [CheckpointIdentifier: CheckpointHeader]) {
        if let parent = try? open() {
            for name in (try? PrivateDirectory.names(in: directory)) ?? [] {
                guard let target = try? parent.symbolicLink(name) else { continue }
                if let header = (try? CheckpointIdentifier(target)).flatMap({ headers[$0] }) {
                    if Self.keys(header).contains(name.stem) { continue }
                } else if leadsToCheckpoint(target) {
                    // A log that is being created: its file exists before its entries, and its header after them.
                    continue
                }
                try? parent.remove(name)
            }
        }
        for (identifier, header) in headers { add(identifier, header) }
    }

    /// Returns the checkpoints that a key leads to; `nil` if the index cannot be read.
    func identifiers(_ key: @autoclosure () -> String) -> [CheckpointIdentifier]? {
        do {
            guard let parent = try open() else { return [] }
            let key = key()
            return try (0..<Self.slots).compactMap { try parent.symbolicLink(Self.name(key, $0)) }
                .compactMap { try? CheckpointIdentifier($0) }
        } catch { return nil }
    }

    // MARK: Names

    /// `nil` if there is no index.
    private func open() throws(SystemCallError) -> Directory? {
        do {
            try PrivateDirectory.check(directory)
            return try Directory(directory)
        } catch {
            guard error.saysNothingIsThere else { throw error }
            return nil
        }
    }

    private func leadsToCheckpoint(_ target: String) -> Bool {
        guard let identifier = try? CheckpointIdentifier(target) else { return false }
        return !checkpoints.appending(identifier.fileName).isAbsent
    }

    private static func keys(_ header: CheckpointHeader) -> [String] {
        [header.file?.indexKey, key(ofBase: header.base)].compactMap(\.self)
    }

    static func key(ofBase base: String) -> String {
        "base-" + SHA256.digits(of: Array(base.utf8))
    }

    private static func name(_ key: String, _ slot: Int) -> FilePath.Component {
        FilePath.Component("\(key).\(slot)")!
    }
}

/// A checkpoint found through the index.
package struct IndexedCheckpoint: Sendable {
    package let identifier: CheckpointIdentifier
    package let header: CheckpointHeader

    /// Whether the identifier is derived from its document's path rather than chosen by the user.
    package var isNamedByPath: Bool { identifier == CheckpointIdentifier(for: header.path) }
}

extension CheckpointStore {
    var index: CheckpointIndex { CheckpointIndex(beside: directory) }

    /// Returns the checkpoints recorded for this very file, whatever its path was.
    package func checkpoints(of file: RecordedFile) throws(CheckpointError) -> [IndexedCheckpoint] {
        guard let key = file.indexKey else { return [] }
        return try indexed(index.identifiers(key)).filter { $0.header.file?.isSame(as: file) == true }
    }

    /// Returns the checkpoints whose changes were made on a document with this base.
    ///
    /// - Parameter isThorough: whether to check all checkpoints if the index has no room for more.
    package func checkpoints(
        ofBase base: @autoclosure () -> String, isThorough: Bool
    ) throws(CheckpointError) -> [IndexedCheckpoint] {
        var found = index.identifiers(CheckpointIndex.key(ofBase: base()))
        if isThorough, found?.count == CheckpointIndex.slots { found = nil }
        guard found?.isEmpty != true else { return [] }
        let base = base()
        return try indexed(found).filter { $0.header.base == base }
    }

    /// - Parameter identifiers: `nil` for all checkpoints.
    private func indexed(_ identifiers: [CheckpointIdentifier]?) throws(CheckpointError) -> [IndexedCheckpoint] {
        let all = if let identifiers { identifiers } else { try self.identifiers() }
        var found: [IndexedCheckpoint] = []
        for identifier in all {
            guard let header = try foundHeader(identifier) else { continue }
            found.append(IndexedCheckpoint(identifier: identifier, header: header))
        }
        return found
    }
}
