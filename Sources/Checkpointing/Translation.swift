internal import LinuxFiles
internal import SystemPackage

/// Converts the errors of system calls into this module's own.
func translating<Result: ~Copyable>(
    _ body: () throws(SystemCallError) -> Result
) throws(CheckpointError) -> Result {
    do { return try body() } catch { throw .systemCall(error) }
}

extension CheckpointError {
    init(_ error: FileSaveError, at path: FilePath) {
        switch error {
        case .systemCall(let cause): self = .systemCall(cause)
        case .attributeNotKept, .nameNotDurable, .notCutBack: self = .notSaved(error)
        case .busy, .nameTaken, .changedMeanwhile: self = .timedOut(path)
        case .notEnoughSpace:
            self = .systemCall(SystemCallError(call: "write", errno: Errno.noSpace.rawValue, path: path))
        }
    }
}

extension CheckpointContents {
    /// Returns all bytes of a log, unless it is longer than any log can be.
    static func bytes(of file: borrowing OpenFile, at path: FilePath) throws(CheckpointError) -> [UInt8] {
        let bytes: [UInt8]?
        let size: Int
        do {
            size = try file.status().size
            bytes = size <= LogLimits.length ? try file.read(at: 0, count: size) : nil
        } catch {
            throw .systemCall(error)
        }
        guard let bytes else { throw .tooLarge(path, bytes: size) }
        return bytes
    }

    /// Reads a log, whose path is named in errors.
    init(_ bytes: [UInt8], of path: FilePath) throws(CheckpointError) {
        do {
            try self.init(bytes)
        } catch {
            switch error {
            case .foreign: throw .foreign(path)
            case .newerVersion(let version): throw .newerVersion(path, version: version)
            case .damagedHeader: throw .damagedHeader(path)
            }
        }
    }
}
