extension AnnotationEditor {
    /// What forbids an edit, and whether it is ignored.
    struct Restrictions {
        var ignoresSignatures: Bool
        /// Whether edits are made that the flags of an annotation forbid, because they were made before.
        var ignoresFlags: Bool
        var ignored: [PDFError] = []

        init(ignoresAll: Bool) { (ignoresSignatures, ignoresFlags) = (ignoresAll, ignoresAll) }
    }

    /// What forbids the edits since ``beginEdits(ignoringSignatures:)`` and is ignored, or protects nothing.
    public var ignoredRestrictions: [PDFError] { restrictions.ignored }

    /// Begins edits that respect what forbids them, even if it was ignored for earlier ones.
    ///
    /// - Parameter ignoringSignatures: continue although a certification or a signature's lock forbids it; what does is
    ///   in ``ignoredRestrictions``.
    public mutating func beginEdits(ignoringSignatures: Bool = false) throws(PDFError) {
        restrictions.ignoresFlags = false
        restrictions.ignored = try file.checkMayAnnotate(ignoringSignatures: ignoringSignatures)
        restrictions.ignoresSignatures = ignoringSignatures
    }

    /// Throws where the annotation represents a field that a signature protects, unless signatures are ignored.
    mutating func checkIsNotLocked(_ annotation: PDFDictionary) throws(PDFError) {
        guard let lock = try file.lock(on: annotation) else { return }
        guard restrictions.ignoresSignatures else { throw lock }
        if !restrictions.ignored.contains(lock) { restrictions.ignored.append(lock) }
    }

    /// Throws where one of the annotation's own flags forbids the edit.
    func check(_ flag: AnnotationFlag?, of found: Existing) throws(PDFError) {
        guard !restrictions.ignoresFlags, let flag else { return }
        throw .annotationLocked(found.annotation.name ?? found.item.referenceValue?.description ?? "", by: flag)
    }
}
