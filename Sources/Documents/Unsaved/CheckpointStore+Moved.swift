internal import Checkpointing
internal import LinuxFiles
internal import SystemPackage

extension CheckpointStore {
    /// The checkpoint of a document under the path that it had before it was moved; `nil` where there is none, or something
    /// is still there.
    ///
    /// The document is known by beginning with all that it was. Its inode does not tell, because it is used again as soon as a
    /// file is deleted, nor its file identifier, which documents made of one template share.
    ///
    /// It is looked for among so many only that looking does not become the greater part of the work; `pdfco restore` lists
    /// the others, which `--uid` names.
    ///
    /// - Parameters:
    ///   - identifier: the one that follows from its path now.
    ///   - isSame: whether it is what that document was, or that with more at its end.
    func identifierBeforeMove(
        to identifier: CheckpointIdentifier, where isSame: (DocumentState) -> Bool
    ) throws(CheckpointError) -> CheckpointIdentifier? {
        let others = try identifiers()
        guard others.count <= Self.searchLimit else { return nil }
        return others.first { other in
            guard other != identifier, let header = header(other), other == CheckpointIdentifier(for: header.path),
                let base = DocumentState(line: header.base)
            else { return false }
            do throws(SystemCallError) { _ = try FileStatus(of: header.path) } catch {
                return Errno(rawValue: error.errno) == .noSuchFileOrDirectory && isSame(base)
            }
            return false
        }
    }

    private static let searchLimit = 64
}
