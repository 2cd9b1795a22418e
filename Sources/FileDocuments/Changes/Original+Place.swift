internal import Checkpointing
internal import LinuxFiles
internal import SystemPackage

extension Original.Place {
    /// - Parameters:
    ///   - name: the path by which the user knows the document.
    ///   - status: what is there; `nil` if that is nothing.
    ///   - present: the file there; `nil` if it is none.
    ///   - header: the header of the log beside the copy, which has `bytes` bytes.
    /// - Returns: `nil` if the file is the document, or continues it.
    init?(
        at name: FilePath, _ status: FileStatus?, _ present: SourceFile?, of header: CheckpointHeader,
        in copy: SourceFile, bytes: Int
    ) throws(SystemCallError) {
        guard let status else {
            // What a link leads to may be on another disk.
            let isLink = (try? FileStatus(of: name, followingLink: false)) != nil
            let directory = name.removingLastComponent()
            let home = try? FileStatus(of: directory.isEmpty ? "." : directory)
            self = .nothing(isExpected: !isLink && home.map { header.file?.isOnDevice(of: $0) == true } == true)
            return
        }
        guard let present else {
            self = .noFile(status.kind.noun)
            return
        }
        if let file = header.file, present.recorded.isUnchanged(since: file) { return nil }
        guard status.size <= max(2 * bytes, 64 << 20) else {
            self = .otherBytes
            return
        }
        // Piece by piece: the beginning that both share, and then nothing but zeros.
        var (offset, common) = (0, 0)
        while offset < status.size {
            let piece = try present.file.read(at: offset, count: min(1 << 20, status.size - offset))
            guard !piece.isEmpty else { break }
            if common == offset {
                let original = try copy.file.read(at: offset, count: min(piece.count, max(0, bytes - offset)))
                common += ContentsEdit.countInCommon(piece, original)
            }
            if piece[max(0, common - offset)...].contains(where: { $0 != 0 }) {
                if common == bytes { return nil }
                self = .otherBytes
                return
            }
            offset += piece.count
        }
        if common == bytes, offset == bytes { return nil }
        self = .remains(isIdle: present.file.isCertainlyNotBeingWritten)
    }
}

extension Original {
    /// Its bytes; where no record says who could read the document, only its user may.
    var kept: KeptBytes {
        KeptBytes(path: copy, count: bytes, rights: header.rights ?? AccessRights(mode: 0o600, group: nil))
    }
}
