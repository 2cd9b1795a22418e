internal import Crypto
internal import LinuxFiles
internal import SystemPackage

/// Leads from a document to the checkpoints that were recorded of the same file, or of one with the same bytes, at a cost
/// that does not grow with the number of checkpoints.
///
/// An entry is a symbolic link `index/KEY.SLOT` in the data directory; where it leads is a checkpoint's identifier. Entries are
/// hints, and the checkpoint's header decides: one that leads to no checkpoint is passed over, and its slot used again. A power
/// cut may take entries, and a crash may leave some whose checkpoint is gone; `CheckpointStore.clear` mends both.
struct CheckpointIndex {
    private let checkpoints: FilePath
    private let directory: FilePath

    /// How many checkpoints one key leads to: what has more is found through the list of all.
    static let slots = 8

    /// - Parameter checkpoints: the directory of the checkpoints.
    init(beside checkpoints: FilePath) {
        self.checkpoints = checkpoints
        directory = checkpoints.removingLastComponent().appending("index")
    }

    /// The checkpoints that were recorded of this very file.
    func identifiers(of file: RecordedFile) -> [CheckpointIdentifier] { file.indexKey.map(targets) ?? [] }

    /// The checkpoints whose changes were made on a document of this base.
    func identifiers(ofBase base: String) -> [CheckpointIdentifier] { targets(of: Self.key(ofBase: base)) }

    /// Makes a checkpoint known by what its header says; where that cannot be done, it is found by its path alone.
    func add(_ identifier: CheckpointIdentifier, _ header: CheckpointHeader) {
        if (try? PrivateDirectory.check(directory)) == nil { try? PrivateDirectory.make(directory) }
        guard let parent = open() else { return }
        for key in Self.keys(header) {
            let targets = (0..<Self.slots).map { parent.symbolicLink(Self.name(key, $0)) }
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

    /// Forgets what a header says of a checkpoint, but for what another header says as well.
    func remove(_ identifier: CheckpointIdentifier, _ header: CheckpointHeader, keeping other: CheckpointHeader? = nil)
    {
        guard let parent = open() else { return }
        let kept = other.map(Self.keys) ?? []
        for key in Self.keys(header) where !kept.contains(key) {
            for slot in 0..<Self.slots where parent.symbolicLink(Self.name(key, slot)) == identifier.description {
                // A crash before this leaves an entry without a checkpoint, and so may a power cut after it.
                try? parent.remove(Self.name(key, slot))
            }
        }
    }

    /// Removes entries that lead to no checkpoint, or to one that belies them, and adds those that are missing.
    ///
    /// - Parameter headers: of all checkpoints that could be read.
    func clear(keeping headers: [CheckpointIdentifier: CheckpointHeader]) {
        if let parent = open() {
            for name in (try? PrivateDirectory.names(in: directory)) ?? [] {
                guard let target = parent.symbolicLink(name) else { continue }
                if let header = (try? CheckpointIdentifier(target)).flatMap({ headers[$0] }) {
                    if Self.keys(header).contains(name.stem) { continue }
                } else if leadsToCheckpoint(target) {
                    // A log that is being begun: its file is there before its entries, and its header after them.
                    continue
                }
                try? parent.remove(name)
            }
        }
        for (identifier, header) in headers { add(identifier, header) }
    }

    // MARK: Names

    /// `nil` where there is none, or it is not this user's alone.
    private func open() -> Directory? {
        guard (try? PrivateDirectory.check(directory)) != nil else { return nil }
        return try? Directory(directory)
    }

    private func targets(of key: String) -> [CheckpointIdentifier] {
        guard let parent = open() else { return [] }
        return (0..<Self.slots).compactMap { slot in
            parent.symbolicLink(Self.name(key, slot)).flatMap { try? CheckpointIdentifier($0) }
        }
    }

    private func leadsToCheckpoint(_ target: String) -> Bool {
        guard let identifier = try? CheckpointIdentifier(target) else { return false }
        return (try? FileStatus(of: checkpoints.appending(identifier.fileName))) != nil
    }

    private static func keys(_ header: CheckpointHeader) -> [String] {
        [header.file?.indexKey, key(ofBase: header.base)].compactMap(\.self)
    }

    private static func key(ofBase base: String) -> String {
        "base-" + SHA256.hash(data: Array(base.utf8)).prefix(8).hexadecimal
    }

    private static func name(_ key: String, _ slot: Int) -> FilePath.Component {
        FilePath.Component("\(key).\(slot)")!
    }
}

/// A checkpoint that the index led to.
package struct IndexedCheckpoint: Sendable {
    package let identifier: CheckpointIdentifier
    package let header: CheckpointHeader

    /// Whether its document's path decides which checkpoint it is, and not a word of the user's.
    package var isNamedByPath: Bool { identifier == CheckpointIdentifier(for: header.path) }
}

extension CheckpointStore {
    var index: CheckpointIndex { CheckpointIndex(beside: directory) }

    /// The checkpoints that were recorded of this very file, whatever its path was.
    package func checkpoints(of file: RecordedFile) -> [IndexedCheckpoint] {
        indexed(index.identifiers(of: file)).filter { $0.header.file?.isSame(as: file) == true }
    }

    /// The checkpoints whose changes were made on a document of this base.
    ///
    /// - Parameter isThorough: whether all are looked at where the index has room for no more.
    package func checkpoints(ofBase base: String, isThorough: Bool) -> [IndexedCheckpoint] {
        var found = index.identifiers(ofBase: base)
        if isThorough, found.count == CheckpointIndex.slots { found = (try? identifiers()) ?? found }
        return indexed(found).filter { $0.header.base == base }
    }

    private func indexed(_ identifiers: [CheckpointIdentifier]) -> [IndexedCheckpoint] {
        identifiers.compactMap { identifier in
            header(identifier).map { IndexedCheckpoint(identifier: identifier, header: $0) }
        }
    }
}
