package import FoundationEssentials

/// Several changes with one editor, one after the other.
extension AnnotationEditor {
    /// Begins another change: forgets what was noted about the edits so far, such as their pages.
    ///
    /// - Parameter now: the modification date of edited annotations that state none.
    package mutating func beginNext(now: Date) {
        self.now = now
        (touchedPages, usedTexts, warnings, conformanceProblems) = ([], [], [], [])
    }
}
