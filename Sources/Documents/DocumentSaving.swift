internal import Cryptography
internal import FoundationEssentials
internal import LinuxFiles
internal import PDFModel
internal import SystemPackage

/// One save: assembles the finished document in memory, reads it back there, and writes it to disk.
struct DocumentSaving {
    private let contents: OpenedPDF
    private let path: FilePath
    private let knownPath: FilePath
    private let increment: Increment
    private let finished: PDFFile
    private let timeout: Duration
    private let dryRun: Bool
    /// The finished document as rewritten by libqpdf, if that is written instead.
    private var rewritten: [UInt8]?
    /// Called with the percentage of the file that is copied.
    var progress: ((Int) -> Void)?

    /// - Parameters:
    ///   - path: the document's path without links.
    ///   - knownPath: the path that the user gave.
    ///   - timeout: how long the commit waits for commits of other processes.
    ///   - dryRun: do everything except write.
    init(
        _ contents: OpenedPDF, at path: FilePath, knownAs knownPath: FilePath, appending increment: Increment,
        timeout: Duration, dryRun: Bool = false
    ) throws(DocumentError) {
        self.contents = contents
        (self.path, self.knownPath) = (path, knownPath)
        self.increment = increment
        (self.timeout, self.dryRun) = (timeout, dryRun)
        finished = try contents.finished(with: increment)
    }

    private var report: SaveReport {
        if let rewritten { return SaveReport(bytes: rewritten.count) }
        var report = SaveReport(bytesAppended: increment.count, bytes: finished.count)
        guard contents.isRepaired else { return report }
        report.repaired = contents.damage
        report.lostObjects = (try? contents.file.lostObjects().count) ?? 0
        return report
    }

    /// Rejects a file that had to be repaired in memory: it has nothing that a plain increment could chain to.
    private func checkIncrement() throws(DocumentError) {
        if rewritten == nil, let damage = contents.damage, !contents.isRepaired {
            throw DocumentError(.pdf(damage), path)
        }
    }

    /// Writes the increment into the document, or replaces it by the rewritten one.
    ///
    /// - Parameter replaced: the version that keeps the document that is replaced, if that is not this one's beginning.
    func save(_ wanted: SaveMethod, keeping replaced: ReplacedVersion? = nil) throws(DocumentError) -> SaveReport {
        var report: SaveReport
        do { report = try save(wanted) } catch {
            replaced?.drop()
            throw error
        }
        report.kept = replaced?.version
        replaced?.announce()
        return report
    }

    private func save(_ wanted: SaveMethod) throws(DocumentError) -> SaveReport {
        if let rewritten { return try replace(with: rewritten) }
        try checkIncrement()
        try translating(of: path) { try contents.check(path) }
        // A file whose end is to be dropped must be replaced.
        let plan =
            contents.isEarlier
            ? .replace
            : SavePlan(
                wanted, for: contents.present.source.status,
                isDirectoryWritable: Directory.isWritable(path.removingLastComponent()))
        var report = report
        do {
            (report.method, report.reason) = try carryOut(plan)
        } catch {
            guard case .notEnoughSpace(_, let needed, let available) = error else { throw DocumentError(error, path) }
            let canAppend = !contents.isEarlier && needed > increment.count && available > increment.count
            throw DocumentError(.noSpace(needed: needed, available: available, canAppend: canAppend), path)
        }
        return report
    }

    private func carryOut(_ plan: SavePlan) throws(FileSaveError) -> (SaveMethod, reason: String?) {
        switch plan {
        case .append(let reason):
            if dryRun { return (.append, reason) }
            if try append() { return (.append, reason) }
            // Its other names would keep the old document.
            guard contents.present.source.status.hardLinkCount == 1 else { throw .busy(path) }
            return try (carryOut(.replace).0, "another process may still write to the file")
        case .cloneOrAppend:
            // Only an attempt shows whether the file can be cloned, and a dry run leaves the directory alone.
            guard !dryRun else { return (.auto, nil) }
            var new = try AtomicReplacement(replacingResolved: path, knownAs: knownPath)
            guard try new.cloneBeginning(of: contents.source.file, count: contents.file.count) else {
                let limit = SavePlan.copyLimit >> 20
                let reason = "the file is larger than \(limit) MiB and its file system cannot clone it"
                return try carryOut(.append(reason: reason))
            }
            try replace(with: new, ending: [increment.mark, increment.body])
            return (.replace, nil)
        case .replace:
            guard !dryRun else { return (.replace, nil) }
            var new = try AtomicReplacement(replacingResolved: path, knownAs: knownPath)
            if contents.isInMemory {
                try replace(with: new, ending: [Array(finished.bytes)])
            } else {
                try copyBeginning(contents.file.count, to: &new, reserve: increment.count)
                try replace(with: new, ending: [increment.mark, increment.body])
            }
            return (.replace, nil)
        case .replaceOrAppend:
            do {
                return try carryOut(.replace)
            } catch {
                guard case .attributeNotKept(let attribute, _) = error else { throw error }
                return try carryOut(.append(reason: "a new file would lose its \(attribute)"))
            }
        }
    }

