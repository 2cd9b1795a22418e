import LinuxFiles
import SystemPackage

/// The lines of earlier sessions, in a file of the user's choice, one a line.
struct SessionHistory {
    private let path: FilePath
    private let patience: Duration
    private static let limit = 1000

    /// - Parameter patience: how long reading waits for the first bytes of a pipe.
    init(_ path: FilePath, patience: Duration) { (self.path, self.patience) = (path, patience) }

    /// Returns the lines, oldest first; none if there is no file.
    func lines() throws(SystemCallError) -> [String] {
        do {
            let text = ByteText.text(try StreamedFile.bytes(of: path, atMost: 1 << 26, patience: patience))
            return text.split(separator: "\n").suffix(Self.limit).map(String.init)
        } catch {
            guard Errno(rawValue: error.errno) == .noSuchFileOrDirectory else { throw error }
            let directory = path.removingLastComponent()
            _ = try FileStatus(of: directory.isEmpty ? "." : directory)
            return []
        }
    }

    /// Writes the lines of this session after those of others; a crash here leaves the file as it was.
    func add(_ lines: [String]) throws(FileSaveError) {
        guard !lines.isEmpty else { return }
        // What cannot be read is not replaced.
        let earlier: [String]
        do { earlier = try self.lines() } catch { throw .systemCall(error) }
        let all = earlier + lines
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
