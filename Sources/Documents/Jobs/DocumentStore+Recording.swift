public import SystemPackage

/// Records jobs on one document, a change each, in one access. What it recorded is durable when the access is over.
public final class ChangeRecorder {
    private let documents: DocumentStore<PDFContents>
    private let document: OpenDocument<PDFContents>
    /// Whether another job can be recorded in the same access.
    public private(set) var canContinue = true
    private var hasGroup = false

    fileprivate init(_ documents: DocumentStore<PDFContents>, _ document: OpenDocument<PDFContents>) {
        (self.documents, self.document) = (documents, document)
    }

    /// Records the edits of a job on the document as one change: all of its edits, or none.
    ///
    /// - Throws: the reason why they cannot be made; further jobs can be recorded then.
    public func perform(_ job: Job) throws(DocumentError) -> JobReport {
        if !hasGroup { hasGroup = document.unsaved?.beginGroup() == true }
        canContinue = hasGroup
        do { return try documents.record(job, in: document) } catch {
            document.dropEdits()
            throw error.naming(document.path, as: job.document)
        }
    }

    fileprivate func finish() throws(DocumentError) {
        if hasGroup { try document.unsaved?.endGroup() }
    }
}

extension DocumentStore<PDFContents> {
    /// Records jobs on one document in one access, as many as `body` performs: when this returns, they are on disk.
    ///
    /// - Throws: the reason why access was not granted, or why the changes cannot be made durable: then none of them is
    ///   recorded.
    public func record<Result>(
        on path: FilePath, _ body: (ChangeRecorder) throws(DocumentError) -> Result
    ) throws(DocumentError) -> Result {
        try open(path, for: .record) { document throws(DocumentError) in
            let recorder = ChangeRecorder(self, document)
            let result: Result
            do throws(DocumentError) { result = try body(recorder) } catch {
                try? recorder.finish()
                throw error
            }
            try recorder.finish()
            return result
        }
    }
}
