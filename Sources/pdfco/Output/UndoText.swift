import Documents
import PDFModel

/// What was undone or redone, in words: `Highlight 'a' on page 1 added`.
enum UndoText {
    private static let limit = 3

    static func text(_ edits: [Edit]) -> String {
        let shown = edits.prefix(edits.count > limit + 1 ? limit : limit + 1).map(text)
        let rest = edits.count - shown.count
        return shown.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    }

    private static func text(_ edit: Edit) -> String {
        switch edit {
        case .add(let annotation):
            "\(annotation.subtype) '\(Annotation.short(annotation.name ?? ""))' on page \(annotation.page) \(UndoneEdit.added.word)"
        case .update(let name, _, _): "'\(Annotation.short(name))' \(UndoneEdit.changed.word)"
        case .remove(let name, _, _): "'\(Annotation.short(name))' \(UndoneEdit.removed.word)"
        case .takeBack(let reversal): text(reversal, UndoneEdit(taking: reversal))
        case .makeAgain(let reversal): text(reversal, UndoneEdit(making: reversal))
        }
    }

    private static func text(_ reversal: AnnotationReversal, _ edit: UndoneEdit) -> String {
        "\(reversal.subtype) '\(Annotation.short(reversal.identifier))' on page \(reversal.page) \(edit.word)"
    }
}

/// What an edit did that was undone.
enum UndoneEdit: String {
    case added = "add"
    case changed = "update"
    case removed = "remove"

    /// What the saved edit did that is taken back.
    init(taking reversal: AnnotationReversal) {
        switch reversal.effect {
        case .removes: self = .added
        case .changes: self = .changed
        case .adds: self = .removed
        }
    }

    /// What the saved edit did that is made again.
    init(making reversal: AnnotationReversal) {
        switch reversal.effect {
        case .removes: self = .removed
        case .changes: self = .changed
        case .adds: self = .added
        }
    }

    var word: String {
        switch self {
        case .added: "added"
        case .changed: "changed"
        case .removed: "removed"
        }
    }
}

/// The same for programs.
struct UndoJSON: Encodable {
    struct Item: Encodable {
        /// What the change did: `add`, `update` or `remove`.
        var action: String
        var name: String?
        var page: Int?
    }

    struct Left: Encodable {
        var name: String
        var reason: String
    }

    var changes: Int
    var unsavedChanges: Int
    var edits: [Item]
    /// Annotations that stay as they are, because they were changed since.
    var left: [Left]
    var ignoredRestrictions: [String]?

    init(_ report: UndoReport) {
        (changes, unsavedChanges) = (report.changes, report.unsaved)
        edits = report.edits.map { edit in
            switch edit {
            case .add(let annotation): Item(action: "add", name: annotation.name, page: annotation.page)
            case .update(let name, _, _): Item(action: "update", name: name)
            case .remove(let name, _, _): Item(action: "remove", name: name)
            case .takeBack(let reversal): Item(reversal, UndoneEdit(taking: reversal))
            case .makeAgain(let reversal): Item(reversal, UndoneEdit(making: reversal))
            }
        }
        left = report.left.map { Left(name: $0.name, reason: $0.reason) }
        if !report.ignoredRestrictions.isEmpty { ignoredRestrictions = report.ignoredRestrictions }
    }
}

extension UndoJSON.Item {
    fileprivate init(_ reversal: AnnotationReversal, _ edit: UndoneEdit) {
        self.init(action: edit.rawValue, name: reversal.identifier, page: reversal.page)
    }
}
