public import Checkpointing
public import SystemPackage

/// The contents of one kind of document during an access: how they are read, changed and written. Everything else, which file has
/// them, what is unsaved, and what others do, is the same for all kinds.
///
/// An app's kind of document conforms to ``DocumentContents`` or ``ByteContents``, which conform to this for it; a kind
/// that is not read whole conforms to it directly.
public protocol OpenContents: SendableMetatype {
    associatedtype File: OpenedFile
    associatedtype Recorded: RecordedChange
    /// What opening a file needs besides its path, such as a password.
    associatedtype Options: Sendable
    /// How this kind is written, besides what a ``DocumentSaving`` says.
    associatedtype SavingOptions

    /// The options that apply if none are stated.
    static var defaultOptions: Options { get }
    static var defaultSavingOptions: SavingOptions { get }
    /// The media type of the contents (RFC 6838).
    static var fileType: String { get }

    /// Returns a number for the way in which a file is read for an intent, so that an open document reads it once for
    /// each way; `nil` if no other access can use what was read.
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
    mutating func revert(
        _ saved: SavedChange<Recorded>
    ) throws(DocumentError) -> (left: [(name: String, reason: String)], change: Recorded?)

    /// Makes a saved change again that was taken back; returns `nil` if nothing had to be done.
    mutating func reapply(_ saved: SavedChange<Recorded>) throws(DocumentError) -> Recorded?

    /// Returns the unsaved changes, the first `count` of them folded into fewer, which can be undone only together; `nil` if this kind
    /// folds none. What takes a saved change back, or makes it again, is never folded.
    static func folded(
        _ unsaved: UnsavedChanges<Recorded>, upTo count: Int, on file: File
    ) throws(DocumentError) -> [Recorded]?

    /// Drops what was changed and not recorded; `false` if the contents must be read again for that.
    mutating func drop() -> Bool

    /// Returns what a save writes, from the file that they were read from.
    mutating func encoded(
        of file: File, for saving: DocumentSaving<Self>, _ progress: ((Int) -> Void)?
    ) throws(DocumentError) -> EncodedContents
}

extension OpenContents {
    public static func folded(
        _ unsaved: UnsavedChanges<Recorded>, upTo count: Int, on file: File
    ) -> [Recorded]? { nil }
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
