public import Checkpointing
internal import FoundationEssentials
internal import LinuxFiles
public import SystemPackage

/// The contents of a document of any kind, which an app keeps in memory: a value that is read, changed and written.
///
/// A change is recorded in the document's checkpoint, which all processes share: two of them can have one document open and edit it,
/// and neither loses anything. What was recorded is made again when the document is opened after a crash. By default the engine finds
/// out what a change was by comparing what is written before and after it, so that every kind can be undone, also after a save.
///
/// A kind that knows better what happens has a `Change`, which it makes itself, and may merge with what others have written.
///
/// ``ByteContents`` is the simple case: a document that is read from bytes, and written as bytes.
public protocol DocumentContents: OpenContents
where File == OpenedItem, Options == NoOptions, SavingOptions == NoOptions, Recorded == ChangeLine<Change> {
    /// What one call does; `Never` where the engine is to find out by comparing.
    associatedtype Change: Codable & Sendable = Never

    /// Reads the contents of a document.
    ///
    /// - Throws: any error, if these are no contents of this kind.
    init(reading source: DocumentSource) throws

    /// Writes the contents: always the same bytes for the same contents. What they have in common with the beginning of the file is
    /// not written again where the file system lets both share it.
    func write(to destination: inout DocumentDestination) throws

    /// Makes one change.
    ///
    /// It must have the same effect when it is repeated, after a crash or in another process that has the same
    /// contents.
    ///
    /// - Throws: any error, if the change is not possible; nothing is recorded then.
    mutating func apply(_ change: Change) throws

    /// Makes a change that was recorded for earlier contents of the file, which another program has changed since.
    ///
    /// - Throws: any error, if the change does not fit the contents: that is a conflict. By default, none fits.
    mutating func merge(_ change: Change) throws

    /// Returns the change that takes another one back after it was saved; `nil` if what is written shows that, which is the default.
    ///
    /// - Parameters:
    ///   - change: the change, which was saved.
    ///   - before: the contents before it.
    func inverse(of change: Change, before: Self) throws -> Change?
}

/// Contents that are read from bytes and written as bytes: a whole document type.
///
/// ```swift
/// struct Note: ByteContents {
///     var text = ""
///     init(_ bytes: [UInt8]) { text = String(decoding: bytes, as: UTF8.self) }
///     func bytes() -> [UInt8] { Array(text.utf8) }
/// }
///
/// let document = try FileDocument<Note>(fileAt: "note.txt", .init(checkpoints: store))
/// try await document.open()
/// try await document.update(named: "Typing") { $0.text += "one more line\n" }
/// _ = try await document.save()
/// ```
public protocol ByteContents: DocumentContents {
    /// Reads the contents of a file.
    ///
    /// - Throws: any error, if these are no contents of this kind.
    init(_ bytes: [UInt8]) throws
    /// Returns the contents to be saved.
    func bytes() throws -> [UInt8]
}

extension ByteContents {
    public init(reading source: DocumentSource) throws { try self.init(source.bytes()) }
    public func write(to destination: inout DocumentDestination) throws { try destination.write(bytes()) }
}

extension DocumentContents where Change == Never {
    public mutating func apply(_ change: Never) {}
}

/// Where a kind of document has no options.
public struct NoOptions: Sendable {}

extension DocumentContents {
    public mutating func merge(_ change: Change) throws { throw NotMergeable() }
    public func inverse(of change: Change, before: Self) throws -> Change? { nil }

    public static var defaultOptions: NoOptions { NoOptions() }
    public static var defaultSavingOptions: NoOptions { NoOptions() }
    public static var fileType: String { "application/octet-stream" }
    public static func reading(for intent: DocumentIntent<Self>) -> Int? { 0 }

    public static func open(
        _ path: FilePath, for intent: DocumentIntent<Self>, _ options: NoOptions
    ) throws(DocumentError) -> OpenedItem {
        try OpenedItem(path)
    }

    public static func earlierFile(
        _ unsaved: UnsavedChanges<Recorded>, before present: OpenedItem, copy: FilePath?,
        for intent: DocumentIntent<Self>,
        _ options: NoOptions
    ) throws(DocumentError) -> OpenedItem? {
        guard let copy, let earlier = try? OpenedItem(copy, before: present),
            earlier.stateLine == unsaved.header?.base
        else { return nil }
        return earlier
    }

    public static func length(ofBase header: CheckpointHeader, in file: SourceFile) -> Int? {
        guard let bytes = try? file.file.readAll(), OpenedItem.state(of: bytes) == header.base else { return nil }
        return bytes.count
    }

    /// What fits is no conflict.
    public static func merges(
        _ unsaved: UnsavedChanges<Recorded>, with present: OpenedItem
    ) throws(DocumentError) -> Bool {
        var contents = try Self(of: present, NoOptions())
        do { try contents.load(unsaved, from: 0, for: ContentsUse(isMerge: true)) } catch {
            guard error.conflictReason != nil else { throw error }
            return false
        }
        return true
    }

    public static func reasonNotToOverwrite(_ present: OpenedItem, by earlier: OpenedItem) -> String? { nil }

    public init(of file: OpenedItem, _ options: NoOptions) throws(DocumentError) {
        self = try translatingContents(file.source.file.path) {
            try Self(reading: DocumentSource(files: ["": file.bytes]))
        }
    }

    public mutating func load(
        _ unsaved: UnsavedChanges<Recorded>?, from first: Int, for use: ContentsUse
    ) throws(DocumentError) {
        guard let unsaved else { return }
        let lines = try unsaved.all(from: first)
        do { try make(lines, isMerge: use.isMerge) } catch {
            throw use.isMerge ? unsaved.conflict("\(error)") : unsaved.failure(error)
        }
    }

