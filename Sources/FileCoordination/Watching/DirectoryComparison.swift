internal import LinuxFiles
internal import SystemPackage

/// Finds out what has changed inside a presented directory since it was listed, and brings the listing up to date.
struct DirectoryComparison {
    private typealias Item = (path: FilePath, entry: DirectoryListing.Entry)

    /// The presented directory.
    let root: FilePath
    private(set) var listing: DirectoryListing
    private(set) var news: [ItemNews] = []
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

    /// Lists everything anew, without a word.
    mutating func readAll() {
        listing = DirectoryListing()
        readTree("")
        appeared = []
    }

    /// Looks at these directories; what is gone from them and not found yet may still be found in others, see ``finish()``.
    mutating func look(at directories: some Sequence<FilePath>) {
        for directory in directories.sorted(by: { $0.length < $1.length }) {
            // What is in a directory that was moved is found with it.
            if !gone.contains(where: { directory.starts(with: $0.path) }) { compare(directory) }
        }
        // What was found may lead further: inside a directory that appeared is what was missed elsewhere.
        while pair() || expand() {}
    }

    /// Whether something is gone that may have been moved to where nobody has looked yet.
    var isSomethingGone: Bool { !gone.isEmpty }

    /// Nothing more is found: what is gone was deleted, or went out of the directory.
    mutating func finish() {
        news += gone.map { .innerDeleted($0.path) }
        news += appeared.map { .innerAppeared($0.path) }
        gone = []
        appeared = []
    }

    /// Takes an item as it is now, without a word.
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
                news.append(.innerChanged(path))
            }
        }
    }

    /// Finds what is gone here and has appeared there: it was moved.
    private mutating func pair() -> Bool {
        var places: [FileIdentity: Int] = [:]
        for (index, item) in appeared.enumerated() { places[item.entry.identity] = index }
        var found: [Int] = []
        var moved: [FilePath] = []
        gone.removeAll { item in
            guard let index = places.removeValue(forKey: item.entry.identity) else { return false }
            let new = appeared[index]
            guard new.entry.kind == item.entry.kind else { return false }
            news.append(.innerMoved(item.path, to: new.path))
            if item.entry != new.entry, !item.entry.isDirectory { news.append(.innerChanged(new.path)) }
            if item.entry.isDirectory {
                listing.move(item.path, to: new.path)
                moved.append(new.path)
            }
            found.append(index)
            return true
        }
        for index in found.sorted(by: >) { appeared.remove(at: index) }
        // Something may have changed inside while it was on its way.
        for directory in moved {
            for inner in listing.tree(directory) {
                watch(inner)
                compare(inner)
            }
        }
        return !found.isEmpty
    }

    /// Looks inside directories that appeared, and takes out what was inside directories that are gone.
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
