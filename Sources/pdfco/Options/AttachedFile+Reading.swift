import FoundationEssentials
import LinuxFiles
import PDFModel
import SystemPackage

extension AttachedFile {
    /// Reads a file that is to be embedded.
    ///
    /// - Parameter option: the name of the option that states it.
    init(readingFileAt path: FilePath, for option: String) throws(CommandFailure) {
        func refusal(_ kind: String, _ problem: String, _ exitStatus: ExitStatus) -> CommandFailure {
            CommandFailure(kind: kind, file: path.argument, problem: problem, exitStatus: exitStatus)
        }
        let (status, birth, contents): (FileStatus, FileTime?, [UInt8])
        do throws(SystemCallError) {
            let file = try OpenFile(reading: path)
            status = try file.status()
            birth = try file.birthTime()
            let isRead = status.kind == .regular && status.size <= Self.sizeLimit
            contents = isRead ? try file.readAll() : []
        } catch {
            throw refusal("source", "cannot be read for --\(option): \(error)", .noInput)
        }
        guard status.kind == .regular else {
            throw refusal("notAFile", "cannot be read for --\(option): it is not a regular file", .dataError)
        }
        guard status.size <= Self.sizeLimit else {
            throw refusal(
                "tooLarge", "cannot be read for --\(option): it is larger than \(Self.sizeLimit >> 20) MiB", .dataError)
        }
        self.init(path.lastComponent?.string ?? path.string, contents)
        modificationDate = Date(timeIntervalSince1970: Double(status.modificationTime.seconds))
        // Not every file system records when a file was made.
        creationDate = birth.map { Date(timeIntervalSince1970: Double($0.seconds)) }
    }
}
