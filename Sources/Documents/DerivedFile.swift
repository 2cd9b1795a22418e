internal import LinuxFiles
internal import PDFModel
public import SystemPackage

/// A file about documents, such as a report: it replaces none of them, and nobody may read it who may not read them all.
public struct DerivedFile {
    private let file: NewFile
    private let rights: AccessRights?

    /// - Throws: Where the file exists and may not be replaced, or is one of the documents.
    public init(
        at path: FilePath, from documents: [FilePath], replacingExisting: Bool
    ) throws(DocumentError) {
        var all: [AccessRights] = []
        for document in documents {
            // A document that cannot be opened has nothing in the file, and is not to be replaced by it.
            let resolved = (try? document.resolvingLinks()) ?? document
            let identity = (try? FileStatus(of: document))?.identity
            _ = try NewFile(at: path, besides: resolved, identity, replacingExisting: replacingExisting)
            if let source = try? OpenFile(reading: document), let rights = try? AccessRights(of: source) {
                all.append(rights)
            }
        }
        file = try NewFile(at: path, besides: nil, replacingExisting: replacingExisting)
        let isSameGroup = Set(all.map(\.group)).count == 1
        rights = AccessRights(
            mode: all.reduce(0o666) { $0 & $1.notedMode } | 0o600, group: isSameGroup ? all.first?.group ?? nil : nil)
    }

    /// Writes the file, which appears complete or not at all.
    ///
    /// Call this inside the accessor of a `DocumentAccess.creating` access.
    public func write(_ bytes: [UInt8]) throws(DocumentError) {
        try file.write(rights: rights, dryRun: false) { new throws(FileSaveError) in try new.append(bytes) }
    }
}
