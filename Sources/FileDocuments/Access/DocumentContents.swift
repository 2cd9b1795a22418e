public import Checkpointing
internal import FoundationEssentials
internal import LinuxFiles
public import SystemPackage

/// The contents of a document of any kind, which an app keeps in memory: read from bytes, changed, and written as bytes.
///
/// A *change* is what one call does. It is recorded in the document's checkpoint, which all processes share: two of them can have one
/// document open and edit it, and neither loses anything. What was recorded is applied again when the document is opened after a
/// crash.
///
/// ```swift
/// struct Notes: DocumentContents {
///     private(set) var text: String
///
///     init(_ bytes: [UInt8]) { text = String(decoding: bytes, as: UTF8.self) }
///     mutating func apply(_ change: String) { text += change }
///     func bytes() -> [UInt8] { Array(text.utf8) }
/// }
///
/// let document = try FileDocument<Notes>(fileAt: "notes.txt", .init(checkpoints: store))
/// try await document.open()
/// try await document.perform("one more line\n")
/// _ = try await document.save()
/// ```
public protocol DocumentContents: OpenContents
where File == WholeFile, Options == NoOptions, SavingOptions == NoOptions, Recorded == ChangeOfContents<Change> {
    associatedtype Change: DocumentChange

    /// Reads the contents of a file.
    ///
    /// - Throws: any error, if these are no contents of this kind.
    init(_ bytes: [UInt8]) throws

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

    /// Returns the change that takes another one back after it was saved; `nil` if none does. By default, none does.
    ///
    /// - Parameters:
    ///   - change: the change, which was saved.
    ///   - before: the contents before it.
    func inverse(of change: Change, before: Self) throws -> Change?

    /// Returns the contents to be saved. What they have in common with the beginning of the file is not written again where the
    /// file system lets both share it.
    func bytes() throws -> [UInt8]
}

/// Where a kind of document has no options.
public struct NoOptions: Sendable {}

extension DocumentContents {
    public mutating func merge(_ change: Change) throws { throw ChangeDoesNotFit() }
    public func inverse(of change: Change, before: Self) throws -> Change? { nil }

    public static var defaultOptions: NoOptions { NoOptions() }
    public static var defaultSavingOptions: NoOptions { NoOptions() }
    public static var fileType: String { "application/octet-stream" }
    public static func reading(for intent: DocumentIntent<Self>) -> Int? { 0 }

    public static func open(
        _ path: FilePath, for intent: DocumentIntent<Self>, _ options: NoOptions
    ) throws(DocumentError) -> WholeFile {
        try WholeFile(path)
    }

    public static func earlierFile(
        _ unsaved: UnsavedChanges<Recorded>, before present: WholeFile, copy: FilePath?,
        for intent: DocumentIntent<Self>,
        _ options: NoOptions
    ) throws(DocumentError) -> WholeFile? {
        guard let copy, let earlier = try? WholeFile(copy, before: present),
            earlier.stateLine == unsaved.header?.base
        else { return nil }
        return earlier
    }

    public static func length(ofBase header: CheckpointHeader, in file: SourceFile) -> Int? {
        guard let bytes = try? file.file.readAll(), WholeFile.state(of: bytes) == header.base else { return nil }
        return bytes.count
    }

    /// What fits is no conflict.
    public static func merges(
        _ unsaved: UnsavedChanges<Recorded>, with present: WholeFile
    ) throws(DocumentError) -> Bool {
        var contents = try Self(of: present, NoOptions())
        do { try contents.load(unsaved, from: 0, for: ContentsUse(isMerge: true)) } catch {
            guard error.conflictReason != nil else { throw error }
            return false
        }
        return true
    }

    public static func reasonNotToOverwrite(_ present: WholeFile, by earlier: WholeFile) -> String? { nil }

    public init(of file: WholeFile, _ options: NoOptions) throws(DocumentError) {
        self = try translatingContents(file.source.file.path) { try Self(file.bytes) }
    }

    public mutating func load(
        _ unsaved: UnsavedChanges<Recorded>?, from first: Int, for use: ContentsUse
    ) throws(DocumentError) {
        guard let unsaved else { return }
        for change in try unsaved.all(from: first) {
            do { if use.isMerge { try merge(change.change) } else { try apply(change.change) } } catch {
                throw use.isMerge ? unsaved.conflict("\(error)") : unsaved.failure(error)
            }
        }
    }

