extension FileDocument {
    /// The progress of the current long operation in percent; `nil` if there is none.
    public nonisolated var progress: Int? { core[\.progress] }

    /// Runs `body`, a long operation, and tells how far it has come.
    package func reportingProgress<Result>(
        _ body: (_ report: @escaping (_ percent: Int) -> Void) throws(DocumentError) -> Result
    ) throws(DocumentError) -> Result {
        core.report(progress: 0)
        defer { core.report(progress: nil) }
        return try body { [core] percent in core.report(progress: percent) }
    }
}

extension DocumentCore {
    fileprivate func report(progress: Int?) {
        guard progress != self[\.progress] else { return }
        change { $0.progress = progress }
        configuration.progressDidChange(progress)
    }
}
