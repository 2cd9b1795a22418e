/// One change that a checkpoint holds: the edits of one command, all or none.
public struct CheckpointedChange: Sendable, Equatable {
    /// The recorded bytes as they are in the log: sealed, if the document is encrypted.
    public var payload: [UInt8]
    /// The number of edits in the change.
    public var editCount: Int
    /// Whether it takes a saved change back.
    public var takesBack = false

    public init(payload: [UInt8], editCount: Int, takesBack: Bool = false) {
        (self.payload, self.editCount, self.takesBack) = (payload, editCount, takesBack)
    }
}
