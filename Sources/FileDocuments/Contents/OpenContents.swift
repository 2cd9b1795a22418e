public import Checkpointing
public import LinuxFiles
public import SystemPackage

/// A document's file as it was opened, and what proves which contents it has.
public protocol OpenedFile: AnyObject {
    /// The file, open.
    var source: SourceFile { get }
    /// The state of its contents as a checkpoint has it: one line, which is equal for equal contents only.
    var stateLine: String { get }
    /// The length of its contents in bytes; what follows them in the file does not belong to them.
    var length: Int { get }
    /// Whether it is an earlier document, on which unsaved changes were made, and not the present one.
    var isEarlier: Bool { get }
    /// The document at the path now: this one, unless it is an earlier one.
    var present: Self { get }
    /// Whether what was read can be used again as long as the file's status stays the same.
    var isReusable: Bool { get }

    /// Why all of the file had to be read although part of it would normally suffice; `nil` if it did not have to.
    var reasonForWholeReading: String? { get }

    /// Returns the key that protects the contents, and with them the unsaved changes; `nil` if nothing does.
    func secret() throws(DocumentError) -> [UInt8]?
    /// Returns the header under which changes made on it are recorded.
    func header(at path: FilePath, salt: String?) -> CheckpointHeader
    /// Compares it with the document on which the changes under a header were made; `nil` if its kind has not written that.
    func comparison(with header: CheckpointHeader) -> BaseComparison?
    /// Whether it has the contents of a state, or continues them.
    func includes(_ stateLine: String) -> Bool
    /// Whether the document does not have in it those that it was before its saves: to take these back, a copy is needed.
    var undoNeedsCopy: Bool { get }
    /// Returns which saves have led to this document, in their order, with their names, from what was noted of each; and whether there
    /// are saves, and none has.
    func saves(_ notes: [String]) -> (found: [(index: Int, name: String)], isOfAnother: Bool)
    /// Whether it is certainly the document of a header that names another path.
    func isMoved(from header: CheckpointHeader) -> Bool
    /// Whether a file begins with all of it, as after a save that only appended.
    func isBeginning(ofFileAt path: FilePath) -> Bool
    /// Returns the result of `body`; if the file changed meanwhile, discards its result or error and throws
    /// ``DocumentError/Situation/beingWritten``.
    func requiringUnchanged<Result>(_ body: () throws(DocumentError) -> Result) throws(DocumentError) -> Result
    /// Throws if what was read of the file may not be its bytes.
    func checkReading() throws(FileSaveError)
}

/// How a document compares with the one that its unsaved changes were made on.
public enum BaseComparison {
    /// It is proven to have the same bytes.
    case same
    /// It looks the same, which proves nothing about every byte: everything that the changes depend on must be compared.
    case alike
    case different
}

/// What one command does to a document, all or nothing, and what one undo undoes: a line in its checkpoint.
public protocol RecordedChange: Sendable {
    /// Reads the line; `nil` if this kind of document has not written it.
    init?(payload: [UInt8])
    /// The line, without its line feed.
    var payload: [UInt8] { get }
    /// The number of edits in it.
    var editCount: Int { get }
    /// The saved change that this one takes back or makes again; `nil` if it is a change of its own.
    var step: SavedStep? { get set }
}

/// Which saved change is taken back, or made again.
public struct SavedStep: Codable, Equatable, Sendable {
    /// The name of the saved change; `nil` in a checkpoint of an earlier program, which named it otherwise.
    package var saved: String?
    package var isBack: Bool
}

/// The contents of one kind of document during an access: how they are read, changed and written. Everything else, which file has
/// them, what is unsaved, and what others do, is the same for all kinds.
public protocol OpenContents: SendableMetatype {
    associatedtype File: OpenedFile
    associatedtype Recorded: RecordedChange
    /// What opening a file needs besides its path, such as a password.
    associatedtype Options: Sendable
    /// How this kind is written, besides what a ``DocumentSaving`` says.
    associatedtype SavingOptions

    /// What holds if nothing is said.
    static var defaultOptions: Options { get }
    static var defaultSavingOptions: SavingOptions { get }
    /// The media type of the contents (RFC 6838).
    static var fileType: String { get }

    /// Tells apart how a file is read for an intent, so that an open document reads it once for each; `nil` if that serves no other
    /// access.
    static func reading(for intent: DocumentIntent<Self>) -> Int?

    /// Opens the file at a path.
    static func open(
        _ path: FilePath, for intent: DocumentIntent<Self>, _ options: Options
    ) throws(DocumentError) -> File

    /// Returns the document that unsaved changes were made on, which is not the present one; `nil` where it does not exist any more.
    /// `copy` is the private copy of it in the checkpoint, which a crash or a power cut may have damaged.
    static func earlierFile(
        _ unsaved: UnsavedChanges<Recorded>, before present: File, copy: FilePath?, for intent: DocumentIntent<Self>,
        _ options: Options
    ) throws(DocumentError) -> File?

    /// Returns the length of the document that the changes under a header were made on, if a file begins with it.
    static func length(ofBase header: CheckpointHeader, in file: SourceFile) -> Int?

    /// Whether unsaved changes that were made on another document are merged with the present one, whatever is to happen in a conflict.
    static func merges(_ unsaved: UnsavedChanges<Recorded>, with present: File) throws(DocumentError) -> Bool

    /// Returns why an earlier document with the unsaved changes must not overwrite the present one; `nil` if it may.
    static func reasonNotToOverwrite(_ present: File, by earlier: File) throws(DocumentError) -> String?

    /// Reads the contents of a file.
    init(of file: File, _ options: Options) throws(DocumentError)

    /// Takes over the unsaved changes; `nil` if there are none, or if they are ignored.
    /// The contents have the `first` of them already, from an earlier access.
    ///
    /// - Throws: ``DocumentError/Situation/unsavedConflict(_:)`` if they do not fit, as far as that shows here.
    mutating func load(
        _ unsaved: UnsavedChanges<Recorded>?, from first: Int, for use: ContentsUse
    ) throws(DocumentError)

    /// Returns whether the unsaved changes fit, and edits are possible.
    mutating func examination() throws(DocumentError) -> DocumentExamination

    /// What was done that the document forbids, a sentence each.
    var ignoredRestrictions: [String] { get }

    /// Takes note that the last change was recorded.
    mutating func didRecord()

    /// Takes back a saved change, as far as nobody has changed since what it did.
    ///
    /// - Returns: what stays as it is, with the reasons; and the change, `nil` if nothing had to be done.
    mutating func takeBack(
        _ saved: SavedChange<Recorded>
    ) throws(DocumentError) -> (left: [(name: String, reason: String)], change: Recorded?)

    /// Makes a saved change again that was taken back; returns `nil` if nothing had to be done.
    mutating func makeAgain(_ saved: SavedChange<Recorded>) throws(DocumentError) -> Recorded?

    /// Drops what was changed and not recorded; `false` if the contents must be read again for that.
    mutating func drop() -> Bool

    /// Returns what a save writes, from the file that they were read from.
    mutating func encoded(
        of file: File, for saving: DocumentSaving<Self>, _ progress: ((Int) -> Void)?
    ) throws(DocumentError) -> EncodedContents
}

/// What reading a document has shown.
public struct DocumentExamination: Sendable {
    /// Why the unsaved changes do not fit the file; `nil` if they do.
    public var conflict: String?
    /// Whether the file allows edits.
    public var isEditable: Bool

    /// Creates the result of reading a document.
    public init(conflict: String? = nil, isEditable: Bool = true) {
        (self.conflict, self.isEditable) = (conflict, isEditable)
    }
}
