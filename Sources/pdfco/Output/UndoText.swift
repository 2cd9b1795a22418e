import Documents
import PDFModel

/// What was undone or redone, for programs.
struct UndoJSON: Encodable {
    struct Left: Encodable {
        var name: String
        var reason: String
    }

    var changes: Int
    var unsavedChanges: Int
    var edits: [UndoneEdit]
    /// Annotations that stay as they are, because they were changed since.
    var left: [Left]
    var ignoredRestrictions: [String]?

    init(_ report: UndoReport) {
        (changes, unsavedChanges) = (report.changes, report.unsaved)
        edits = report.edits.map(UndoneEdit.init)
        left = report.left.map { Left(name: $0.name, reason: $0.reason) }
        if !report.ignoredRestrictions.isEmpty { ignoredRestrictions = report.ignoredRestrictions }
    }
}

/// One edit of what was undone or redone.
struct UndoneEdit: Encodable {
    enum Action: String, Encodable { case add, update, remove }

    private enum CodingKeys: CodingKey { case action, name, page }

    private let action: Action
    private let name: String?
    private let page: Int?
    private let subtype: String?

    init(_ edit: Edit) {
        switch edit {
        case .add(let annotation):
            (action, name, page, subtype) = (.add, annotation.name, annotation.page, annotation.subtype)
        case .update(let changed, _, _): (action, name, page, subtype) = (.update, changed, nil, nil)
        case .remove(let removed, _, _): (action, name, page, subtype) = (.remove, removed, nil, nil)
        case .takeBack(let saved):
            (action, name, page, subtype) = (Self.reverse(of: saved), saved.identifier, saved.page, saved.subtype)
        case .makeAgain(let saved):
            (action, name, page, subtype) = (Self.action(of: saved), saved.identifier, saved.page, saved.subtype)
        }
    }

    private static func action(of saved: AnnotationReversal) -> Action {
        switch saved.effect {
        case .adds: .add
        case .changes: .update
        case .removes: .remove
        }
    }

    private static func reverse(of saved: AnnotationReversal) -> Action {
        switch saved.effect {
        case .adds: .remove
        case .changes: .update
        case .removes: .add
        }
    }

    /// In words: `Highlight 'a' on page 1 added`.
    private var text: String {
        let name = "'\(Annotation.short(name ?? ""))'"
        let place = page.map { " on page \($0)" } ?? ""
        let word =
            switch action {
            case .add: "added"
            case .update: "changed"
            case .remove: "removed"
            }
        return (subtype.map { "\($0) " } ?? "") + name + place + " \(word)"
    }

    /// The first few edits in words, and how many others there are.
    static func text(_ edits: [Edit]) -> String {
        let limit = 3
        let shown = edits.prefix(edits.count > limit + 1 ? limit : limit + 1).map { UndoneEdit($0).text }
        let rest = edits.count - shown.count
        return shown.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    }
}
