/// How far a long operation on a document has come.
public struct DocumentProgress: Sendable, Equatable {
    /// What is being done.
    public enum Operation: String, Sendable {
        /// The document is saved in place.
        case saving
        /// It is written to another file.
        case copying
        /// All of it is written anew.
        case rewriting
    }

    public var operation: Operation
    /// The share that is done, in percent, from 0 to 100.
    public var percent: Int

    public init(_ operation: Operation, percent: Int) { (self.operation, self.percent) = (operation, percent) }
}

extension PresentedDocument {
    /// Runs `body`, a long operation, and tells how far it has come.
    package func reportingProgress<Result>(
        of operation: DocumentProgress.Operation,
        _ body: (_ report: @escaping (_ percent: Int) -> Void) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        core.report(DocumentProgress(operation, percent: 0))
        defer { core.report(nil) }
        return try body { [core] percent in core.report(DocumentProgress(operation, percent: percent)) }
    }
}

extension DocumentCore {
    /// How far the current operation has come; `nil` if there is none.
    public var progress: DocumentProgress? { self[\.progress] }

    fileprivate func report(_ progress: DocumentProgress?) {
        guard progress != self.progress else { return }
        change { shared in
            shared.progress = progress
            if progress == nil {
                shared.state.remove(.progressAvailable)
            } else {
                shared.state.insert(.progressAvailable)
            }
        }
        configuration.progressDidChange(progress)
    }
}
