internal import Cryptography
internal import FoundationEssentials
public import PDFModel
internal import PageText

/// Names for the annotations that the edits of one job add, or that an export writes, without one.
///
/// A name follows from the annotation's subtype, place and contents and, where several of them are the same, from which
/// one it is: a job that is done twice adds each annotation once.
package struct DerivedNames {
    private var ordinals: [[UInt8]: Int] = [:]

    package init() {}

    /// Returns the name of an annotation on its own page.
    mutating func next(for annotation: Annotation) -> String {
        next(for: annotation, PageRange(page: annotation.page))
    }

    /// Returns the name of an annotation at a match: the template's own where it has one, followed by the number of the
    /// match except on the first one of a page; otherwise one that follows from what is added, who is stated as its
    /// author, and where the match is, however it was found.
    static func name(of template: Annotation, _ stated: AnnotationChange, at match: TextMatch) -> String {
        if let name = template.name { return match.ordinal == 1 ? name : "\(name) \(match.ordinal)" }
        var parts = [template.subtype, "\(match.page)", stated.author ?? "", template.contents ?? ""]
        // Each piece of a line: marks of several lines may have the same bounds.
        for place in match.quads.compactMap({ Rectangle(enclosing: $0.points) }) {
            // Whole points: a place is computed, and not always with the same last digits.
            parts += [place.x0, place.y0, place.x1, place.y1].map { "\(Int($0.rounded()))" }
        }
        if let embedded = template.image ?? template.attachment?.data { parts.append(SHA256.digits(of: embedded)) }
        return Annotation.generatedPrefix + SHA256.digits(of: Array(parts.joined(separator: "\0").utf8))
    }

    /// Whether an annotation may have got its name here.
    static func isDerived(_ name: String?) -> Bool { name?.hasPrefix(Annotation.generatedPrefix) == true }

    /// Returns the name of an annotation that is added to pages.
    package mutating func next(for annotation: Annotation, _ pages: PageRange) -> String {
        var source = Annotation(annotation.subtype, page: annotation.page, rect: annotation.rect)
        (source.geometry, source.contents) = (annotation.geometry, annotation.contents)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let content = ((try? encoder.encode(source)).map(Array.init) ?? []) + Array(" \(pages)".utf8)
        let ordinal = ordinals[content, default: 0]
        ordinals[content] = ordinal + 1
        return Annotation.generatedPrefix + SHA256.digits(of: content + Array(" \(ordinal)".utf8))
    }
}

extension Annotation {
    /// Returns a name that no other annotation has.
    ///
    /// Uses a random number source that is always available: `UUID()` reads `/dev/urandom`, and in a container without
    /// it returns only zeros, so that the second annotation would be taken for the first.
    public static func uniqueName() -> String {
        var generator = SystemRandomNumberGenerator()
        return UUID.random(using: &generator).uuidString.lowercased()
    }
}
