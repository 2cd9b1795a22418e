internal import SystemPackage

/// Reads a trace and carries out on a model what it tells.
struct TraceReading {
    /// The model before, which has the files that are made later without names.
    private(set) var start: ModelDisk
    private(set) var disk: ModelDisk
    private(set) var names: Set<String> = [""]
    private let directory: FilePath
    /// Files that were opened to be written at their end alone.
    private var appended: Set<Int> = []
    /// The bits that new files do not get.
    private let mask: UInt16

    /// Calls that change nothing below a directory, or only locks and what a descriptor is; the files of the tests have no
    /// extended attributes that could be taken away.
    private static let harmless: Set = [
        "newfstatat", "fstat", "stat", "lstat", "statx", "readlink", "readlinkat", "access", "faccessat", "faccessat2",
        "read", "pread64", "close", "flock", "fcntl", "lseek", "getdents64", "statfs", "fstatfs", "getxattr",
        "fgetxattr", "listxattr", "flistxattr", "fremovexattr", "inotify_add_watch", "inotify_rm_watch", "execve",
        "fadvise64",
    ]

    init(before: FileTree, directory: FilePath) throws {
        start = ModelDisk(before)
        disk = start
        self.directory = directory
        // Files in /proc have no length that could be asked for.
        let status = try FileDescriptor.open("/proc/self/status", .readOnly)
        let text = try status.closeAfter {
            try String(unsafeUninitializedCapacity: 8192) { try status.read(into: UnsafeMutableRawBufferPointer($0)) }
        }
        guard let mask = text.firstMatch(of: #/Umask:\s+(\d+)/#).flatMap({ UInt16($0.1, radix: 8) }) else {
            throw Recording.NotUnderstood(description: "the umask is not known")
        }
        self.mask = mask
    }

    /// The calls on what is below the directory, and what each did.
    mutating func steps(of log: String) throws -> [Recording.Step] {
        var numbers: [String: Int] = [:]
        var steps: [Recording.Step] = []
        for call in TracedCall.all(in: log, mentioning: directory.string) {
            let mentioned = call.paths.compactMap(name)
            guard call.name != "execve", !mentioned.isEmpty else { continue }
            names.formUnion(mentioned)
            let key = "\(call.thread) \(call.name)"
            numbers[key, default: 0] += 1
            let operations = call.result == nil ? [] : try operations(of: call)
            for operation in operations { disk.apply(operation) }
            steps.append(
                Recording.Step(
                    call: Strace.Call(name: call.name, number: numbers[key] ?? 1, line: call.line),
                    operations: operations))
        }
        return steps
    }

    /// A path relative to the directory, if it is in it.
    private func name(_ path: String) -> String? {
        if path == directory.string { return "" }
        return path.hasPrefix(directory.string + "/") ? String(path.dropFirst(directory.string.utf8.count + 1)) : nil
    }

    private mutating func operations(of call: TracedCall) throws -> [DiskOperation] {
        let flags = call.arguments.joined(separator: " ")
        switch call.name {
        case _ where Self.harmless.contains(call.name): return []
        case "mmap" where !flags.contains("MAP_SHARED") || !flags.contains("PROT_WRITE"): return []
        case "openat" where call.arguments.count > 2:
            return try opening(call, name(at: 0, of: call), flags: call.arguments[2])
        case "open" where call.arguments.count > 1:
            return try opening(call, name(at: nil, 0, of: call), flags: call.arguments[1])
        case "pwrite64":
            guard let bytes = call.bytes(1), let count = call.result, let offset = call.number(3) else { break }
            let file = try file(0, of: call)
            // Whatever its offset is, the end is where such a write goes.
            guard !appended.contains(file) || offset == disk.files[file]?.bytes?.count else { break }
            return [.write(file: file, offset: offset, bytes: Array(bytes.prefix(count)))]
        case "ftruncate":
            guard call.arguments.count > 1, let length = Int(call.arguments[1]) else { break }
            return [.truncate(file: try file(0, of: call), length: length)]
        case "copy_file_range" where call.arguments.count > 3:
            return [try copying(call)]
        case "ioctl" where flags.contains("FICLONE"):
            guard let source = call.descriptorPath(2).flatMap(name).flatMap({ disk.names[$0] }) else { break }
            let bytes = disk.files[source]?.bytes ?? []
            let target = try file(0, of: call)
            return [.truncate(file: target, length: 0), .write(file: target, offset: 0, bytes: bytes)]
        case "fchmod":
            guard let mode = call.number(1) else { break }
            return [.setMode(file: try file(0, of: call), mode: UInt16(mode))]
        case "chmod":
            guard let file = disk.names[try name(at: nil, 0, of: call)], let mode = call.number(1) else { break }
            return [.setMode(file: file, mode: UInt16(mode))]
        case "fsync", "fdatasync":
            let name = try name(ofDescriptor: 0, of: call)
            guard let file = disk.names[name], disk.files[file]?.bytes != nil else {
                return [.synchronizeDirectory(name: name)]
            }
            return [.synchronize(file: file, dataOnly: call.name == "fdatasync")]
        case "renameat2" where flags.contains("RENAME_EXCHANGE"):
            let (first, second) = (try name(at: 0, of: call), try name(at: 2, of: call))
            guard let firstFile = disk.names[first], let secondFile = disk.names[second] else { break }
            return [.exchange(first: first, secondFile: secondFile, second: second, firstFile: firstFile)]
        case "renameat", "renameat2":
            return [try renaming(call, name(at: 0, of: call), to: name(at: 2, of: call))]
        case "rename": return [try renaming(call, name(at: nil, 0, of: call), to: name(at: nil, 1, of: call))]
        case "linkat":
            guard let file = disk.names[try name(at: 0, of: call)] else { break }
            return [.link(name: try name(at: 2, of: call), file: file)]
        // Times are not in the model: a version whose new date is lost is as old as before.
        case "utimensat": return []
        // Links are not in the model: the index, of which they are the entries, may lose any of them.
        case "symlinkat": return []
        case "unlinkat":
            let name = try name(at: 0, of: call)
            return disk.names[name] == nil ? [] : [.remove(name: name)]
        case "unlink", "rmdir": return [.remove(name: try name(at: nil, 0, of: call))]
        case "mkdir": return [try making(call, name(at: nil, 0, of: call), mode: call.number(1))]
        case "mkdirat": return [try making(call, name(at: 0, of: call), mode: call.number(2))]
        default: break
        }
        throw Recording.NotUnderstood(description: "not understood: \(call.line)")
    }

