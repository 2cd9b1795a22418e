extension AnnotationEditor {
    /// Begins edits that respect what forbids them, even if it was ignored for earlier ones.
    ///
    /// - Parameter ignoringSignatures: continue although a certification or a signature's lock forbids it; what does is
    ///   in ``ignoredRestrictions``.
    public mutating func beginEdits(ignoringSignatures: Bool = false) throws(PDFError) {
        ignoresFlags = false
        guard ignoringSignatures || ignoresSignatures else { return }
        ignoredRestrictions = try file.checkMayAnnotate(ignoringSignatures: ignoringSignatures)
        ignoresSignatures = ignoringSignatures
    }

    /// Throws where the annotation represents a field that a signature protects, unless signatures are ignored.
    mutating func checkIsNotLocked(_ annotation: PDFDictionary) throws(PDFError) {
        guard let lock = try file.lock(on: annotation) else { return }
        guard ignoresSignatures else { throw lock }
        if !ignoredRestrictions.contains(lock) { ignoredRestrictions.append(lock) }
    }

    /// Throws where one of the annotation's own flags forbids the edit.
    func check(_ flag: AnnotationFlag?, of found: Found) throws(PDFError) {
        guard !ignoresFlags, let flag else { return }
        throw .annotationLocked(found.annotation.name ?? found.item.referenceValue?.description ?? "", by: flag)
    }
}
