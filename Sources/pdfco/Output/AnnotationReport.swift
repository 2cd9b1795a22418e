import FoundationEssentials
import PDFModel

/// One annotation as `list` and `open --annotations` report it: its JSON form, and what else is known of it.
struct AnnotationReport: Encodable {
    private enum Key: String, CodingKey {
        case object, hasAppearance, destination, field, attachment, parent, open, scale, review
    }

    private let listed: ListedAnnotation
    private let review: Review?

    /// Returns the reports of some annotations.
    ///
    /// - Parameter all: more annotations, among which are the replies that state reviews; `nil` if they are the same.
    static func reports(of list: [ListedAnnotation], among all: [ListedAnnotation]? = nil) -> [AnnotationReport] {
        let reviews = Review.reviews(in: all ?? list)
        return list.map { AnnotationReport(listed: $0, review: $0.identity.flatMap { reviews[$0] }) }
    }

    func encode(to encoder: any Encoder) throws {
        try listed.annotation.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encodeIfPresent(listed.reference?.description, forKey: .object)
        try container.encode(listed.hasAppearance, forKey: .hasAppearance)
        let details = listed.details
        try container.encodeIfPresent(listed.annotation.destination.map(JSONDestination.init), forKey: .destination)
        try container.encodeIfPresent(details.field, forKey: .field)
        try container.encodeIfPresent(listed.annotation.attachment.map(JSONAttachment.init), forKey: .attachment)
        try container.encodeIfPresent(details.parent, forKey: .parent)
        try container.encodeIfPresent(details.isOpen, forKey: .open)
        try container.encodeIfPresent(details.scale, forKey: .scale)
        try container.encodeIfPresent(review?.statements, forKey: .review)
    }
}

private struct JSONDestination: Encodable {
    var uri: String?
    var page: Int?
    var name: String?
    var file: String?
    var action: String?

    init(_ destination: LinkDestination) {
        switch destination {
        case .uri(let uri): self.uri = uri
        case .page(let page): self.page = page
        case .named(let name, let page): (self.name, self.page) = (name, page)
        case .file(let file, let page): (self.file, self.page) = (file, page)
        case .action(let action): self.action = action
        }
    }
}

private struct JSONAttachment: Encodable {
    var fileName: String
    var size: Int?
    var type: String?
    var creationDate: Date?
    var modificationDate: Date?

    init(_ file: AttachedFile) {
        (fileName, size, type) = (file.name, file.size, file.type)
        (creationDate, modificationDate) = (file.creationDate, file.modificationDate)
    }
}
