package import LinuxFiles
package import SystemPackage

/// What a save writes: some of the first bytes of the file that was read, and what follows them.
public struct EncodedContents {
    /// The number of first bytes that stay as they are; 0 if all is written anew.
    package let keptCount: Int
    /// Those bytes, where they were read into memory: nothing can have changed them since.
    package let keptBytes: [UInt8]?
    /// What follows them.
    package let parts: [[UInt8]]
    /// Whether the parts may be appended to the file in place: whatever a power cut leaves of them is recognised by the first one,
    /// which is on the disk before the rest is written.
    package let isIncrement: Bool
    /// Whether it is no increment, but the document written anew.
    package let isRewrite: Bool
    /// What is reported of the save.
    package var report: SaveReport
    /// What writing it does that the document forbids, a sentence each.
    package var ignoredRestrictions: [String] = []
    /// Returns the state of what is written, and the note by which it can be taken back; `nil` if it cannot.
    package let saved: () -> (state: String, note: SaveNote?)

    package init(
        keeping count: Int, _ bytes: [UInt8]? = nil, then parts: [[UInt8]], isIncrement: Bool = false,
        isRewrite: Bool = false, report: SaveReport,
        saved: @escaping () -> (state: String, note: SaveNote?)
    ) {
        (keptCount, keptBytes, self.parts) = (count, bytes, parts)
        (self.isIncrement, self.isRewrite) = (isIncrement, isRewrite)
        (self.report, self.saved) = (report, saved)
    }

    /// The length of the parts in bytes.
    package var addedCount: Int { parts.reduce(0) { $0 + $1.count } }
}

/// What a save has written, as it is noted in a log and in the journal of saves.
package struct SaveNote {
    package let line: String
    package let note: String

    package init(line: String, note: String) { (self.line, self.note) = (line, note) }
}

