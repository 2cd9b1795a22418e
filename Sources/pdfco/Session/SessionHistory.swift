import LinuxFiles
import SystemPackage

/// The lines of earlier sessions, in a file of the user's choice, one a line.
struct SessionHistory {
    private let path: FilePath
    private static let limit = 1000

    init(_ path: FilePath) { self.path = path }

    /// Returns the lines, oldest first; none if there is no file.
    func lines() throws(SystemCallError) -> [String] {
        do {
            let text = ByteText.text(try StreamedFile.bytes(of: path, atMost: 1 << 26))
            return text.split(separator: "\n").suffix(Self.limit).map(String.init)
        } catch {
            guard Errno(rawValue: error.errno) == .noSuchFileOrDirectory else { throw error }
            let directory = path.removingLastComponent()
            _ = try FileStatus(of: directory.isEmpty ? "." : directory)
            return []
        }
    }

    /// Writes the lines of this session behind those of others; a crash here leaves the file as it was.
    func add(_ lines: [String]) throws(FileSaveError) {
        guard !lines.isEmpty else { return }
        let all = ((try? self.lines()) ?? []) + lines
        let text = all.suffix(Self.limit).map { $0 + "\n" }.joined()
        var new =
            (try? FileStatus(of: path)) == nil
            ? try AtomicReplacement(creating: path, mode: 0o600) : try AtomicReplacement(replacing: path)
        try new.append(ByteText.bytes(text))
        if let old = try? OpenFile(reading: path) {
            try new.finish(keepingAttributesOf: old).commit()
        } else {
            try new.finish().commit()
        }
    }
}
