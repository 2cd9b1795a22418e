internal import CMinizip
internal import FoundationEssentials
internal import LinuxFiles
internal import SystemPackage

/// A ZIP archive of a directory, for those who upload it as one file.
///
/// It has the directory itself, everything inside it, symbolic links as links, permissions and modification times.
/// Names are stored as they are, and marked as UTF-8 if they are.
struct ZipArchive: ~Copyable {
    private enum Failure: Error, CustomStringConvertible {
        case notAdded(FilePath)
        case notCreated
        case notFinished

        var description: String {
            switch self {
            case .notAdded(let path): "\(path) could not be written to the archive"
            case .notCreated: "the archive could not be created"
            case .notFinished: "the archive could not be completed"
            }
        }
    }

    private let zip: zipFile
    /// Files this long need the format's 64-bit extension; some room is left for those that compression makes longer.
    private static let longFile = 4_000_000_000
    private static let bufferSize = 1 << 20

    /// Writes an archive of a directory.
    ///
    /// - Throws: any error, and leaves an unfinished file then.
    static func write(_ directory: FilePath, to path: FilePath) throws {
        let archive = try ZipArchive(creating: path)
        do {
            try archive.addAll(in: directory)
        } catch {
            _ = zipClose(archive.zip, nil)
            throw error
        }
        guard zipClose(archive.zip, nil) == ZIP_OK else { throw Failure.notFinished }
    }

    private init(creating path: FilePath) throws {
        guard let zip = path.withPlatformString({ zipOpen64($0, APPEND_STATUS_CREATE) }) else {
            throw Failure.notCreated
        }
        self.zip = zip
    }

    private func addAll(in directory: FilePath) throws {
        let start = directory.removingLastComponent()
        var rest = [directory]
        while let item = rest.popLast() {
            var name = item
            _ = name.removePrefix(start)
            let status = try FileStatus(of: item, followingLink: false)
            switch status.kind {
            case .directory:
                try add(item, name.bytes + [UInt8(ascii: "/")], status) {}
                let names = try PrivateDirectory.names(in: item).sorted { $0.string > $1.string }
                rest += names.filter { !AtomicReplacement.isUnfinished($0) }.map { item.appending($0) }
            case .regular:
                let file = try OpenFile(reading: item)
                try add(item, name.bytes, status) {
                    var offset = 0
                    while true {
                        let bytes = try file.read(at: offset, count: Self.bufferSize)
                        if bytes.isEmpty { return }
                        try append(bytes, of: item)
                        offset += bytes.count
                    }
                }
            case .symbolicLink:
                guard let destination = try item.linkDestination() else { continue }
                try add(item, name.bytes, status) { try append(destination.bytes, of: item) }
            default:
                // A pipe, a socket or a device has no contents to upload.
                continue
            }
        }
    }

    /// Adds an entry; `contents` appends its bytes.
    private func add(_ item: FilePath, _ name: [UInt8], _ status: FileStatus, _ contents: () throws -> Void) throws {
        let type: UInt
        switch status.kind {
        case .directory: type = 0o040000
        case .symbolicLink: type = 0o120000
        default: type = 0o100000
        }
        var information = zip_fileinfo()
        information.dosDate = Self.date(status.modificationTime)
        // The permissions as Unix has them, and for Windows whether it is a directory.
        information.external_fa = (type | UInt(status.mode)) << 16 | (status.kind == .directory ? 0x10 : 0)
        let time = Self.timeField(status.modificationTime)
        let text = name.map { CChar(bitPattern: $0) } + [0]
        let isUTF8 = String(validating: name, as: UTF8.self) != nil && name.contains { $0 > 0x7F }
        let method = status.kind == .regular ? Z_DEFLATED : 0
        // Made by version 3.0 of the format on Unix; bit 11 of the flags: the name is UTF-8.
        let result = zipOpenNewFileInZip4_64(
            zip, text, &information, time, UInt32(time.count), time, UInt32(time.count), nil, method,
            Z_DEFAULT_COMPRESSION, 0, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY, nil, 0, 3 << 8 | 30, isUTF8 ? 1 << 11 : 0,
            status.size > Self.longFile ? 1 : 0)
        guard result == ZIP_OK else { throw Failure.notAdded(item) }
        try contents()
        guard zipCloseFileInZip(zip) == ZIP_OK else { throw Failure.notAdded(item) }
    }

    private func append(_ bytes: [UInt8], of item: FilePath) throws {
        guard zipWriteInFileInZip(zip, bytes, UInt32(bytes.count)) == ZIP_OK else { throw Failure.notAdded(item) }
    }

    /// The time to two seconds, for readers that do not know the field below; in UTC, since the format knows no zone.
    private static func date(_ time: FileTime) -> UInt {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = calendar.dateComponents(
            [.year, .month, .day, .hour, .minute, .second],
            from: Date(timeIntervalSince1970: TimeInterval(time.seconds)))
        guard let year = parts.year, (1980...2107).contains(year), let month = parts.month, let day = parts.day,
            let hour = parts.hour, let minute = parts.minute, let second = parts.second
        else { return 1 << 21 | 1 << 16 }
        return UInt((year - 1980) << 25 | month << 21 | day << 16 | hour << 11 | minute << 5 | second / 2)
    }

    /// The extra field `UT` of Info-ZIP: the modification time in seconds since 1970, in 32 bits.
    private static func timeField(_ time: FileTime) -> [UInt8] {
        let seconds = UInt32(bitPattern: Int32(clamping: time.seconds))
        return [0x55, 0x54, 5, 0, 1] + (0..<4).map { UInt8(truncatingIfNeeded: seconds >> (8 * $0)) }
    }
}
