internal import LinuxFiles
public import SystemPackage

/// Versions that keep what going back to an earlier revision or version has replaced.
extension FileVersion {
    /// Returns the version that keeps the document that was replaced when its path last went back to a version or a
    /// revision; `nil` if that was not the last change of the document, or if another document with the same bytes may
    /// be there now.
    ///
    /// Device, inode and birth time show that the file is the one that was written then. So undo still works after the
    /// file was moved away and back, and no longer after another program replaced it, even with equal bytes.
    public static func replacedByGoingBack(
        at path: FilePath, in store: VersionStore
    ) throws(DocumentError) -> FileVersion? {
        guard let path = try resolved(path), !path.isAbsent else { return nil }
        let document = try translating(of: path) { try SourceFile(path) }
        return try replacedByGoingBack(document, at: path, in: store).flatMap { $0.isProven ? $0.version : nil }
    }

    /// Returns the version even if the file may be another document, because it has no birth time or its disk was
    /// mounted again.
    package static func replacedByGoingBack(
        _ document: SourceFile, at path: FilePath, in store: VersionStore
    ) throws(DocumentError) -> (version: FileVersion, isProven: Bool)? {
        let versions = try otherVersionsOfItem(at: path, in: store)
        let candidates = versions.filter { version in
            version.record.whyKept.isGoingBack && version.record.successor?.isOther(than: document.recorded) != true
        }
        let proven = candidates.last { $0.record.successor?.isSame(as: document.recorded) == true }
        guard let last = proven ?? candidates.last, try !last.hasBytes(of: document.file) else { return nil }
        let isWhatItWentBackTo =
            if case .wentBackToVersion(let identifier) = last.record.whyKept {
                try versions.first { $0.persistentIdentifier == identifier }?.hasBytes(of: document.file) == true
            } else {
                // A revision is the beginning of the document.
                try last.beginsWithBytes(of: document.file)
            }
        return isWhatItWentBackTo ? (last, proven != nil) : nil
    }
}
