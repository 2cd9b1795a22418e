import Documents
import PDFModel

/// What was undone or redone, for programs.
extension UndoReport: Encodable {
    private enum Key: CodingKey { case changes, unsavedChanges, edits, left, ignoredRestrictions }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(changes, forKey: .changes)
        try values.encode(unsaved, forKey: .unsavedChanges)
        try values.encode(edits.map(UndoneEdit.init), forKey: .edits)
        // Annotations that stay as they are, because they were changed since.
        try values.encode(left.map { ["name": $0.name, "reason": $0.reason] }, forKey: .left)
        if !ignoredRestrictions.isEmpty { try values.encode(ignoredRestrictions, forKey: .ignoredRestrictions) }
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
        case .undo(let saved), .redo(let saved):
            let isTakenBack = if case .undo = edit { true } else { false }
            action = Self.action(of: saved, isTakenBack: isTakenBack)
            (name, page, subtype) = (saved.identifier, saved.page, saved.subtype)
        }
    }

    /// - Parameter isTakenBack: whether the edit was the reverse.
    private static func action(of saved: AnnotationReversal, isTakenBack: Bool) -> Action {
        switch saved.effect {
        case .changes: .update
        case .adds: isTakenBack ? .remove : .add
        case .removes: isTakenBack ? .add : .remove
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