    /// What is written of the contents.
    func written() throws -> [String: [UInt8]] {
        var destination = DocumentDestination()
        try write(to: &destination)
        return destination.files
    }

    private mutating func make(_ lines: some Sequence<Recorded>, isMerge: Bool = false) throws {
        // Edits that follow each other are made in one go.
        var edited: [String: [UInt8]]?
        for line in lines {
            if let edit = line.edit {
                guard !isMerge else { throw NotMergeable() }
                if edited == nil { edited = try written() }
                try edit.apply(to: &edited!)
            } else if let change = line.change {
                if let files = edited { self = try Self(reading: DocumentSource(files: files)) }
                edited = nil
                if isMerge { try merge(change) } else { try apply(change) }
            }
        }
        if let edited { self = try Self(reading: DocumentSource(files: edited)) }
    }

    /// Makes an edit where the bytes that it replaces are still there.
    private mutating func make(_ edit: ContentsEdit?, named name: String?) throws -> Recorded? {
        guard let edit else { return nil }
        let line = Recorded(edit, named: name)
        do { try make([line]) } catch let error as ContentsDiffer {
            throw DocumentError(.notUndoable("\(error)"), nil)
        }
        return line
    }

    /// Merges a change; returns `nil` if the kind of document does not merge changes.
    private mutating func merged(_ change: Change, named name: String?) throws -> Recorded? {
        do { try merge(change) } catch is NotMergeable { return nil }
        return try Recorded(change, named: name)
    }

    /// Takes a change back as its kind says or, if that says nothing, where what it has written is still there.
    public mutating func revert(
        _ saved: SavedChange<Recorded>
    ) throws(DocumentError) -> (left: [(name: String, reason: String)], change: Recorded?) {
        let line: Recorded? = try translatingContents(nil) {
            let (before, after) = try Self.contents(around: saved)
            if let change = saved.change?.change, let inverse = try inverse(of: change, before: before),
                let line = try merged(inverse, named: saved.change?.name)
            {
                return line
            }
            return try make(ContentsEdit(from: after.written(), to: before.written()), named: saved.change?.name)
        }
        return ([], line)
    }

    public mutating func reapply(_ saved: SavedChange<Recorded>) throws(DocumentError) -> Recorded? {
        try translatingContents(nil) {
            if let change = saved.change?.change, let line = try merged(change, named: saved.change?.name) {
                return line
            }
            let (before, after) = try Self.contents(around: saved)
            return try make(ContentsEdit(from: before.written(), to: after.written()), named: saved.change?.name)
        }
    }

    /// Returns the contents as they were before a saved change, and after it.
    private static func contents(around saved: SavedChange<Recorded>) throws -> (before: Self, after: Self) {
        guard saved.change != nil, let base = saved.base, let file = try? OpenedItem(base.copy),
            file.stateLine == base.state
        else { throw DocumentError(.notUndoable("the document that it was made on was not kept"), nil) }
        var before = try Self(of: file, NoOptions())
        try before.make(saved.changes.dropLast())
        var after = before
        try after.make(saved.changes.suffix(1))
        return (before, after)
    }

    public static func folded(
        _ unsaved: UnsavedChanges<Recorded>, upTo count: Int, on file: OpenedItem
    ) throws(DocumentError) -> [Recorded]? {
        let lines = try unsaved.all()
        var contents = try Self(of: file, NoOptions())
        return try translatingContents(nil) {
            var (result, rest) = ([Recorded](), lines.prefix(count))
            while let first = rest.first {
                let run = first.step == nil ? rest.prefix { $0.step == nil } : rest.prefix(1)
                let before = try contents.written()
                try contents.make(run)
                let edit = run.count > 1 ? try ContentsEdit(from: before, to: contents.written()) : nil
                result += edit.map { [Recorded($0, folded: run.reduce(0) { $0 + $1.editCount })] } ?? Array(run)
                rest = rest.dropFirst(run.count)
            }
            return result + lines.dropFirst(count)
        }
    }

    public func examination() -> DocumentExamination { DocumentExamination() }
    public var ignoredRestrictions: [String] { [] }
    public func didRecord() {}
    public func drop() -> Bool { false }

    public func encoded(
        of file: OpenedItem, for saving: DocumentSaving<Self>, _ progress: ((Int) -> Void)?
    ) throws(DocumentError) -> EncodedContents {
        let bytes = try translatingContents(file.source.file.path) { try written()[""] ?? [] }
        let common = ContentsEdit.countInCommon(bytes, file.bytes)
        let isSame = common == bytes.count && common == file.bytes.count && !file.isEarlier
        return EncodedContents(
            keeping: common, then: isSame ? [] : [Array(bytes[common...])], isRewrite: true,
            report: SaveReport(bytesAppended: bytes.count - common, bytes: bytes.count)
        ) {
            let state = OpenedItem.state(of: bytes)
            return (state, SavedBytes(base: file.present.stateLine, state: state).saveNote)
        }
    }
}

/// The kind of document does not merge changes with what others have written.
private struct NotMergeable: Error, CustomStringConvertible {
    var description: String { "the file was changed after its unsaved changes were made" }
}

/// Runs a step of the contents: whatever it throws is an error of theirs.
func translatingContents<Result>(_ path: FilePath?, _ step: () throws -> Result) throws(DocumentError) -> Result {
    do { return try step() } catch let error as DocumentError { throw error } catch {
        throw DocumentError(.contents(ContentsFailure(error)), path)
    }
}
