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
    /// Whether it cannot be read as it was written.
    var isDamaged: Bool { get }
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
    /// Compares it with the document on which the changes under a header were made; `nil` if its kind has not written
    /// that header.
    func comparison(with header: CheckpointHeader) -> BaseComparison?
    /// Whether it has the contents of a state, or continues them.
    func includes(_ stateLine: String) -> Bool
    /// Whether the document does not contain its states from before its saves, so that a copy is needed to take a save
    /// back.
    var undoNeedsCopy: Bool { get }
    /// Returns the saves that have led to this document, in their order, with their names, from what was noted of each;
    /// and whether there are saves of which none has led to it.
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
