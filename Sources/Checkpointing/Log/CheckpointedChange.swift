/// One change that a checkpoint holds: the edits of one command, all or none.
public struct CheckpointedChange: Sendable, Equatable {
    /// What was recorded, as it stands in the log: sealed, where the document is encrypted.
    public var payload: [UInt8]
    /// How many edits it makes.
    public var editCount: Int
}
