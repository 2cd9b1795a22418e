import AnnotationFormats
import Documents
import LinuxFiles
import PDFModel
import SystemPackage

/// Files of annotations.
enum InputFile {
    /// Whether the bytes are a document, which was named in place of a file of annotations or of jobs.
    static func isDocument(_ bytes: [UInt8]) -> Bool { bytes.starts(with: "%PDF-".utf8) }

    static func pageMap(_ path: String, _ inputFiles: InputFiles) throws(CommandFailure) -> PageMap {
        let bytes = try inputFiles.read(path, as: "the page map")
        do { return try PageMap(String(decoding: bytes, as: UTF8.self)) } catch {
            throw CommandFailure(
                kind: "pageMap", file: path, problem: "\(error)",
                hint: "pdfco import --help shows what a line looks like", exitStatus: .dataError)
        }
    }

    /// Reads the source of a job.
    static func read(_ source: BatchJob.Source, _ inputFiles: InputFiles) throws(CommandFailure) -> AnnotationSource {
        let map = try source.pageMap.map { path throws(CommandFailure) in try pageMap(path.argument, inputFiles) }
        return source.with(try inputFiles.read(source.path.argument, as: "the annotations"), pageMap: map)
    }
}
