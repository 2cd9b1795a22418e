public import Checkpointing
public import FileDocuments

extension Document {
    /// The state of a document.
    public typealias State = PresentedDocumentState
    /// The purpose of a save.
    public typealias SaveOperation = DocumentSaveOperation
    /// When recorded changes become durable.
    public typealias CheckpointStrategy = FileDocuments.CheckpointStrategy

    /// How a document is opened, saved and coordinated, and who is notified: the members of `DocumentConfiguration`, and
    /// what only PDF needs.
    @dynamicMemberLookup
    public struct Configuration: Sendable {
        /// What documents of every kind have.
        public var general: DocumentConfiguration
        /// The user or the owner password of an encrypted document.
        public var password: String?
        /// Handles requests and notifications of file coordination.
        public var delegate: (any FileCoordinationDelegate)?

        /// Keeps unsaved changes where the command `pdfco` does.
        ///
        /// - Throws: a checkpoint error if there is no such directory: no variable names one, and `HOME` is not set.
        public init() throws(DocumentError) {
            do { self.init(checkpoints: try .standard()) } catch {
                throw DocumentError(.checkpoint(error), nil)
            }
        }

        /// Keeps unsaved changes in a store of the app's own.
        public init(checkpoints: CheckpointStore) { general = DocumentConfiguration(checkpoints: checkpoints) }

        /// Reads and writes the members of ``general``.
        public subscript<Value>(dynamicMember member: WritableKeyPath<DocumentConfiguration, Value>) -> Value {
            get { general[keyPath: member] }
            set { general[keyPath: member] = newValue }
        }
    }
}
