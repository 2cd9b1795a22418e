public import FileDocuments
internal import FoundationEssentials
internal import PDFModel

/// The result of undoing or redoing changes of a PDF document.
public typealias UndoReport = UndoneChanges<PDFChange>

extension PDFContents {
    public mutating func revert(
        _ saved: SavedChange<PDFChange>
    ) throws(DocumentError) -> (left: [(name: String, reason: String)], change: PDFChange?) {
        let result = try revert(reversals(of: saved), ignoringSignatures: ignoresSignatures)
        guard result.change != nil || result.left.isEmpty else {
            throw opened.error(.pdf(.changedSince(result.left[0].name, result.left[0].reason)))
        }
        return result
    }

    public mutating func reapply(_ saved: SavedChange<PDFChange>) throws(DocumentError) -> PDFChange? {
        let edits: [Edit]
        if let change = saved.change {
            edits = change.edits.map(\.edit)
        } else {
            edits = try revisions(of: saved) { before, after throws(PDFError) in
                try AnnotationReversal.all(taking: before, backTo: after, changedIn: after).map { .redo($0) }
            }
        }
        let isForced = ignoresSignatures || saved.change?.isForced == true
        return try perform(edits, ignoringSignatures: isForced, progress: nil).1
    }

    /// Returns what takes the change back, the last edit first: where several were saved together, they are made again on the
    /// document as it was before, once for as many of them as are usually undone in one go.
    private mutating func reversals(of saved: SavedChange<PDFChange>) throws(DocumentError) -> [AnnotationReversal] {
        guard saved.change?.edits.count ?? 0 <= PDFChange.reversibleCount else {
            throw opened.error(.notUndoable("the change was too large to keep"))
        }
        guard saved.change != nil, let revision = SavedRevision(saved.note) else {
            return try revisions(of: saved) { before, after throws(PDFError) in
                try AnnotationReversal.all(taking: after, backTo: before, changedIn: after)
            }
        }
        let last = saved.changes.endIndex - 1
        if reversed.note != saved.note || reversed.changes[last] == nil {
            let base = try opened.earlier(upTo: revision.base)
            reversed = (saved.note, try base.reversals(of: saved.changes, from: last - 127, now: use.now()))
        }
        return reversed.changes[last] ?? []
    }

    /// Runs `body` with the document before a save and after it.
    private func revisions<Result>(
        of saved: SavedChange<PDFChange>, _ body: (PDFFile, PDFFile) throws(PDFError) -> [Result]
    ) throws(DocumentError) -> [Result] {
        guard let revision = SavedRevision(saved.note) else { return [] }
        return try opened.reading(much: true) { () throws(PDFError) in
            try body(opened.revision(of: revision.base), opened.revision(of: revision.state.bytes))
        }
    }
}

extension UndoReport {
    /// The edits that were undone, or made again, in that order.
    public var edits: [Edit] {
        all.flatMap { change in
            let edits = change.edits.map(\.edit)
            // What takes a saved change back is made to undo that, and withdrawn to redo it.
            return (change.step?.isBack == true) == (direction == .undo) ? edits : edits.reversed()
        }
    }
}

extension OpenedPDF {
    /// Of changes that were saved in the file together, returns what takes back each one from an index on.
    fileprivate func reversals(
        of changes: ArraySlice<PDFChange>, from first: Int, now: Date
    ) throws(DocumentError) -> [Int: [AnnotationReversal]] {
        var editor = try reading { () throws(PDFError) in
            try AnnotationEditor(file, now: now, ignoringSignatures: true, isPreview: true)
        }
        editor.typesetter = TypesettingService.shared
        try editor.make(Array(changes.prefix(max(0, first))), in: self, isMerge: false, keepsObjects: true)
        var reversals: [Int: [AnnotationReversal]] = [:]
        for index in max(0, first)..<changes.endIndex {
            let before = editor
            editor.beginNext(now: now)
            try editor.make([changes[index]], in: self, isMerge: false, keepsObjects: true)
            reversals[index] = try reading(much: true) { () throws(PDFError) in
                try AnnotationReversal.all(taking: editor, backTo: before)
            }
        }
        return reversals
    }
}
