import CTextShaping
import LinuxFiles
import SystemPackage

/// What is known of a face without opening its file.
struct IndexedFace {
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
        let cache = Self.cachePath
        // A change of a file's contents in place is not noticed; programs that install fonts rename them into place.
        if let cache, let text = Self.read(cache), let known = Self.decode(text, roots), skipped.isEmpty {
            faces = known
            return
        }
        var directories: [(String, FileTime)] = []
        var files: [String] = []
        for root in roots { Self.list(FilePath(root), depth: 0, &directories, &files) }
        for file in files where !skipped.contains(file) {
            try willRead(file)
            for (index, face) in FontFace.all(inFileAt: FilePath(file)).enumerated() where face.obstacle == nil {
                faces.append(IndexedFace(face, at: file, index))
            }
        }
        if let cache { Self.write(encode(roots, directories), to: cache) }
    }

    // MARK: Directories

    /// PDFCO_FONT_PATH, then the directories of the XDG Base Directory Specification and of fontconfig.
    private static var roots: [String] {
        let stated = ThisProcess.environmentBytes("PDFCO_FONT_PATH").map { String(decoding: $0, as: UTF8.self) } ?? ""
        var roots = stated.split(separator: ":").map(String.init)
        let home = ThisProcess.environmentPath("HOME")
        if let data = ThisProcess.environmentPath("XDG_DATA_HOME") ?? home?.pushing(".local/share") {
            roots.append(data.appending("fonts").string)
        }
        if let home { roots.append(home.appending(".fonts").string) }
        return roots + ["/usr/local/share/fonts", "/usr/share/fonts"]
    }

    private static func list(
        _ directory: FilePath, depth: Int, _ directories: inout [(String, FileTime)], _ files: inout [String]
    ) {
        guard depth < 8, directories.count < directoryLimit, let status = try? FileStatus(of: directory),
            status.kind == .directory, !directories.contains(where: { $0.0 == directory.string }),
            let names = try? PrivateDirectory.names(in: directory)
        else { return }
        directories.append((directory.string, status.modificationTime))
        for name in names.sorted(by: { $0.string < $1.string }) where files.count < fileLimit {
            let path = directory.appending(name)
            if ["ttf", "otf", "ttc", "otc"].contains(path.extension?.lowercased()) {
                let isPlain = !path.string.contains { $0.isNewline || $0 == "\t" }
                if isPlain, (try? FileStatus(of: path))?.kind == .regular { files.append(path.string) }
            } else if path.extension == nil {
                list(path, depth: depth + 1, &directories, &files)
            }
        }
    }

    // MARK: The cache

    /// `nil` where there is no place for it.
    private static var cachePath: FilePath? {
        let base =
            ThisProcess.environmentPath("XDG_CACHE_HOME")
            ?? ThisProcess.environmentPath("HOME")?.appending(".cache")
        return base?.pushing("pdfco/fonts")
    }

    private static let heading = "pdfco fonts 1"

    /// Lines of fields that tabulators separate: a heading, the directories looked for, those found, the faces, an end.
    private func encode(_ roots: [String], _ directories: [(String, FileTime)]) -> String {
        var lines = [([Self.heading] + roots).joined(separator: "\t")]
        for (path, time) in directories { lines.append("D\t\(path)\t\(time.seconds)\t\(time.nanoseconds)") }
        for face in faces {
            let numbers = [face.index, face.weight, face.width, face.isItalic ? 1 : 0].map(String.init)
            let blocks = face.blocks.sorted().map { String($0, radix: 16) }.joined(separator: " ")
            let fields = [face.path, face.family, face.fullName, face.postScriptName] + numbers + [blocks]
            lines.append("F\t" + fields.joined(separator: "\t"))
        }
        return (lines + ["end", ""]).joined(separator: "\n")
    }

    /// Returns the faces in a cache; `nil` if it is not whole, or if a directory changed since.
    private static func decode(_ text: String, _ roots: [String]) -> [IndexedFace]? {
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"))
        guard let first = lines.first, lines.last.map({ $0.elementsEqual("end".utf8) }) == true,
            Substring(first) == ([heading] + roots).joined(separator: "\t")
        else { return nil }
        var directories: Set<String> = []
        var faces: [IndexedFace] = []
        for line in lines.dropFirst().dropLast() {
            let fields = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false).map {
                String(Substring($0))
            }
            if fields.count == 4, fields[0] == "D" {
                guard let time = (try? FileStatus(of: FilePath(fields[1])))?.modificationTime,
                    time == FileTime(seconds: Int(fields[2]) ?? 0, nanoseconds: Int(fields[3]) ?? -1)
                else { return nil }
                directories.insert(fields[1])
            } else if fields.count == 10, fields[0] == "F", let face = IndexedFace(fields) {
                faces.append(face)
            } else {
                return nil
            }
        }
        // A directory that appeared.
        let isComplete = roots.allSatisfy { root in
            directories.contains(root) || (try? FileStatus(of: FilePath(root))) == nil
        }
        return isComplete ? faces : nil
    }

    private static func read(_ path: FilePath) -> String? {
        guard let file = try? OpenFile(reading: path), let bytes = try? file.readAll(), bytes.count < 64 << 20 else {
            return nil
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func write(_ text: String, to path: FilePath) {
        do {
            try PrivateDirectory.makeDurably(path.removingLastComponent())
            var new =
                (try? FileStatus(of: path)) == nil
                ? try AtomicReplacement(creating: path, mode: 0o600) : try AtomicReplacement(replacing: path)
            try new.append(Array(text.utf8))
            _ = try new.finish().commit()
        } catch {
            // Another process may just be writing it; without a cache the fonts are read again the next time.
        }
    }
}

extension IndexedFace {
    /// Reads the fields of a line of the cache, the first of which is its kind.
    fileprivate init?(_ fields: [String]) {
        let numbers = fields[5..<9].compactMap { Int($0) }
        let blocks = fields[9].split(separator: " ").compactMap { Int($0, radix: 16) }
        guard numbers.count == 4 else { return nil }
        (path, family, fullName, postScriptName) = (fields[1], fields[2], fields[3], fields[4])
        (index, weight, width, isItalic) = (numbers[0], numbers[1], numbers[2], numbers[3] == 1)
        self.blocks = Set(blocks)
    }
}
