package import LinuxFiles
package import SystemPackage

/// The bytes of a document that are kept elsewhere: a version of it, or the original of its unsaved changes.
///
/// What is written from them is on the disk when a call returns.
package struct KeptBytes {
    /// The file that begins with them.
    let path: FilePath
    let count: Int
    /// Who could read the document.
    let rights: AccessRights

    /// Creates a new file from the bytes.
    package func create(_ path: FilePath) throws(FileSaveError) {
        var new = try AtomicReplacement(creating: path, mode: 0o600)
        try copy(into: &new)
        try new.finish(granting: rights).commit()
    }

    /// Replaces a file, which keeps its attributes; `kept` keeps its bytes.
    package func replace(
        _ old: SourceFile, at path: FilePath, keptAs kept: ReplacedVersion? = nil,
        timeout: Duration = CommitLock.usualTimeout
    ) throws(FileSaveError) {
        var new = try AtomicReplacement(replacing: path)
        try copy(into: &new)
        let target = new.target
        let finished = try new.finish(keepingAttributesOf: old.file)
        try kept?.note(finished.openFile())
        try finished.commit(over: old, at: target, timeout: timeout)
    }

    package func copy(into new: inout AtomicReplacement) throws(FileSaveError) {
        let own: OpenFile
        do { own = try OpenFile(reading: path) } catch { throw .systemCall(error) }
        _ = try new.copyBeginning(of: own, count: count, reserve: 0)
    }
}
