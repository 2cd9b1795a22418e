internal import FoundationEssentials
internal import PDFModel

/// Names for the annotations that the edits of one job add without one.
///
/// A name follows from the annotation's subtype, place and contents and, where several of them are the same, from which
/// one it is: a job that is done twice adds each annotation once.
struct DerivedNames {
    private var ordinals: [[UInt8]: Int] = [:]

    /// Returns the edits with these names.
    static func adding(to edits: [EditTemplate]) -> [EditTemplate] {
        var names = DerivedNames()
        return edits.map { edit in
            guard case .add(var annotation, let pages, let placement, let words) = edit, annotation.name == nil else {
                return edit
            }
            annotation.name = names.next(for: annotation, pages)
            return .add(annotation, onPages: pages, at: placement, words: words)
        }
    }

    /// Returns the name of an annotation on its own page.
    mutating func next(for annotation: Annotation) -> String {
        next(for: annotation, PageRange("\(annotation.page)") ?? .all)
    }

    private mutating func next(for annotation: Annotation, _ pages: PageRange) -> String {
        var source = Annotation(annotation.subtype, page: annotation.page, rect: annotation.rect)
        (source.geometry, source.contents) = (annotation.geometry, annotation.contents)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let content = ((try? encoder.encode(source)).map(Array.init) ?? []) + Array(" \(pages)".utf8)
        let ordinal = ordinals[content, default: 0]
        ordinals[content] = ordinal + 1
        return "pdfco-" + StableDigest.of(content + Array(" \(ordinal)".utf8))
    }
}
