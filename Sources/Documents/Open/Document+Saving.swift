public import FileDocuments
public import PDFModel
internal import SystemPackage

extension Document {
    /// Writes the unsaved changes into the file by a method of choice; returns `nil` if there are none.
    ///
    /// - Throws: `documentClosed`; `unsavedConflict` if others
    ///   changed the document and the changes do not fit; or the reason why it cannot be written. The changes stay in
    ///   the checkpoint then.
    public func save(_ method: SaveMethod) async throws(DocumentError) -> SaveReport? {
        var saving = Saving(onConflict: configuration.onConflict)
        saving.method = method
        return try await save(saving)
    }

    /// Saves a damaged document with its unsaved changes, with a complete cross-reference section; `progress` reports the
    /// progress. Returns `nil` if there is nothing to repair or to save.
    public func repair() async throws(DocumentError) -> SaveReport? {
        try await saving { path throws(DocumentError) in
            try core.reportingProgress { report throws(DocumentError) in
                var saving = Saving(onConflict: configuration.onConflict)
                saving.repairs = true
                let file = try core.openDocument(path, for: .save(saving))
                // Reading it is the first half.
                report(50)
                file.progress = { percent in report(50 + percent / 2) }
                let saved = try file.save()
                let repaired = try core.openDocument(path)
                try core.remember(repaired)
                core.note(try repaired.examination())
                return saved
            }
        }
    }

    /// Rewrites the document with its unsaved changes through libqpdf; `progress` reports the progress. With
    /// `ignoringSignatures`, proceeds even if signatures become invalid.
    public func rewrite(
        _ options: RewriteOptions, ignoringSignatures: Bool = false
    ) async throws(DocumentError) -> SaveReport? {
        try await saving { path throws(DocumentError) in
            try core.reportingProgress { report throws(DocumentError) in
                var saving = Saving(onConflict: configuration.onConflict)
                (saving.rewriting, saving.ignoresSignatures) = (options, ignoringSignatures)
                let file = try core.openDocument(path, for: .save(saving))
                file.progress = report
                let saved = try file.save()
                try core.remember(core.openDocument(path))
                return saved
            }
        }
    }
}
