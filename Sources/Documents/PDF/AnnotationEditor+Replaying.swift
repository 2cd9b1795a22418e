internal import PDFModel
internal import Typesetting

extension AnnotationEditor {
    /// Returns the fingerprint of the annotations that an edit changes or removes, before the edit; `nil` for other
    /// edits.
    mutating func fingerprint(before edit: Edit) throws(PDFError) -> String? {
        switch edit {
        case .add, .undo, .redo: nil
        case .update(let name, let pages, _), .remove(let name, let pages, _):
            try fingerprint(of: name, onPages: pages.pages(of: pageCount))
        }
    }

    /// Reapplies changes.
    ///
    /// - Parameters:
    ///   - isMerge: whether the document is not the one that they were made on: its pages, and the annotations that
    ///     they change, must still be the same.
    ///   - keepsObjects: whether objects have kept their numbers, because the document was only appended to.
    /// - Throws: `unsavedConflict` if a merge finds that they are not the same.
    mutating func make(
        _ changes: [PDFChange], in contents: OpenedPDF, isMerge: Bool, keepsObjects: Bool
    ) throws(DocumentError) {
        if isMerge { try Self.checkPages(of: changes, in: contents) }
        for change in changes { try make(change, in: contents, isMerge: isMerge, keepsObjects: keepsObjects) }
    }

    private mutating func make(
        _ change: PDFChange, in contents: OpenedPDF, isMerge: Bool, keepsObjects: Bool
    ) throws(DocumentError) {
        for item in change.edits {
            if !keepsObjects, let object = item.edit.namedObject {
                throw contents.error(
                    .unsavedConflict(
                        "it was rewritten, and the annotation '\(object)' can no longer be identified"))
            }
            for text in item.texts ?? [] { shapedTexts[text.request] = text.shaped }
            do throws(PDFError) {
                let now = isMerge ? try fingerprint(before: item.edit) : nil
                let outcome = try perform(item.edit)
                if isMerge, outcome == .applied, now != item.before {
                    throw PDFError.nameTaken(item.edit.names[0], page: 0)
                }
            } catch {
                guard isMerge else { throw contents.failure(error) }
                throw contents.error(.unsavedConflict(Self.reason(error, item.edit)))
            }
        }
    }

    private static func checkPages(of changes: [PDFChange], in contents: OpenedPDF) throws(DocumentError) {
        var known: [String: String] = [:]
        for (page, fingerprint) in changes.flatMap(\.pages) {
            if known[page] == nil, let number = Int(page) {
                known[page] = (try? contents.file.pageFingerprint(number)) ?? ""
            }
            guard known[page] == fingerprint else {
                throw contents.error(.unsavedConflict("page \(page) is no longer the same"))
            }
        }
        let count = (try? contents.file.pageCount()) ?? 0
        guard changes.contains(where: { $0.pageCount != count }) else { return }
        // Pages were added or removed: a page that looks the same may have taken another's place.
        var uses: [String: Int] = [:]
        for number in 1..<count + 1 { uses[(try? contents.file.pageFingerprint(number)) ?? "", default: 0] += 1 }
        for (page, fingerprint) in known where uses[fingerprint] != 1 {
            throw contents.error(
                .unsavedConflict("it has \(count) pages now, and several look like page \(page)"))
        }
    }

    private static func reason(_ error: PDFError, _ edit: Edit) -> String {
        let name = edit.names.first ?? ""
        switch error {
        case .nameTaken: return "the annotation '\(name)' was changed there as well"
        case .noSuchAnnotation(let missing): return "the annotation '\(missing)' no longer exists"
        case .pageOutOfRange(let page, _): return "page \(page) no longer exists"
        default: return "the edit of the annotation '\(name)' cannot be applied there: \(reason(error))"
        }
    }

    /// Why a document that was changed can no longer be annotated.
    static func reason(_ error: PDFError) -> String {
        switch error {
        case .certified(let level, _): "it is certified now, at level \(level)"
        case .locked: "a signature locks it now"
        case .annotatingNotPermitted: "its owner does not permit annotating now"
        case .damaged(let reason), .invalidAnnotation(let reason): reason
        default: "\(error)"
        }
    }
}
