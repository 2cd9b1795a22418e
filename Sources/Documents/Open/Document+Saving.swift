internal import FileDocuments
public import PDFModel
internal import SystemPackage

extension Document {
    /// Writes the unsaved changes into the file by a method of choice; returns `nil` if there are none.
    ///
    /// - Throws: ``DocumentError/Situation/documentClosed``; ``DocumentError/Situation/unsavedConflict(_:)`` if others
    ///   changed the document and the changes do not fit; or the reason why it cannot be written. The changes stay in
    ///   the checkpoint then.
    public func save(_ method: SaveMethod) async throws(DocumentError) -> SaveReport? {
        try await saving { document, path throws(DocumentError) in try document.writeChanges(at: path, by: method) }
    }

    /// Rewrites the document with its unsaved changes through libqpdf; `progress` reports the progress.
    public func rewrite(
        _ options: RewriteOptions, force: Bool = false
    ) async throws(DocumentError) -> SaveReport? {
        try await saving { document, path throws(DocumentError) in
            try document.reportingProgress { report throws(DocumentError) in
                let file = try document.documentFile(path, for: .rewriting, .save)
                let saved = try file.rewrite(options, force: force, progress: report)
                try document.remember(document.documentFile(path, for: .reading, .show))
                return saved
            }
        }
    }
}
