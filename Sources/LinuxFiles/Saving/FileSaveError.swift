public import SystemPackage

/// Why a file was not saved, or not in the way that was promised.
///
/// Unless a case says otherwise the file is as it was before, and no temporary is left.
public enum FileSaveError: Error, Sendable, Equatable, CustomStringConvertible {
    /// Another live process is saving this file at this moment; try again later.
    case busy(FilePath)

    /// A new file was to be created, but the name was taken meanwhile.
    case nameTaken(FilePath)

    /// The file is not the one that the save began with: found by the caller's check, or because bytes are missing.
    case changedMeanwhile(FilePath)

    /// The disk holding `path` has `available` bytes left for this user, and the save needs `needed`.
    case notEnoughSpace(path: FilePath, needed: Int, available: Int)

    /// The replacement could not get this owner, mode or extended attribute of the original; appending keeps it.
    case attributeNotKept(String, SystemCallError)

    /// The new file is in its place and complete, but its name may not survive a power cut: fsync of the directory failed.
    case nameNotDurable(SystemCallError)

    /// Appending failed with `saving`, and cutting the file back to `length` bytes failed too: a torn tail remains.
    case notCutBack(length: Int, saving: SystemCallError, cuttingBack: SystemCallError)

    /// A system call failed.
    case systemCall(SystemCallError)

    /// The reason in plain words, for use after a colon in a message.
    public var description: String {
        switch self {
        case .busy: "another process is saving this file"
        case .nameTaken: "a file with this name already exists"
        case .changedMeanwhile: "another program has changed the file"
        case .notEnoughSpace(_, let needed, let available):
            "not enough space on the disk: \(needed) bytes needed, \(available) available"
        case .attributeNotKept(let attribute, let error): "\(attribute) cannot be kept: \(error)"
        case .nameNotDurable(let error): "saved, but a power cut may undo it: \(error)"
        case .notCutBack(let length, let saving, let cuttingBack):
            "\(saving); the file could not be truncated to \(length) bytes either: \(cuttingBack)"
        case .systemCall(let error): error.description
        }
    }
}

/// Runs one step of a save whose only errors are those of system calls.
@discardableResult
func saving<Result: ~Copyable>(
    _ step: @autoclosure () throws(SystemCallError) -> Result
) throws(FileSaveError) -> Result {
    do {
        return try step()
    } catch {
        throw .systemCall(error)
    }
}