    /// Writes the finished document, or only its increment, elsewhere.
    func write(_ part: OutputPart, to output: Output, replacingExisting: Bool) throws(DocumentError) -> SaveReport {
        try checkIncrement()
        if let rewritten {
            try write(rewritten, after: 0, to: output, replacingExisting: replacingExisting)
            return report
        }
        // What is appended after an unfinished increment would not lie where its table says.
        if part == .increment, contents.file.unfinishedCount > 0 {
            throw DocumentError(
                .pdf(.notRepaired("it ends in an unfinished increment, which pdfco restore removes")), path)
        }
        try write(
            increment.bytes, after: part == .document ? contents.file.count : 0, to: output,
            replacingExisting: replacingExisting)
        var report = report
        if part == .increment {
            let base = contents.file.bytes
            // A stream has been read in any case.
            if base.count <= DocumentState.digestLimit || contents.source.status.hardLinkCount == 0 {
                report.baseSHA256 = try contents.requiringUnchanged { () throws(DocumentError) in
                    var hash = SHA256()
                    hash.update(base)
                    return hash.digest.hexadecimal
                }
            }
        }
        return report
    }

    /// Writes the finished document to a new file beside the document, named after the document and the time.
    func writeCopy(at time: Date) throws(DocumentError) -> SaveReport {
        var (copy, report) = try ConflictCopy.write(of: path, at: time) { path throws(DocumentError) in
            try write(.document, to: .file(path), replacingExisting: false)
        }
        report.copy = copy
        return report
    }

    /// The state that identifies the document once it is saved.
    var finishedState: DocumentState {
        rewritten?.withUnsafeBytes { DocumentState($0) } ?? DocumentState(finished.bytes)
    }

    // MARK: Rewriting

    /// Lets libqpdf rewrite the finished document, which is written instead.
    mutating func rewrite(_ options: RewriteOptions, progress: ((Int) -> Void)?) throws(DocumentError) {
        rewritten = try contents.reading { () throws(PDFError) in try finished.rewritten(options, progress: progress) }
    }

    private func replace(with bytes: [UInt8]) throws(DocumentError) -> SaveReport {
        var report = report
        let links = contents.present.source.status.hardLinkCount
        if links > 1 { report.reason = "the other \(links - 1) hard links of the file keep the old document" }
        guard !dryRun else { return report }
        try translating(of: path) {
            try replace(with: AtomicReplacement(replacingResolved: path, knownAs: knownPath), ending: [bytes])
        }
        return report
    }

    // MARK: Steps

    /// Appends the rest to a replacement file, and replaces the document with it.
    private func replace(with new: consuming AtomicReplacement, ending rest: [[UInt8]]) throws(FileSaveError) {
        for part in rest { try new.append(part) }
        let source = contents.present.source
        try new.finish(keepingAttributesOf: source.file)
            .commit(over: source, at: path, timeout: timeout, check: contents.checkMappings)
    }

    /// Appends the increment; false if the file must be replaced instead. Its mark is on disk before the rest is written, so
    /// that whatever a power cut leaves of the increment can be recognised.
    private func append() throws(FileSaveError) -> Bool {
        try InPlaceAppend(to: knownPath).commit(
            increment.parts, at: contents.file.count, of: contents.source.status, timeout: timeout
        ) { () throws(FileSaveError) in
            try contents.check(path)
        }
    }

    /// Writes the first `count` bytes of the file and then others: to a stream, or to a new file, which may replace
    /// another one and then keeps that one's attributes.
    private func write(
        _ bytes: [UInt8], after count: Int, to destination: Output, replacingExisting: Bool
    ) throws(DocumentError) {
        let output: FilePath
        switch destination {
        case .file(let path): output = path
        case .stream(let stream): return dryRun ? () : try write(bytes, after: count, to: stream)
        }
        let document = contents.present.source
        let rights = try translating { try AccessRights(of: document.file) }
        try NewFile(at: output, besides: path, document.status.identity, rights, replacingExisting: replacingExisting)
            .write(timeout: timeout, dryRun: dryRun) { new in
                if count > 0 { try copyBeginning(count, to: &new, reserve: bytes.count) }
                try new.append(bytes)
            }
    }

    private func copyBeginning(
        _ count: Int, to new: inout AtomicReplacement, reserve: Int
    ) throws(FileSaveError) {
        _ = try new.copyBeginning(of: contents.source.file, count: count, reserve: reserve) { done in
            progress?(done * 100 / max(1, count))
        }
    }

    /// Nothing tells the reader of a stream that its end is missing but this process's exit status.
    private func write(_ bytes: [UInt8], after count: Int, to stream: FileDescriptor) throws(DocumentError) {
        let write = { (bytes: [UInt8]) throws(DocumentError) in
            do throws(SystemCallError) { try stream.writeAll(bytes) } catch {
                throw DocumentError(.streamNotWritten(error), path)
            }
        }
        for offset in stride(from: 0, to: count, by: 1 << 20) {
            try write(
                translating(of: path) {
                    try contents.source.file.read(at: offset, count: min(1 << 20, count - offset))
                })
        }
        try write(bytes)
        try translating(of: path) { try contents.check(path) }
    }
}
