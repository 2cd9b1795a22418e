/// Files and names below a directory, to which operations can be applied, all or some, whole or in part.
struct ModelDisk: Sendable {
    struct File: Sendable {
        var mode: UInt16
        /// `nil` for a directory.
        var bytes: [UInt8]?
    }

    /// All files that ever were, by their numbers, as they are when nothing was written to them.
    private(set) var files: [Int: File] = [:]
    /// By path, relative to the directory.
    private(set) var names: [String: Int] = [:]

    init(_ tree: FileTree) {
        for (name, entry) in tree.entries.sorted(by: { $0.key < $1.key }) {
            names[name] = entry.firstName.flatMap { names[$0] } ?? newFile(mode: entry.mode, bytes: entry.bytes)
        }
    }

    /// Makes a file that has no name yet.
    mutating func newFile(mode: UInt16, bytes: [UInt8]?) -> Int {
        files[files.count] = File(mode: mode, bytes: bytes)
        return files.count - 1
    }

    /// Carries an operation out.
    ///
    /// - Parameter part: which bytes of a write arrive, if not all do.
    mutating func apply(_ operation: DiskOperation, part: PartOfWrite? = nil) {
        switch operation {
        case .create(let name, let file), .link(let name, let file): names[name] = file
        case .rename(let old, let new, let file):
            if names[old] == file { names[old] = nil }
            names[new] = file
        case .exchange(let first, let secondFile, let second, let firstFile):
            names[first] = secondFile
            names[second] = firstFile
        case .remove(let name): names[name] = nil
        case .write(let file, let offset, let new):
            var bytes = files[file]?.bytes ?? []
            let part = part ?? PartOfWrite(arrived: [0..<new.count], reachesEnd: true)
            let length = part.reachesEnd ? new.count : part.arrived.last?.upperBound ?? 0
            if length > 0, bytes.count < offset + length {
                bytes += [UInt8](repeating: 0, count: offset + length - bytes.count)
            }
            for range in part.arrived {
                bytes.replaceSubrange((offset + range.lowerBound)..<(offset + range.upperBound), with: new[range])
            }
            files[file]?.bytes = bytes
        case .truncate(let file, let length):
            let bytes = files[file]?.bytes ?? []
            files[file]?.bytes = bytes.prefix(length) + [UInt8](repeating: 0, count: max(0, length - bytes.count))
        case .setMode(let file, let mode): files[file]?.mode = mode
        case .synchronize, .synchronizeDirectory: break
        }
    }

    /// What can be reached by names; a name whose directory has lost its own leads nowhere.
    var tree: FileTree {
        var tree = FileTree()
        var firstNames: [Int: String] = [:]
        for (name, file) in names.sorted(by: { $0.key < $1.key }) {
            guard let contents = files[file], name.parentName.isEmpty || tree.entries[name.parentName] != nil else {
                continue
            }
            tree.entries[name] = FileTree.Entry(mode: contents.mode, bytes: contents.bytes, firstName: firstNames[file])
            if firstNames[file] == nil { firstNames[file] = name }
        }
        return tree
    }
}

/// What a power cut leaves of one write: the bytes in between are zeros, or what was there.
struct PartOfWrite: Hashable, Sendable {
    /// In the order of the bytes, without overlaps.
    var arrived: [Range<Int>]
    /// Whether the file got its length all the same.
    var reachesEnd: Bool

    /// What a disk writes whole or not at all.
    private static let sectorLength = 512
    private static let pageLength = 4096

    /// The ways in which a write of `count` bytes at `offset` may be torn: in its middle and, at the borders of sectors, or
    /// of pages where it is long, with the beginning, the end or all but one part of it there, or every second part.
    static func all(count: Int, at offset: Int) -> [Self] {
        let unit = count > 8 * sectorLength ? max(pageLength, count / 8 / pageLength * pageLength) : sectorLength
        let first = (offset / unit + 1) * unit - offset
        let borders = [0] + stride(from: first, to: count, by: unit) + [count]
        let pieces = zip(borders, borders.dropFirst()).map { $0..<$1 }
        var parts = [Self(arrived: [], reachesEnd: true), Self(arrived: [0..<(count / 2)], reachesEnd: false)]
        for (index, piece) in pieces.enumerated() {
            let others = [0..<piece.lowerBound, piece.upperBound..<count].filter { !$0.isEmpty }
            parts.append(Self(arrived: others, reachesEnd: true))
            guard index > 0 else { continue }
            parts.append(Self(arrived: [0..<piece.lowerBound], reachesEnd: false))
            parts.append(Self(arrived: [0..<piece.lowerBound], reachesEnd: true))
            parts.append(Self(arrived: [piece.lowerBound..<count], reachesEnd: true))
        }
        for remainder in [0, 1] {
            let some = pieces.enumerated().filter { $0.offset % 2 == remainder }.map(\.element)
            parts.append(Self(arrived: some, reachesEnd: true))
        }
        return parts
    }
}
