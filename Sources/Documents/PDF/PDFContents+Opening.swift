public import Checkpointing
internal import Cryptography
public import FileDocuments
internal import LinuxFiles
internal import PDFModel
public import SystemPackage

extension PDFContents: OpenContents {
    public static var defaultOptions: PDFOptions { PDFOptions() }
    public static var defaultSavingOptions: PDFSavingOptions { PDFSavingOptions() }

    public static var fileType: String { "application/pdf" }

    public static func reading(for intent: DocumentIntent<PDFContents>) -> Int? {
        switch intent.mode {
        case .reading: 0
        case .editing: 1
        case .repairing, .rewriting: nil
        }
    }

    public static func open(
        _ path: FilePath, for intent: DocumentIntent<PDFContents>, _ options: PDFOptions
    ) throws(DocumentError) -> OpenedPDF {
        try OpenedPDF(path, password: options.password, for: intent.mode)
    }

    /// The beginning of the current file, or else the private copy.
    public static func earlierFile(
        _ unsaved: UnsavedChanges<PDFChange>, before present: OpenedPDF, copy: FilePath?,
        for intent: DocumentIntent<PDFContents>,
        _ options: PDFOptions
    ) throws(DocumentError) -> OpenedPDF? {
        guard let base = unsaved.base else { return nil }
        if base.isBeginning(of: present.wholeBytes) { return try present.earlier(upTo: base.state.bytes) }
        guard let copy, base.isBeginning(ofFileAt: copy) else { return nil }
        let earlier = try OpenedPDF(copy, password: options.password, for: intent.mode, before: present)
        guard earlier.state == base.state else { return nil }
        try unsaved.useKey(of: earlier)
        return earlier
    }

    public static func length(ofBase header: CheckpointHeader, in file: SourceFile) -> Int? {
        guard let base = RecordedBase(header), base.isBeginning(of: file.file) else { return nil }
        return base.state.bytes
    }

    /// Whoever chooses something else does not want them to be merged.
    public static func merges(_ unsaved: UnsavedChanges<PDFChange>, with present: OpenedPDF) -> Bool { false }

    public static func reasonNotToOverwrite(
        _ present: OpenedPDF, by earlier: OpenedPDF
    ) throws(DocumentError) -> String? {
        try earlier.signatureCount() < present.signatureCount()
            ? "it was signed since, and overwriting would remove the signature" : nil
    }

    /// Assembles the finished document in memory and reads it back there.
    public mutating func encoded(
        of file: OpenedPDF, for saving: DocumentSaving<PDFContents>, _ progress: ((Int) -> Void)?
    ) throws(DocumentError) -> EncodedContents {
        let lostSignatures = saving.options.rewriting == nil ? [] : try lostSignatures(saving)
        let (opened, increment) = (opened, try increment())
        let finished = try opened.finished(with: increment)
        if let options = saving.options.rewriting {
            let bytes = try opened.reading { () throws(PDFError) in
                try finished.rewritten(options, progress: progress)
            }
            var encoded = EncodedContents(
                keeping: 0, then: [bytes], isRewrite: true, report: SaveReport(bytes: bytes.count)
            ) {
                // Nothing can be taken back in a rewritten document.
                (bytes.withUnsafeBytes { DocumentState($0) }.line, nil)
            }
            encoded.ignoredRestrictions = lostSignatures
            return encoded
        }
        var report = SaveReport(bytesAppended: increment.count, bytes: finished.count)
        if opened.isRepaired, let damage = opened.damage {
            report.repaired = ContentsFailure(damage)
            report.lostObjects = (try? opened.file.lostObjects().count) ?? 0
        }
        let count = opened.file.count
        let isAlone = saving.output != nil && saving.part == .increment
        // A file that had to be repaired in memory has nothing that a plain increment could chain to.
        if let damage = opened.damage, !opened.isRepaired, !increment.isEmpty || saving.output != nil {
            throw opened.error(.pdf(damage))
        }
        if isAlone { report.baseSHA256 = try baseDigest() }
        return EncodedContents(
            keeping: isAlone ? 0 : count, opened.isInMemory ? Array(opened.file.bytes.prefix(count)) : nil,
            then: increment.isEmpty ? [] : increment.parts, isIncrement: !opened.isEarlier,
            report: report
        ) {
            let state = DocumentState(finished.bytes)
            return (state.line, SaveNote(SavedRevision(from: count, to: state)))
        }
    }

    public mutating func examination() throws(DocumentError) -> DocumentExamination {
        let summary = try opened.inspect { file throws(PDFError) in try DocumentSummary(file) }
        var found = DocumentExamination(isEditable: summary.editingDisabled == nil)
        do throws(DocumentError) {
            let shown = try shown()
            _ = try opened.reading { () throws(PDFError) in try shown.annotationCount() }
        } catch {
            guard let reason = error.conflictReason else { throw error }
            found.conflict = reason
        }
        return found
    }

    /// Returns what a rewrite does to signatures.
    private func lostSignatures(_ saving: DocumentSaving<PDFContents>) throws(DocumentError) -> [String] {
        let count = try opened.signatureCount()
        guard count > 0 else { return [] }
        guard saving.options.ignoresSignatures else {
            throw opened.error(.pdf(.wouldInvalidateSignatures(count: count)))
        }
        return ["signatures become invalid"]
    }

    /// Returns the digest of the bytes that an increment is to follow, where reading them costs nothing more.
    private func baseDigest() throws(DocumentError) -> String? {
        // What is appended after an unfinished increment would not lie where its table says.
        if opened.file.unfinishedCount > 0 {
            throw opened.error(.pdf(.notRepaired("it ends in an unfinished increment, which pdfco restore removes")))
        }
        let base = opened.file.bytes
        // A stream has been read in any case.
        guard base.count <= DocumentState.digestLimit || opened.source.status.hardLinkCount == 0 else { return nil }
        return try opened.requiringUnchanged { () throws(DocumentError) in
            var hash = SHA256()
            hash.update(base)
            return hash.digest.hexadecimal
        }
    }
}
