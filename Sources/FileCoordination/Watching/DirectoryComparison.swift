internal import LinuxFiles
internal import SystemPackage

/// Finds out what has changed inside a presented directory since it was listed, and brings the listing up to date.
struct DirectoryComparison {
    private typealias Item = (path: FilePath, entry: DirectoryListing.Entry)

    /// The presented directory.
    let root: FilePath
    private(set) var listing: DirectoryListing
    private(set) var changes: [ItemChange] = []
    /// Directories that are new, to be watched before they are read.
    private let watch: (FilePath) -> Void
    private var gone: [Item] = []
    private var appeared: [Item] = []

    /// - Parameter watch: called with each directory before it is read for the first time.
    init(_ root: FilePath, _ listing: DirectoryListing, watch: @escaping (FilePath) -> Void) {
        self.root = root
        self.listing = listing
        self.watch = watch
    }

    /// Lists everything again without reporting changes.
    mutating func readAll() {
        listing = DirectoryListing()
        readTree("")
        appeared = []
    }

    /// Compares these directories; an item that is missing may still be found in another directory, see ``finish()``.
    mutating func check(at directories: some Sequence<FilePath>) {
        for directory in directories.sorted(by: { $0.length < $1.length }) {
            // The items in a moved directory are found with it.
            if !gone.contains(where: { directory.starts(with: $0.path) }) { compare(directory) }
        }
        // A result may lead to others: a directory that appeared may contain items missing elsewhere.
        while pair() || expand() {}
    }

    /// Whether an item is missing that may have been moved to a directory not compared yet.
    var isSomethingGone: Bool { !gone.isEmpty }

    /// Ends the comparison: items still missing were deleted or moved out of the directory.
    mutating func finish() {
        changes += gone.map { .subitemDeleted($0.path) }
        changes += appeared.map { .subitemAppeared($0.path) }
        gone = []
        appeared = []
    }

    /// Records the present state of an item without reporting changes.
    mutating func take(_ path: FilePath) {
        if path.isEmpty { return readAll() }
        guard listing[path.removingLastComponent()] != nil else { return }
        let entry = (try? FileStatus(of: root.appendingInner(path), followingLink: false)).map {
            DirectoryListing.Entry($0)
        }
        _ = listing.remove(path)
        listing.set(entry, at: path)
        if entry?.isDirectory == true { readTree(path) }
        appeared = []
    }

    private mutating func compare(_ directory: FilePath) {
        guard let before = listing[directory] else { return }
        let now = DirectoryListing.read(root.appendingInner(directory))
        listing[directory] = now
        for (name, entry) in before where now[name]?.isDirectory != entry.isDirectory {
            gone.append((directory.appending(name), entry))
        }
        for (name, entry) in now {
            let path = directory.appending(name)
            guard let earlier = before[name], earlier.isDirectory == entry.isDirectory else {
                appeared.append((path, entry))
                continue
            }
            if entry.isDirectory, earlier.identity != entry.identity {
                gone.append((path, earlier))
                appeared.append((path, entry))
            } else if !entry.isDirectory, earlier != entry {
                changes.append(.subitemChanged(path))
            }
        }
    }

    /// Pairs missing items with items that appeared elsewhere: they were moved.
    private mutating func pair() -> Bool {
        var places: [FileIdentity: Int] = [:]
        for (index, item) in appeared.enumerated() { places[item.entry.identity] = index }
        var found: [Int] = []
        var moved: [FilePath] = []
        gone.removeAll { item in
            guard let index = places.removeValue(forKey: item.entry.identity) else { return false }
            let new = appeared[index]
            guard new.entry.kind == item.entry.kind else { return false }
            changes.append(.subitemMoved(item.path, to: new.path))
            if item.entry != new.entry, !item.entry.isDirectory { changes.append(.subitemChanged(new.path)) }
            if item.entry.isDirectory {
                listing.move(item.path, to: new.path)
                moved.append(new.path)
            }
            found.append(index)
            return true
        }
        for index in found.sorted(by: >) { appeared.remove(at: index) }
        // Something inside may have changed during the move.
        for directory in moved {
            for inner in listing.tree(directory) {
                watch(inner)
                compare(inner)
            }
        }
        return !found.isEmpty
    }

    /// Reads directories that appeared, and adds the contents of missing directories to the missing items.
    private mutating func expand() -> Bool {
        let counts = (gone.count, appeared.count)
        for item in gone where item.entry.isDirectory { gone += listing.remove(item.path).map { ($0.path, $0.entry) } }
        for item in appeared where item.entry.isDirectory && listing[item.path] == nil { readTree(item.path) }
        return counts != (gone.count, appeared.count)
    }

    private mutating func readTree(_ directory: FilePath) {
        watch(directory)
        let names = DirectoryListing.read(root.appendingInner(directory))
        listing[directory] = names
        for (name, entry) in names {
            let path = directory.appending(name)
            appeared.append((path, entry))
            if entry.isDirectory { readTree(path) }
        }
    }
}

/// A change to report to a presenter about its item, or about something inside it.
enum ItemChange: Sendable, Hashable {
    case eventsWereLost
    case moved(to: FilePath)
    case changed
    case attributesChanged
    case deleted
    /// A path inside the presented directory, as in all cases that follow.
    case subitemAppeared(FilePath)
    case subitemMoved(FilePath, to: FilePath)
    case subitemChanged(FilePath)
    case subitemDeleted(FilePath)
}
