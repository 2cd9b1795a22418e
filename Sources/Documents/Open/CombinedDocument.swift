internal import Checkpointing
public import PDFModel

/// Several documents presented as one, with their pages in sequence: an annotation goes to the provider that holds its
/// page.
///
/// Each part is a ``Document`` with its own checkpoint, so everything that applies to a document applies to each part:
/// parts are recovered one by one, encrypted ones included, and another process may have one of them open.
public actor CombinedDocument {
    /// The parts, in page order.
    public nonisolated let parts: [Document]
    private let thread = SerialThread()
    public nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }
    /// The parts that each change was made in, newest change last.
    private var changes: [[Int]] = []
    private var undone: [[Int]] = []

    /// - Parameters:
    ///   - dataProviders: the documents, in the order of their pages.
    ///   - configuration: applies to all parts; the part's number is appended to the checkpoint identifier.
    public init(dataProviders: [any DataProvider], _ configuration: Document.Configuration) throws(DocumentError) {
        var parts: [Document] = []
        for (index, provider) in dataProviders.enumerated() {
            var own = configuration
            if let identifier = configuration.identifier {
                own.identifier = try translating(of: provider.path) {
                    try CheckpointIdentifier("\(identifier)-\(index + 1)")
                }
            }
            parts.append(try Document(dataProvider: provider, own))
        }
        self.parts = parts
    }

    /// Opens all parts, or none if one of them cannot be read.
    ///
    /// - Throws: the error of the part that cannot be read.
    public func open() async throws(DocumentError) {
        do {
            for part in parts { try await part.open() }
        } catch {
            for part in parts { try? await part.close(.keep) }
            throw error
        }
    }

    /// Closes all parts; a part that cannot be saved stays open, and its error is thrown after the others are closed.
    public func close(_ unsaved: UnsavedChoice = .save) async throws(DocumentError) {
        try await eachPart { part throws(DocumentError) in try await part.close(unsaved) }
    }

    /// The union of the states of all parts.
    public nonisolated var state: Document.State { parts.reduce(.normal) { $0.union($1.state) } }

    // MARK: Reading

    /// The number of pages in all parts.
    public func pageCount() async throws(DocumentError) -> Int { try await pageCounts().reduce(0, +) }

    private func pageCounts() async throws(DocumentError) -> [Int] {
        var counts: [Int] = []
        for part in parts { counts.append(try await part.summary().pages) }
        return counts
    }

    /// The annotations of all parts, including unsaved changes.
    public func annotations() async throws(DocumentError) -> [ListedAnnotation] {
        var all: [ListedAnnotation] = []
        var before = 0
        for (part, count) in zip(parts, try await pageCounts()) {
            for var listed in try await part.annotations() {
                listed.annotation.page += before
                all.append(listed)
            }
            before += count
        }
        return all
    }

    /// The number of unsaved edits.
    public func unsavedCount() async throws(DocumentError) -> Int {
        var count = 0
        for part in parts { count += try await part.unsavedCount() }
        return count
    }

    // MARK: Editing

    /// Applies edits, all or none: if those of one part cannot be applied, those of the other parts are undone.
    ///
    /// - Throws: the error of the first part whose edits cannot be applied.
    public func perform(
        _ edits: [Edit], ignoringSignatures: Bool = false
    ) async throws(DocumentError) -> EditReport {
        let shares = try shares(of: edits, among: await pageCounts())
        var report = EditReport()
        var changed: [Int] = []
        do {
            for (index, edits) in shares.enumerated() where !edits.isEmpty {
                let outcome = try await parts[index].perform(edits, ignoringSignatures: ignoringSignatures)
                report.add(outcome)
                if outcome.applied > 0 { changed.append(index) }
            }
        } catch {
            for index in changed.reversed() { _ = try? await parts[index].undo() }
            throw error
        }
        if !changed.isEmpty { (changes, undone) = (changes + [changed], []) }
        return report
    }

    /// Divides edits among the parts.
    private func shares(of edits: [Edit], among counts: [Int]) throws(DocumentError) -> [[Edit]] {
        let total = counts.reduce(0, +)
        var shares = [[Edit]](repeating: [], count: parts.count)
        for edit in edits {
            let pages = try translating { try edit.pages(of: total) }
            var before = 0
            for (index, count) in counts.enumerated() {
                let own = pages.filter { $0 > before && $0 <= before + count }.map { $0 - before }
                if let share = edit.onPages(own) { shares[index].append(share) }
                before += count
            }
        }
        return shares
    }

    /// Undoes the last unsaved change made here, in all parts or in none; returns whether there was one.
    public func undo() async throws(DocumentError) -> Bool { try await step(back: true) }

    /// Redoes the last change that was undone, in all parts or in none; returns whether there was one.
    public func redo() async throws(DocumentError) -> Bool { try await step(back: false) }

    private func step(back isUndo: Bool) async throws(DocumentError) -> Bool {
        guard let indices = isUndo ? changes.popLast() : undone.popLast() else { return false }
        var done: [Int] = []
        do {
            // Another user of a part may have undone its change already.
            for index in indices where try await step(in: index, back: isUndo) { done.append(index) }
        } catch {
            // The change stays as it was in all parts.
            for index in done.reversed() { _ = try? await step(in: index, back: !isUndo) }
            if isUndo { changes.append(indices) } else { undone.append(indices) }
            throw error
        }
        if isUndo { undone.append(indices) } else { changes.append(indices) }
        return true
    }

    private func step(in index: Int, back isUndo: Bool) async throws(DocumentError) -> Bool {
        try await (isUndo ? parts[index].undo() : parts[index].redo()).changes > 0
    }

    // MARK: Saving

    /// Saves every part that has unsaved changes, and returns the number of parts saved.
    ///
    /// The parts are separate files: if one cannot be saved, the others still are, and the error is thrown at the end.
    public func save(_ method: SaveMethod = .auto) async throws(DocumentError) -> Int {
        var count = 0
        try await eachPart { part throws(DocumentError) in
            if try await part.save(method) != nil { count += 1 }
        }
        (changes, undone) = ([], [])
        return count
    }

    /// Makes all unsaved changes durable.
    public func saveCheckpoint() async throws(DocumentError) {
        try await eachPart { part throws(DocumentError) in try await part.saveCheckpoint() }
    }

    /// Drops all unsaved changes, and returns the number of edits dropped.
    public func revert() async throws(DocumentError) -> Int {
        var count = 0
        try await eachPart { part throws(DocumentError) in count += try await part.revert() }
        (changes, undone) = ([], [])
        return count
    }

    /// Calls `body` for every part, and continues after an error; the first error is thrown at the end.
    private func eachPart(
        _ body: (Document) async throws(DocumentError) -> Void
    ) async throws(DocumentError) {
        var failure: DocumentError?
        for part in parts {
            do { try await body(part) } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
    }
}

extension Edit {
    /// The pages that the edit affects, in a document of `count` pages.
    fileprivate func pages(of count: Int) throws(PDFError) -> [Int] {
        switch self {
        case .add(let annotation):
            guard (1...max(1, count)).contains(annotation.page) else {
                throw .pageOutOfRange(annotation.page, pageCount: count)
            }
            return [annotation.page]
        case .update(_, let pages, _), .remove(_, let pages, _): return try pages.pages(of: count)
        case .undo(let reversal), .redo(let reversal): return [reversal.page]
        }
    }

    /// The same edit on the given pages; `nil` if there are none.
    fileprivate func onPages(_ pages: [Int]) -> Edit? {
        guard let first = pages.first, let range = PageRange(pages.map(String.init).joined(separator: ",")) else {
            return nil
        }
        switch self {
        case .add(var annotation):
            annotation.page = first
            return .add(annotation)
        case .update(let name, _, let change): return .update(name: name, pages: range, change: change)
        case .remove(let name, _, let keepsReplies):
            return .remove(name: name, pages: range, keepsReplies: keepsReplies)
        case .undo(var reversal):
            reversal.page = first
            return .undo(reversal)
        case .redo(var reversal):
            reversal.page = first
            return .redo(reversal)
        }
    }
}
