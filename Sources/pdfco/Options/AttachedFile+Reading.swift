import FoundationEssentials
import LinuxFiles
import PDFModel
import SystemPackage

extension AttachedFile {
    /// Reads a file that is to be embedded.
    ///
    /// - Parameter option: the name of the option that states it.
    init(readingFileAt path: FilePath, for option: String, _ inputFiles: InputFiles) throws(CommandFailure) {
        let contents = try inputFiles.read(
            path.argument, as: "the file for --\(option)", atMost: Self.sizeLimit, mayBeEmpty: true)
        self.init(path.lastComponent?.string ?? path.string, contents)
        // The dates of a pipe say nothing about what came through it.
        guard let status = try? FileStatus(of: path), status.kind == .regular else { return }
        modificationDate = Date(timeIntervalSince1970: Double(status.modificationTime.seconds))
        // Not every file system records when a file was made.
        let birth = try? OpenFile(reading: path).birthTime()
        creationDate = birth.map { Date(timeIntervalSince1970: Double($0.seconds)) }
    }
}
