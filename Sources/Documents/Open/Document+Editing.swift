extension Document {
    /// Applies edits, all or none, as one change, which is in the checkpoint when this returns.
    ///
    /// - Parameters:
    ///   - edits: in their order.
    ///   - ignoringSignatures: proceed even if a certification or a signature's lock forbids it.
    /// - Throws: `editingDisabled`, `documentClosed`, or the reason
    ///   why the edits cannot be applied.
    public func perform(
        _ edits: [Edit], ignoringSignatures: Bool = false
    ) async throws(DocumentError) -> EditReport {
        try await recording { document throws(DocumentError) in
            guard edits.count >= Self.manyEdits else {
                return try document.perform(edits, ignoringSignatures: ignoringSignatures)
            }
            return try reportingProgress { report throws(DocumentError) in
                document.progress = report
                return try document.perform(edits, ignoringSignatures: ignoringSignatures)
            }
        }
    }

    /// So many edits take long enough to be seen.
    private static var manyEdits: Int { 1000 }
}
