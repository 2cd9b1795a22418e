import CTextShaping
import FoundationEssentials
import LinuxFiles
import SystemPackage

/// What is known of a face without opening its file.
struct IndexedFace: Codable {
    var path: String
    /// The position in its file.
    var index: Int
    var family: String
    var fullName: String
    var postScriptName: String
    var weight: Int
    var width: Int
    var isItalic: Bool
    /// The blocks of 256 code points of which the font has any.
    var blocks: Set<Int>

    init(_ face: FontFace, at path: String, _ index: Int) {
        (self.path, self.index) = (path, index)
        (family, fullName) = (face.family, face.name(.full) ?? "")
        postScriptName = face.postScriptName
        (weight, width, isItalic, blocks) = (face.weight, face.width, face.isItalic, Set(face.blocks))
    }

    /// Whether `name`, in lower case, is one of its names.
    func isNamed(_ name: String) -> Bool {
        [family, fullName, postScriptName].contains { $0.lowercased() == name }
    }
}

/// The fonts of the machine: the files in the font directories, read once and then kept in a file of the cache until a
/// directory changes.
///
/// The file may be lost or damaged at any time: it is then made anew.
struct FontIndex {
    private(set) var faces: [IndexedFace] = []

    /// The numbers of directories, and of files, that are looked at.
    private static let (directoryLimit, fileLimit) = (2000, 20000)

    /// - Parameters:
    ///   - skipped: files that are not opened.
    ///   - willRead: called before a file is opened for the first time.
    init(skipping skipped: Set<String>, _ willRead: (String) throws -> Void) throws {
        let roots = Self.roots
        let place = Self.cachePath
        // A change of a file's contents in place is not noticed; programs that install fonts rename them into place.
        if skipped.isEmpty, let cache = place.flatMap(Self.read), cache.isCurrent(roots) {
            faces = cache.faces
            return
        }
        var directories: [String: FileTime] = [:]
        var files: [String] = []
        for root in roots { Self.list(FilePath(root), depth: 0, &directories, &files) }
        for file in files where !skipped.contains(file) {
            try willRead(file)
            for (index, face) in FontFace.all(inFileAt: FilePath(file)).enumerated() where face.obstacle == nil {
                faces.append(IndexedFace(face, at: file, index))
            }
        }
        if let place { Self.write(Cache(roots: roots, directories: directories, faces: faces), to: place) }
    }

    // MARK: Directories

    /// PDFCO_FONT_PATH, then the directories of the XDG Base Directory Specification and of fontconfig.
    private static var roots: [String] {
        let own = ThisProcess.environmentBytes("PDFCO_FONT_PATH").map { String(decoding: $0, as: UTF8.self) } ?? ""
        var roots = own.split(separator: ":").map(String.init)
        let home = ThisProcess.environmentPath("HOME")
        if let data = ThisProcess.environmentPath("XDG_DATA_HOME") ?? home?.pushing(".local/share") {
            roots.append(data.appending("fonts").string)
        }
        if let home { roots.append(home.appending(".fonts").string) }
        return roots + ["/usr/local/share/fonts", "/usr/share/fonts"]
    }

    private static func list(
        _ directory: FilePath, depth: Int, _ directories: inout [String: FileTime], _ files: inout [String]
    ) {
        guard depth < 8, directories.count < directoryLimit, let status = try? FileStatus(of: directory),
            status.kind == .directory, directories[directory.string] == nil,
            let names = try? PrivateDirectory.names(in: directory)
        else { return }
        directories[directory.string] = status.modificationTime
        for name in names.sorted(by: { $0.string < $1.string }) where files.count < fileLimit {
            let path = directory.appending(name)
            if ["ttf", "otf", "ttc", "otc"].contains(path.extension?.lowercased()) {
                if (try? FileStatus(of: path))?.kind == .regular { files.append(path.string) }
            } else if path.extension == nil {
                list(path, depth: depth + 1, &directories, &files)
            }
        }
    }

    // MARK: The cache

    /// What the file in the cache states.
    private struct Cache: Codable {
        /// Of this structure.
        var version = 1
        var roots: [String]
        /// Those found below the roots, which had these times.
        var directories: [String: FileTime]
        var faces: [IndexedFace]

        /// Whether no directory has changed or appeared since.
        func isCurrent(_ roots: [String]) -> Bool {
            version == 1 && self.roots == roots
                && Set(roots).union(directories.keys).allSatisfy { path in
                    (try? FileStatus(of: FilePath(path)))?.modificationTime == directories[path]
                }
        }
    }

    /// `nil` where there is no place for it.
    private static var cachePath: FilePath? {
        let base =
            ThisProcess.environmentPath("XDG_CACHE_HOME")
            ?? ThisProcess.environmentPath("HOME")?.appending(".cache")
        return base?.pushing("pdfco/fonts")
    }

    private static func read(_ path: FilePath) -> Cache? {
        guard let file = try? OpenFile(reading: path), let bytes = try? file.readAll(), bytes.count < 64 << 20 else {
            return nil
        }
        return try? JSONDecoder().decode(Cache.self, from: Data(bytes))
    }

    private static func write(_ cache: Cache, to path: FilePath) {
        do {
            try PrivateDirectory.makeDurably(path.removingLastComponent())
            var new =
                (try? FileStatus(of: path)) == nil
                ? try AtomicReplacement(creating: path, mode: 0o600) : try AtomicReplacement(replacing: path)
            try new.append(Array(JSONEncoder().encode(cache)))
            _ = try new.finish().commit()
        } catch {
            // Another process may just be writing it; without a cache the fonts are read again the next time.
        }
    }
}
