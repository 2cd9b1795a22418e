internal import Checkpointing
internal import LinuxFiles
internal import PDFModel
internal import SystemPackage

/// A document with unsaved changes whose file is gone, or is no document any more. The checkpoint has a copy of the document
/// that the changes were made on, which is proven byte by byte.
struct LostDocument {
    let identifier: CheckpointIdentifier
    /// The path of the copy.
    let copy: FilePath
    /// Whether the file is the one that the changes were made on, and nobody is writing it. Otherwise that one may have been
    /// moved, with its changes, or another one is on its way, and the user decides.
    let isCertain: Bool
    /// Whether the file is more than a beginning of the document and zeros: it is not replaced.
    let isOverwritten: Bool
    private let path: FilePath
    private let base: RecordedBase

    /// Returns `nil` where no copy is proven.
    init?(at name: FilePath, in workspace: Workspace) throws(DocumentError) {
        guard let store = workspace.checkpoints, let path = try? name.resolvingLinks() else { return nil }
        let identifier = workspace.identifier(of: path)
        guard let header = try translating(of: name, { try store.foundHeader(identifier) }), header.path == path,
            let base = RecordedBase(header),
            base.isProvable, let copy = try translating(of: name, { try store.base(of: identifier) }),
            base.isBeginning(ofFileAt: copy)
        else { return nil }
        (self.identifier, self.copy, self.path, self.base) = (identifier, copy, path, base)
        isCertain = header.file?.isIdle(at: path) ?? false
        isOverwritten = try translating(of: name) {
            try !path.isAbsent && Self.isOverwritten(OpenFile(reading: path), base, copy)
        }
    }

    private static func isOverwritten(
        _ file: borrowing OpenFile, _ base: RecordedBase, _ copy: FilePath
    ) throws(SystemCallError) -> Bool {
        let status = try file.status()
        guard status.kind == .regular, status.size <= 2 * DocumentState.digestLimit else { return true }
        let bytes = try file.read(at: 0, count: status.size)
        let original = try OpenFile(reading: copy).read(at: 0, count: base.state.bytes)
        let common = zip(bytes, original).prefix { $0 == $1 }.count
        return bytes == original || bytes[common...].contains { $0 != 0 }
    }

    /// Puts the document back as it was when the changes were made, which remain unsaved. A new file is for its user alone:
    /// nobody knows any more who could read it.
    func putBack(timeout: Duration) throws(DocumentError) {
        try translating(of: path) {
            let original = try OpenFile(reading: copy)
            let count = base.state.bytes
            if path.isAbsent { return try original.copyBeginning(count: count, toNewFileAt: path) }
            let present = try SourceFile(path)
            try present.checkMode(at: path)
            guard try !Self.isOverwritten(present.file, base, copy) else { throw DocumentError(.conflict, path) }
            var new = try AtomicReplacement(replacing: path)
            _ = try new.copyBeginning(of: original, count: count, reserve: 0)
            // A crash before the end of this leaves the file as it is, or the document as it was; its changes stay unsaved.
            try new.finish(keepingAttributesOf: present.file).commit(over: present, at: path, timeout: timeout)
        }
    }
}

extension RecordedFile {
    /// Whether the file at a path is this one, as far as the file system tells, and nobody is writing it.
    fileprivate func isIdle(at path: FilePath) -> Bool {
        guard let file = try? OpenFile(reading: path), let status = try? file.status() else { return false }
        return !RecordedFile(file, status).isOther(than: self) && file.isCertainlyNotBeingWritten
    }
}

extension Workspace {
    /// Whether the document that is gone or has lost its contents can be written to a new file from the copy in its checkpoint,
    /// and whether it can also be put back.
    package func canRecover(_ path: FilePath) -> (copy: Bool, document: Bool) {
        guard let lost = try? LostDocument(at: path, in: self) else { return (false, false) }
        var (plain, saving) = (self, Saving())
        (plain.checkpoints, saving.dryRun) = (nil, true)
        do {
            _ = try DocumentFile(openingFileAt: path, for: .save(saving), in: plain)
            return (true, false)
        } catch {
            return (true, !lost.isOverwritten && error.saysDocumentIsLost)
        }
    }
}

extension DocumentError {
    /// Whether the file is gone, or what is there is no document that can be edited.
    package var saysDocumentIsLost: Bool {
        switch situation.pdf {
        case .notAPDF, .damaged, .unrecoverable, .noPages: true
        default: situation == .noSuchFile
        }
    }
}
