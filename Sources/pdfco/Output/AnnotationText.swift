import PDFModel

/// One annotation on one line.
enum AnnotationText {
    /// - Parameter review: the states that replies give to it.
    static func line(_ listed: ListedAnnotation, _ review: Review? = nil) -> String {
        var line = line(listed.annotation, listed.reference)
        for detail in details(listed) { line += "  \(detail)" }
        if let review, let last = review.statements.last {
            line += "  [\(last.state.lowercased())" + (last.author.map { " by \($0)]" } ?? "]")
        }
        return line
    }

    /// - Parameter reference: the annotation's object, if it has one.
    static func line(_ annotation: Annotation, _ reference: IndirectReference? = nil) -> String {
        let rect = annotation.rect
        let corners = [rect.x0, rect.y0, rect.x1, rect.y1].map(short).joined(separator: ",")
        let name = annotation.name.map(Annotation.short) ?? reference.map { "(\($0))" } ?? "-"
        var line = "page \(annotation.page)  \(annotation.subtype)  \(corners)  \(name)"
        if let target = annotation.inReplyTo.map(Annotation.short) {
            line += annotation.replyType == .group ? "  with \(target)" : "  reply to \(target)"
        }
        return line + words(of: annotation)
    }

    /// Returns what tells an annotation from others, without its name and place.
    static func brief(_ annotation: Annotation) -> String {
        "page \(annotation.page)  \(annotation.subtype)\(words(of: annotation))"
    }

    private static func words(of annotation: Annotation) -> String {
        (annotation.author.map { "  \($0):" } ?? "") + (annotation.contents.map { "  \(excerpt($0))" } ?? "")
    }

    private static func details(_ listed: ListedAnnotation) -> [String] {
        let details = listed.details
        var lines: [String] = []
        if let destination = listed.annotation.destination { lines.append("-> \(text(destination))") }
        if let field = details.field {
            lines.append("field \(field.name)" + (field.value.map { " = \(excerpt($0))" } ?? ""))
        }
        if let file = listed.annotation.attachment {
            lines.append("file \(file.name)" + (file.size.map { ", \(SummaryText.counted($0, "byte"))" } ?? ""))
        }
        if let parent = details.parent { lines.append("of \(parent)") }
        return lines
    }

    private static func text(_ destination: LinkDestination) -> String {
        switch destination {
        case .uri(let uri): uri
        case .page(let page): page.map { "page \($0)" } ?? "a missing page"
        case .named(let name, let page): "\(name)" + (page.map { ", page \($0)" } ?? "")
        case .file(let name, let page): "\(name)" + (page.map { ", page \($0)" } ?? "")
        case .action(let type): "\(type)"
        }
    }

    private static func short(_ value: Double) -> String {
        let rounded = (value * 10).rounded() / 10
        return Int(exactly: rounded).map(String.init) ?? String(rounded)
    }

    /// Returns the first characters on one line, in quotes.
    private static func excerpt(_ text: String) -> String {
        let flat = text.map { $0.isNewline || $0 == "\t" ? " " : $0 }
        return "\"" + String(flat.prefix(60)) + (flat.count > 60 ? "…\"" : "\"")
    }
}