/// Writes a document into its file, or elsewhere.
package struct FileCommit {
    /// The file that was read.
    private let source: SourceFile
    /// The file at the path now, which is replaced: the one that was read, unless that has earlier contents.
    private let present: SourceFile
    private let path: FilePath
    private let knownPath: FilePath
    private let timeout: Duration
    private let dryRun: Bool
    /// Throws if what was read of the file may not be its bytes.
    private let check: SourceFile.Check
    /// Called with the percentage of the file that is copied.
    private let progress: ((Int) -> Void)?
    /// Called with the new file before it replaces the document.
    package var willReplace: ((borrowing OpenFile) throws(FileSaveError) -> Void)?

    /// - Parameters:
    ///   - path: the document's path without links.
    ///   - knownPath: the path that the user gave.
    ///   - timeout: how long the commit waits for commits of other processes.
    ///   - dryRun: do everything except write.
    package init(
        of source: SourceFile, over present: SourceFile, at path: FilePath, knownAs knownPath: FilePath,
        timeout: Duration, dryRun: Bool, check: @escaping SourceFile.Check, progress: ((Int) -> Void)? = nil
    ) {
        (self.source, self.present, self.path, self.knownPath) = (source, present, path, knownPath)
        (self.timeout, self.dryRun, self.check, self.progress) = (timeout, dryRun, check, progress)
    }

    // MARK: Into the document

    /// Writes the contents into the document's file: when this returns, they are on disk.
    ///
    /// - Returns: the method used, and why `auto` did not replace, or what else the user should know.
    package func publish(
        _ contents: EncodedContents, by wanted: SaveMethod
    ) throws(DocumentError) -> (method: SaveMethod, reason: String?) {
        try translating(of: path) { try checkAll() }
        try present.checkMode(at: path)
        // A file whose end is to be dropped must be replaced.
        let plan =
            contents.isIncrement && source === present
            ? SavePlan(
                wanted, for: present.status,
                isDirectoryWritable: Directory.isWritable(path.removingLastComponent())) : .replace
        do { return try carryOut(plan, contents) } catch {
            guard case .notEnoughSpace(_, let needed, let available) = error else { throw DocumentError(error, path) }
            let added = contents.addedCount
            let canAppend = contents.isIncrement && source === present && needed > added && available > added
            throw DocumentError(.noSpace(needed: needed, available: available, canAppend: canAppend), path)
        }
    }

    private func carryOut(
        _ plan: SavePlan, _ contents: EncodedContents
    ) throws(FileSaveError) -> (SaveMethod, reason: String?) {
        switch plan {
        case .append(let reason):
            if dryRun { return (.append, reason) }
            if try append(contents) { return (.append, reason) }
            // Its other names would keep the old document.
            guard present.status.hardLinkCount == 1 else { throw .busy(path) }
            return try (carryOut(.replace, contents).0, "another process may still write to the file")
        case .cloneOrAppend:
            // Only an attempt shows whether the file can be cloned, and a dry run leaves the directory alone.
            guard !dryRun else { return (.auto, nil) }
            var new = try AtomicReplacement(replacingResolved: path, knownAs: knownPath)
            guard try new.cloneBeginning(of: source.file, count: contents.keptCount) else {
                let limit = SavePlan.copyLimit >> 20
                let reason = "the file is larger than \(limit) MiB and its file system cannot clone it"
                return try carryOut(.append(reason: reason), contents)
            }
            try replace(with: new, ending: contents.parts)
            return (.replace, nil)
        case .replace:
            guard !dryRun else { return (.replace, nil) }
            var new = try AtomicReplacement(replacingResolved: path, knownAs: knownPath)
            if let beginning = contents.keptBytes {
                try replace(with: new, ending: [beginning] + contents.parts)
            } else {
                try copyBeginning(contents, to: &new)
                try replace(with: new, ending: contents.parts)
            }
            return (.replace, nil)
        case .replaceOrAppend:
            do {
                return try carryOut(.replace, contents)
            } catch {
                guard case .attributeNotKept(let attribute, _) = error else { throw error }
                return try carryOut(.append(reason: "a new file would lose its \(attribute)"), contents)
            }
        }
    }

    /// Checks that the document's path still leads to the file that was opened, unchanged.
    private func checkAll() throws(FileSaveError) {
        try present.check(path)
        try check()
    }

    /// Appends the rest to a replacement file, and replaces the document with it.
    private func replace(with new: consuming AtomicReplacement, ending rest: [[UInt8]]) throws(FileSaveError) {
        for part in rest { try new.append(part) }
        let finished = try new.finish(keepingAttributesOf: present.file)
        try willReplace?(finished.openFile())
        try finished.commit(over: present, at: path, timeout: timeout, check: check)
    }

    /// Appends the increment; false if the file must be replaced instead.
    private func append(_ contents: EncodedContents) throws(FileSaveError) -> Bool {
        try InPlaceAppend(to: knownPath).commit(
            contents.parts, at: contents.keptCount, of: source.status, timeout: timeout
        ) { () throws(FileSaveError) in try checkAll() }
    }

    // MARK: Elsewhere

    /// Writes the contents to a stream, or to a new file, which may replace another one and then keeps that one's attributes.
    package func write(
        _ contents: EncodedContents, to destination: Output, replacingExisting: Bool
    ) throws(DocumentError) {
        let output: FilePath
        switch destination {
        case .file(let path): output = path
        case .stream(let stream): return dryRun ? () : try write(contents, to: stream)
        }
        let rights = try translating { try AccessRights(of: present.file) }
        try NewFile(at: output, besides: path, present.status.identity, rights, replacingExisting: replacingExisting)
            .write(timeout: timeout, dryRun: dryRun) { new in
                if contents.keptCount > 0 { try copyBeginning(contents, to: &new) }
                for part in contents.parts { try new.append(part) }
            }
    }

    private func copyBeginning(
        _ contents: EncodedContents, to new: inout AtomicReplacement
    ) throws(FileSaveError) {
        _ = try new.copyBeginning(
            of: source.file, count: contents.keptCount, reserve: contents.addedCount
        ) { done in progress?(done * 100 / max(1, contents.keptCount)) }
    }

    /// Nothing tells the reader of a stream that its end is missing but this process's exit status.
    private func write(_ contents: EncodedContents, to stream: FileDescriptor) throws(DocumentError) {
        let write = { (bytes: [UInt8]) throws(DocumentError) in
            do throws(SystemCallError) { try stream.writeAll(bytes) } catch {
                throw DocumentError(.streamNotWritten(error), path)
            }
        }
        for offset in stride(from: 0, to: contents.keptCount, by: 1 << 20) {
            try write(
                translating(of: path) {
                    try source.file.read(at: offset, count: min(1 << 20, contents.keptCount - offset))
                })
        }
        for part in contents.parts { try write(part) }
        try translating(of: path) { try checkAll() }
    }
}