    /// The inverse follows from the contents as they were, and is merged with those that are there now.
    public mutating func revert(
        _ saved: SavedChange<Recorded>
    ) throws(DocumentError) -> (left: [(name: String, reason: String)], change: Recorded?) {
        guard let change = saved.change?.change, let base = saved.base, let file = try? WholeFile(base.copy),
            file.stateLine == base.state
        else { throw DocumentError(.notUndoable("the document that it was made on was not kept"), nil) }
        var before = try Self(of: file, NoOptions())
        let inverse: Change? = try translatingContents(nil) {
            for earlier in saved.changes.dropLast() { try before.apply(earlier.change) }
            guard let inverse = try self.inverse(of: change, before: before) else { return nil }
            try merge(inverse)
            return inverse
        }
        guard let inverse else { throw DocumentError(.notUndoable("this kind of change cannot be taken back"), nil) }
        return ([], ChangeOfContents(inverse))
    }

    public mutating func reapply(_ saved: SavedChange<Recorded>) throws(DocumentError) -> Recorded? {
        guard let change = saved.change else { return nil }
        try translatingContents(nil) { try merge(change.change) }
        return ChangeOfContents(change.change)
    }

    public func examination() -> DocumentExamination { DocumentExamination() }
    public var ignoredRestrictions: [String] { [] }
    public func didRecord() {}
    public func drop() -> Bool { false }

    public func encoded(
        of file: WholeFile, for saving: DocumentSaving<Self>, _ progress: ((Int) -> Void)?
    ) throws(DocumentError) -> EncodedContents {
        let bytes = try translatingContents(file.source.file.path) { try self.bytes() }
        let common = zip(bytes, file.bytes).prefix { $0 == $1 }.count
        let isSame = common == bytes.count && common == file.bytes.count && !file.isEarlier
        return EncodedContents(
            keeping: common, then: isSame ? [] : [Array(bytes[common...])], isRewrite: true,
            report: SaveReport(bytesAppended: bytes.count - common, bytes: bytes.count)
        ) {
            let state = WholeFile.state(of: bytes)
            return (state, SavedBytes(base: file.present.stateLine, state: state).saveNote)
        }
    }
}

private struct ChangeDoesNotFit: Error, CustomStringConvertible {
    var description: String { "the file was changed after its unsaved changes were made" }
}

/// Runs a step of the contents: whatever it throws is an error of theirs.
func translatingContents<Result>(_ path: FilePath?, _ step: () throws -> Result) throws(DocumentError) -> Result {
    do { return try step() } catch let error as DocumentError { throw error } catch {
        throw DocumentError(.contents(ContentsFailure(error)), path)
    }
}

/// What one call does to contents of a kind, all or nothing, and what one undo undoes. Any `Codable` type can be one.
public protocol DocumentChange: Sendable {
    /// Reads a change from its ``payload``.
    init?(payload: [UInt8])
    /// The change on one line, without its line feed.
    var payload: [UInt8] { get }
}

extension DocumentChange where Self: Codable {
    public init?(payload: [UInt8]) {
        guard let change: Self = JSONLine.value(payload) else { return nil }
        self = change
    }

    public var payload: [UInt8] { JSONLine.bytes(self) }
}

extension [UInt8]: DocumentChange {
    /// In a checkpoint, bytes are Base64.
    public init?(payload: [UInt8]) {
        guard let bytes = Data(base64Encoded: Data(payload)) else { return nil }
        self = Array(bytes)
    }

    public var payload: [UInt8] { Array(Data(self).base64EncodedData()) }
}

extension String: DocumentChange {}

/// A change of contents as a checkpoint has it: with `step JSON ` before it, if it takes a saved one back or makes it again.
public struct ChangeOfContents<Change: DocumentChange>: RecordedChange {
    let change: Change
    public var step: SavedStep?

    private static var mark: [UInt8] { Array("step ".utf8) }

    package init(_ change: Change) { self.change = change }

    public init?(payload: [UInt8]) {
        var rest = payload[...]
        if payload.starts(with: Self.mark) {
            let parts = payload.split(separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3, let step: SavedStep = JSONLine.value(Array(parts[1])) else { return nil }
            (self.step, rest) = (step, parts[2])
        }
        guard let change = Change(payload: Array(rest)) else { return nil }
        self.change = change
    }

    public var payload: [UInt8] {
        guard let step else { return change.payload }
        return Self.mark + JSONLine.bytes(step) + [UInt8(ascii: " ")] + change.payload
    }

    public var editCount: Int { 1 }
}
