internal import FileDocuments
internal import LinuxFiles
package import PDFModel
internal import SystemPackage

extension OpenDocument<PDFContents> {
    static let lostSignatures = "later signatures are lost"

    /// Returns the revisions, oldest first, each with what it changed among the annotations; `nil` where the document as it
    /// was then cannot be read.
    package func history() throws(DocumentError) -> [(revision: Revision, changes: AnnotationDifference?)] {
        let contents = try opened()
        var earlier: [ListedAnnotation]? = []
        var history: [(revision: Revision, changes: AnnotationDifference?)] = []
        for revision in contents.file.revisions() {
            let list = try? annotations(inRevision: revision)
            var changes: AnnotationDifference?
            if let earlier, let list { changes = AnnotationDifference(from: earlier, to: list, areOfOneDocument: true) }
            history.append((revision, changes))
            earlier = list
        }
        return history
    }

    /// Returns the annotations as they were in a revision, by its number from 1.
    ///
    /// - Throws: ``PDFError/noSuchRevision(_:count:)``.
    package func annotations(inRevision number: Int) throws(DocumentError) -> [ListedAnnotation] {
        let revisions = try opened().file.revisions()
        guard let revision = revisions.first(where: { $0.number == number }) else {
            throw DocumentError(.pdf(.noSuchRevision(number, count: revisions.count)), path)
        }
        return try annotations(inRevision: revision)
    }

    private func annotations(inRevision revision: Revision) throws(DocumentError) -> [ListedAnnotation] {
        let contents = try opened()
        return try contents.reading { () throws(PDFError) in try contents.revision(of: revision.bytes).annotations() }
    }

    /// Cuts off an increment whose append was interrupted.
    ///
    /// - Returns: its length in bytes; 0 if there was none.
    public func cutBack(dryRun: Bool = false) throws(DocumentError) -> Int {
        let contents = try opened()
        let surplus = contents.file.unfinishedCount
        guard surplus > 0, !dryRun else { return surplus }
        let isCut = try translating(of: path) {
            // A crash here leaves the unfinished end or removes it.
            try InPlaceAppend(to: knownPath).commit(
                [], at: contents.file.count, of: contents.source.status, timeout: store.timeout
            ) { () throws(FileSaveError) in
                try contents.source.check(path)
                try contents.checkReading()
            }
        }
        if !isCut {
            guard contents.source.status.hardLinkCount == 1 else { throw DocumentError(.busy, path) }
            let whole = try contents.earlier(upTo: contents.file.count)
            var saving = DocumentSaving<PDFContents>()
            saving.method = .replace
            _ = try publish(whole.encoded, of: whole, saving)
        }
        settle()
        return surplus
    }

    /// Reverts the document to an earlier revision, or writes that revision to a new file. The replaced document is kept as
    /// a version where there is a store for it.
    ///
    /// - Parameter number: the number of the revision, from 1, the oldest; ``DocumentSummary/revisions`` lists them.
    /// - Returns: `nil` if that is the latest revision and the document stays as it is.
    /// - Throws: ``PDFError/noSuchRevision(_:count:)``;
    ///   ``PDFError/wouldLoseSignatures(count:)`` if a signature is newer than the revision;
    ///   `unsavedChanges` if there are unsaved changes.
    func goBack(toRevision number: Int) throws(DocumentError) -> SaveReport? {
        let wanted = intent.saving ?? DocumentSaving<PDFContents>()
        let contents = try opened()
        let revisions = contents.file.revisions()
        guard let revision = revisions.first(where: { $0.number == number }) else {
            throw DocumentError(.pdf(.noSuchRevision(number, count: revisions.count)), path)
        }
        let earlier = try contents.earlier(upTo: revision.bytes)
        if wanted.output == nil {
            if let unsaved, unsaved.editCount > 0 { throw DocumentError(.unsavedChanges, path) }
            let lost = try contents.signatureCount() - earlier.signatureCount()
            if lost > 0 {
                guard wanted.options.ignoresSignatures else {
                    throw DocumentError(.pdf(.wouldLoseSignatures(count: lost)), path)
                }
                ignoredRestrictions.append(Self.lostSignatures)
            }
            // Bytes of other programs may follow the latest revision: those are not cut off.
            guard number < revisions.count else {
                _ = try cutBack(dryRun: wanted.dryRun)
                return nil
            }
        }
        if let output = wanted.output { return try write(earlier.encoded, of: earlier, wanted, to: output) }
        let replaced =
            wanted.dryRun ? nil : try keepVersion(of: contents, as: VersionNote(.wentBackToRevision(number)))
        var saving = wanted
        saving.method = .replace
        let report = try publish(earlier.encoded, of: earlier, saving, keeping: replaced)
        if !wanted.dryRun {
            store.suspended?.note(earlier.stateLine)
            settle()
        }
        return report
    }
}

extension OpenedPDF {
    /// Its bytes as they are, for a save.
    fileprivate var encoded: EncodedContents {
        let count = file.count
        return EncodedContents(
            keeping: count, isInMemory ? Array(file.bytes.prefix(count)) : nil, then: [],
            report: SaveReport(bytes: count)
        ) { [state] in (state.line, nil) }
    }
}
