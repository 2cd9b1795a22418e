import Glibc
import LinuxFiles
import SystemPackage
import Testing

/// A new empty directory for one test, removed with all that is in it when the value ends.
struct ScratchDirectory: ~Copyable {
    let path: FilePath

    init() throws {
        let parent = ThisProcess.environment("TMPDIR").map { FilePath($0) } ?? "/tmp"
        var template = parent.appending("LinuxFilesTests-XXXXXX").withPlatformString {
            Array(UnsafeBufferPointer(start: $0, count: strlen($0) + 1))
        }
        try #require(mkdtemp(&template) != nil)
        path = FilePath(platformString: template)
    }

    deinit {
        removeAll(path)
    }

    /// Writes a file called `original` and returns its path.
    func file(_ bytes: [UInt8], mode: UInt32 = 0o600) throws -> FilePath {
        try file("original", bytes, mode: mode)
    }

    /// Writes a file, under a name of the test's choice, and returns its path.
    func file(_ name: FilePath.Component, _ bytes: [UInt8], mode: UInt32 = 0o600) throws -> FilePath {
        let path = path.appending(name)
        let file = try OpenFile(creating: path, mode: mode)
        try file.write(bytes, at: 0)
        return path
    }

    /// The names in the directory, sorted.
    func names() throws -> [String] {
        try namesIn(path).map(\.string).sorted()
    }
}

/// The bytes that a path leads to now.
func contents(_ path: FilePath) throws -> [UInt8] {
    try OpenFile(reading: path).readAll()
}

/// A name of any bytes.
func component(_ bytes: [UInt8]) throws -> FilePath.Component {
    try #require(FilePath.Component(platformString: bytes.map { CChar(bitPattern: $0) } + [0]))
}

/// The error that `body` throws; nil if it throws none.
func saveError(_ body: () throws(FileSaveError) -> Void) -> FileSaveError? {
    do {
        try body()
        return nil
    } catch {
        return error
    }
}

/// Calls a function of the C library with a path and fails the test where it fails.
func require(_ path: FilePath, _ call: (UnsafePointer<CChar>) -> CInt) throws {
    let result = path.withPlatformString(call)
    try #require(result == 0, "\(path): \(String(cString: strerror(errno)))")
}

func makeLink(_ path: FilePath, to destination: FilePath) throws {
    try require(path) { path in destination.withPlatformString { symlink($0, path) } }
}

private func namesIn(_ path: FilePath) throws -> [FilePath.Component] {
    let stream = try #require(path.withPlatformString { opendir($0) })
    defer { closedir(stream) }
    var names: [FilePath.Component] = []
    while let entry = readdir(stream) {
        let name = withUnsafeBytes(of: &entry.pointee.d_name) {
            FilePath.Component(platformString: $0.bindMemory(to: CChar.self).baseAddress!)!
        }
        if name.kind == .regular { names.append(name) }
    }
    return names
}

private func removeAll(_ path: FilePath) {
    for name in (try? namesIn(path)) ?? [] {
        let inner = path.appending(name)
        if inner.withPlatformString({ unlink($0) }) != 0 { removeAll(inner) }
    }
    _ = path.withPlatformString { rmdir($0) }
}
