internal import FoundationEssentials
internal import PDFModel

/// The form of an edit in a checkpoint: one key that names the action, with the annotation, or with its name, the pages
/// and the change.
extension Edit: Codable {
    private enum Key: String, CodingKey {
        case add, update, remove
        case undo = "takeBack"
        case redo = "makeAgain"
    }

    private struct Update: Codable {
        var name: String
        var pages: String
        var change: AnnotationChange
        var redraw: Bool? = nil
        /// Where earlier versions kept what is now part of the change.
        var print: Bool? = nil
    }

    private struct Removal: Codable {
        var name: String
        var pages: String
        var keepsReplies: Bool? = nil
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        if let annotation = try values.decodeIfPresent(Annotation.self, forKey: .add) {
            self = .add(annotation)
        } else if let update = try values.decodeIfPresent(Update.self, forKey: .update) {
            var change = update.change
            if let isPrinted = update.print { change.isPrinted = isPrinted }
            change.redraws = update.redraw ?? false
            self = .update(name: update.name, pages: try Self.range(update.pages), change: change)
        } else if let reversal = try values.decodeIfPresent(AnnotationReversal.self, forKey: .undo) {
            self = .undo(reversal)
        } else if let reversal = try values.decodeIfPresent(AnnotationReversal.self, forKey: .redo) {
            self = .redo(reversal)
        } else {
            let removal = try values.decode(Removal.self, forKey: .remove)
            self = .remove(
                name: removal.name, pages: try Self.range(removal.pages), keepsReplies: removal.keepsReplies ?? false)
        }
    }

    private static func range(_ text: String) throws -> PageRange {
        guard let range = PageRange(text) else { throw PDFError.invalidAnnotation("'\(text)' is not a page range") }
        return range
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        switch self {
        case .add(let annotation): try values.encode(annotation, forKey: .add)
        case .update(let name, let pages, let change):
            let update = Update(
                name: name, pages: pages.description, change: change, redraw: change.redraws ? true : nil)
            try values.encode(update, forKey: .update)
        case .remove(let name, let pages, let keepsReplies):
            let removal = Removal(name: name, pages: pages.description, keepsReplies: keepsReplies ? true : nil)
            try values.encode(removal, forKey: .remove)
        case .undo(let reversal): try values.encode(reversal, forKey: .undo)
        case .redo(let reversal): try values.encode(reversal, forKey: .redo)
        }
    }

    /// The names of the annotations that the edit refers to.
    var names: [String] {
        switch self {
        case .add(let annotation): [annotation.name, annotation.inReplyTo].compactMap(\.self)
        case .update(let name, _, let change): [name, change.inReplyTo].compactMap(\.self)
        case .remove(let name, _, _): [name]
        case .undo(let reversal), .redo(let reversal): [reversal.name].compactMap(\.self)
        }
    }

    /// The object reference by which the edit identifies an annotation that has no name; `nil` if it uses none.
    var namedObject: String? {
        switch self {
        case .undo(let reversal), .redo(let reversal): return reversal.identifier
        case .add, .update, .remove: break
        }
        var others = names[...]
        // The name of a new annotation may be anything.
        if case .add(let annotation) = self, annotation.name != nil { others = others.dropFirst() }
        return others.first { IndirectReference(identifier: $0) != nil }
    }

    /// Returns the edit with the time at which it is made, and the name of a new annotation, so that applying it again gives
    /// the same annotation.
    func completed(at time: Date) -> Edit {
        switch self {
        case .add(let annotation):
            let isComplete = annotation.modificationDate != nil && annotation.name != nil
            return isComplete ? self : .added(annotation, time)
        case .update(let name, let pages, var change):
            change.modificationDate = change.modificationDate ?? time
            return .update(name: name, pages: pages, change: change)
        case .remove, .undo, .redo: return self
        }
    }

    /// Returns the edit that adds an annotation at a time, under a new name where it has none.
    static func added(_ annotation: Annotation, _ time: Date) -> Edit {
        var annotation = annotation
        annotation.modificationDate = annotation.modificationDate ?? time
        annotation.name = annotation.name ?? Annotation.uniqueName()
        return .add(annotation)
    }
}
