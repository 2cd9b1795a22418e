import FoundationEssentials
import TestSupport

@testable import PDFModel

extension PDFFile {
    /// The file that `contents` are.
    convenience init(_ contents: [UInt8], for purpose: Purpose = .editing) throws(PDFError) {
        let memory = OwnedBytes(contents)
        try self.init(bytes: memory.bytes, keeping: memory, for: purpose)
    }

    /// The bytes of the file with the increment behind them.
    func appending(_ increment: Increment) -> [UInt8] { Array(bytes) + increment.bytes }
}

extension Fixture {
    /// The bytes of the fixture of that name.
    static func bytes(_ name: String) throws -> [UInt8] { try named(name).readBytes() }

    /// The names of the files that can be annotated.
    static func names() throws -> [String] {
        try annotatable().map { "\($0)".split(separator: "/").last.map(String.init) ?? "" }
    }
}

extension FoundationEssentials.Date {
    /// A clock that stands still: 2024-09-01 12:00:00 UTC.
    static let fixed = Date(timeIntervalSince1970: 1_725_192_000)
}

extension Annotation {
    /// A square of 40 by 40 points that lies on every page of the fixtures.
    static func square(_ name: String?, onPage page: Int = 1, contents: String? = nil) -> Annotation {
        var square = Annotation("Square", page: page, rect: Rectangle(100, 100, 140, 140))
        square.name = name
        square.contents = contents
        return square
    }
}

/// The increment that adds `annotations`.
func increment(
    _ file: PDFFile, adding annotations: Annotation..., now: FoundationEssentials.Date = .fixed
) throws(PDFError) -> Increment {
    var editor = try AnnotationEditor(file, now: now)
    for annotation in annotations { _ = try editor.add(annotation) }
    return try editor.increment()
}
