import FoundationEssentials
import Glibc
import PDFModel
import SystemPackage

/// The directory in which files are written, and those kept there until other readers, and the real program, have looked at
/// them.
///
/// Every process has its own, below the directory that `PDFCO_FUZZER_FOLDER` names; `PDFCO_FUZZER_READERS` names the program
/// that looks at it. Not for use from two threads at once.
final class Spool {
    nonisolated(unsafe) static let shared = Spool()

    /// Of so many files that were refused, one is kept.
    private static let refusedShare = 16
    /// How many are kept before they are looked at.
    private static let batch = 40

    private let directory: FilePath
    private let readers: String?
    private var number = 0
    private var refused = 0
    private var kept = 0

    private init() {
        let environment = ProcessInfo.processInfo.environment
        let parent = environment["PDFCO_FUZZER_FOLDER"] ?? FileManager.default.temporaryDirectory.path
        directory = FilePath(parent).appending("\(getpid())")
        readers = environment["PDFCO_FUZZER_READERS"]
        do {
            try FileManager.default.createDirectory(atPath: directory.string, withIntermediateDirectories: true)
        } catch {
            fatalError("\(directory): \(error)")
        }
    }

    /// Where the file that comes next stands, and what is made of it.
    var file: FilePath { directory.appending("\(number).in.pdf") }
    var output: FilePath { directory.appending("\(number).out.pdf") }

    /// Keeps the file and what was written.
    func keep(_ page: Page, rect: Rectangle) {
        let object = page.place.reference?.number ?? 0
        let size = "\(page.cropBox.x1 - page.cropBox.x0)x\(page.cropBox.y1 - page.cropBox.y0)"
        keep("\(number) \(page.number) \(object) \(size) \(rect.x0),\(rect.y0),\(rect.x1),\(rect.y1)\n")
    }

    /// Keeps some of the files that nothing was written for.
    func keepRefused() {
        refused += 1
        if refused.isMultiple(of: Self.refusedShare) { keep("\(number) 0 0 0x0 10,10,20,20\n") }
    }

    private func keep(_ line: String) {
        guard readers != nil else { return }
        do {
            let list = try FileDescriptor.open(
                directory.appending("list"), .writeOnly, options: [.append, .create], permissions: .ownerReadWrite)
            try list.closeAfter { _ = try list.writeAll(line.utf8) }
        } catch {
            fatalError("\(directory): \(error)")
        }
        number += 1
        kept += 1
    }

    /// Lets the readers look at what was kept, if that is enough. Not while a file is tried, whose time is measured.
    func lookIfFull() {
        guard let readers, kept >= Self.batch else { return }
        kept = 0
        _ = system("'\(readers)' '\(directory)'")
    }
}

extension FilePath {
    /// The whole file.
    func contents() -> [UInt8] {
        guard let data = FileManager.default.contents(atPath: string) else { fatalError("\(self) cannot be read") }
        return Array(data)
    }

    func replaceContents(with bytes: [UInt8]) {
        guard FileManager.default.createFile(atPath: string, contents: Data(bytes)) else {
            fatalError("\(self) cannot be written")
        }
    }
}
