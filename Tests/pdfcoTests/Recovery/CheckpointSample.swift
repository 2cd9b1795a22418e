import SystemPackage
import Testing

@testable import Checkpointing

/// Logs made of others, as other programs or crashes might have left them.
enum CheckpointSample {
    /// The same changes under a header that says only what the first programs wrote.
    static func withoutFile(_ bytes: [UInt8]) throws -> [UInt8] {
        let contents = try CheckpointContents(bytes)
        let header = try #require(contents.header)
        var log = LogBytes(
            beginningUnder: CheckpointHeader(path: header.path, base: header.base, salt: header.salt))
        for change in contents.appliedChanges { log.add(change) }
        return log.bytes
    }
}