    // MARK: Calls

    private mutating func opening(_ call: TracedCall, _ name: String, flags: Substring) throws -> [DiskOperation] {
        let flags = Set(flags.split(separator: "|"))
        guard !flags.contains("O_TMPFILE") else {
            throw Recording.NotUnderstood(description: "not understood: \(call.line)")
        }
        if let file = disk.names[name] {
            if flags.contains("O_APPEND") { appended.insert(file) }
            return flags.contains("O_TRUNC") ? [.truncate(file: file, length: 0)] : []
        }
        guard flags.contains("O_CREAT") else { return [] }
        let mode = UInt16(call.number(call.arguments.count - 1) ?? 0) & ~mask
        return [.create(name: name, file: newFile(mode: mode, bytes: []))]
    }

    private mutating func making(_ call: TracedCall, _ name: String, mode: Int?) throws -> DiskOperation {
        .create(name: name, file: newFile(mode: UInt16(mode ?? 0) & ~mask, bytes: nil))
    }

    private mutating func newFile(mode: UInt16, bytes: [UInt8]?) -> Int {
        _ = start.newFile(mode: mode, bytes: bytes)
        return disk.newFile(mode: mode, bytes: bytes)
    }

    private func renaming(_ call: TracedCall, _ old: String, to new: String) throws -> DiskOperation {
        guard let file = disk.names[old], disk.files[file]?.bytes != nil else {
            throw Recording.NotUnderstood(description: "not understood: \(call.line)")
        }
        return .rename(from: old, to: new, file: file)
    }

    private func copying(_ call: TracedCall) throws -> DiskOperation {
        let offsets = [1, 3].map { Int(call.arguments[$0].dropFirst().prefix { $0.isNumber }) }
        guard let count = call.result, let start = offsets[0], let offset = offsets[1],
            let bytes = disk.files[try file(0, of: call)]?.bytes, start + count <= bytes.count
        else { throw Recording.NotUnderstood(description: "not understood: \(call.line)") }
        return .write(file: try file(2, of: call), offset: offset, bytes: Array(bytes[start..<(start + count)]))
    }

    // MARK: Names

    /// The file that a descriptor leads to.
    private func file(_ index: Int, of call: TracedCall) throws -> Int {
        guard !call.isNameless(index), let file = disk.names[try name(ofDescriptor: index, of: call)] else {
            throw Recording.NotUnderstood(description: "a file without a name: \(call.line)")
        }
        return file
    }

    private func name(ofDescriptor index: Int, of call: TracedCall) throws -> String {
        guard let name = call.descriptorPath(index).flatMap(name) else {
            throw Recording.NotUnderstood(description: "a descriptor of another directory: \(call.line)")
        }
        return name
    }

    /// The name that a directory's descriptor and a path, the next argument, lead to.
    private func name(at directory: Int?, _ path: Int? = nil, of call: TracedCall) throws -> String {
        guard let bytes = call.bytes(path ?? (directory ?? 0) + 1) else {
            throw Recording.NotUnderstood(description: "no path: \(call.line)")
        }
        var full = FilePath(String(decoding: bytes, as: UTF8.self))
        if !full.isAbsolute, let directory, let start = call.descriptorPath(directory) {
            full = FilePath(start).pushing(full)
        }
        guard let name = name(full.string) else {
            throw Recording.NotUnderstood(description: "a path outside of the directory: \(call.line)")
        }
        return name
    }
}

extension TracedCall {
    /// The paths it names, by descriptors or, unless they are what is written, by strings.
    fileprivate var paths: [String] {
        arguments.indices.compactMap { index in
            if let path = descriptorPath(index) { return path }
            guard !["write", "pwrite64", "read", "pread64"].contains(name) else { return nil }
            return bytes(index).map { String(decoding: $0, as: UTF8.self) }
        }
    }
}
