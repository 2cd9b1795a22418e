public import FoundationEssentials
internal import LinuxFiles
internal import SystemPackage

extension FileDocument {
    /// When the file was last modified; `nil` if there is none.
    public nonisolated var fileModificationDate: Date? {
        (try? FileStatus(of: path)).map { status in
            let time = status.modificationTime
            return Date(timeIntervalSince1970: Double(time.seconds) + Double(time.nanoseconds) / 1e9)
        }
    }

    /// The name of the document as users know it: that of its file without the extension. What is not UTF-8 is escaped.
    public nonisolated var localizedName: String {
        path.lastComponent.map { ByteText.readable(FilePath(root: nil, [FilePath.Component($0.stem) ?? $0]).string) }
            ?? ""
    }

    /// The media type of the document's contents (RFC 6838).
    public nonisolated var fileType: String { Contents.fileType }

    /// The progress of the current long operation in percent; `nil` if there is none.
    public nonisolated var progress: Int? { core.shared.progress }
}
