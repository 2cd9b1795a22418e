import FoundationEssentials
package import SystemPackage

/// What PDFium and PyMuPDF make of documents, and documents that PyMuPDF makes.
///
/// `make test-all` installs them; where the package index cannot be reached, the tests that need them are skipped.
package enum PythonReaders {
    private static let directory = Fixture.packageDirectory.appending(".build/readers")
    private static let script = Fixture.packageDirectory.appending("Tests/TestSupport/Scripts/readers.py")

    /// The list of what is installed is copied last.
    package static let areInstalled =
        !TestScope.isShort && (try? directory.appending("installed.txt").stat()) != nil
    package static let areMissing = "PDFium and PyMuPDF are for make test-all, which installs them"

    /// An annotation as PyMuPDF reads it.
    package struct Annotation: Decodable, Sendable {
        package var object: Int
        /// The object that it replies to; 0 where it is no reply.
        package var replyTo: Int
        package var contents: String
        package var author: String
        package var state: String?
        package var stateModel: String?
    }

    /// The annotations of a document that are no links, fields or pop-up windows.
    package static func threads(in file: FilePath) async throws -> [Annotation] {
        let result = try await run(["threads", file.string])
        guard result.exitStatus == 0 else { throw ReaderError(reader: "PyMuPDF", result) }
        return try JSONDecoder().decode([Annotation].self, from: Data(result.output))
    }

    /// Draws a page, numbered from 1, with PDFium.
    package static func draw(
        _ file: FilePath, page: Int, dotsPerInch: Int = 50, password: String? = nil
    ) async throws -> Raster {
        try await raster(
            ["draw", file.string, "\(page)", "\(dotsPerInch)"] + [password].compactMap(\.self), by: "PDFium")
    }

    /// Draws a page, numbered from 1, with PyMuPDF.
    package static func drawWithPyMuPDF(_ file: FilePath, page: Int, dotsPerInch: Int) async throws -> Raster {
        try await raster(["mupdf", file.string, "\(page)", "\(dotsPerInch)"], by: "PyMuPDF")
    }

    /// The text of all pages as PDFium reads them.
    package static func text(of file: FilePath, password: String? = nil) async throws -> String {
        let result = try await run(["text", file.string] + [password].compactMap(\.self))
        guard result.exitStatus == 0 else { throw ReaderError(reader: "PDFium", result) }
        return result.outputText
    }

    private static func raster(_ arguments: [String], by reader: String) async throws -> Raster {
        let result = try await run(arguments)
        guard let raster = try? Raster(portablePixmap: result.output) else { throw ReaderError(reader: reader, result) }
        return raster
    }

    /// Makes a document with a page for each piece of HTML, set by MuPDF in its own fonts.
    package static func typeset(_ pages: [String], style: String, to file: FilePath) async throws {
        let result = try await run(["typeset", file.string, style] + pages)
        guard result.exitStatus == 0 else { throw ReaderError(reader: "PyMuPDF", result) }
    }

    private static func run(_ arguments: [String]) async throws -> CommandResult {
        try await Command(directory.appending("bin/python").string, ["-B", script.string] + arguments).run()
    }
}

/// The programs that draw pages.
package enum Renderer: String, CaseIterable, Sendable {
    case mupdf, poppler, pdfium

    /// Those that are installed; PDFium may not be.
    package static let installed = allCases.filter { $0 != .pdfium || PythonReaders.areInstalled }

    package func draw(
        _ file: FilePath, page: Int, dotsPerInch: Int = 50, password: String? = nil
    ) async throws -> Raster {
        switch self {
        case .mupdf:
            try await MuPDF.drawing(of: file, page: page, dotsPerInch: dotsPerInch, password: password)
        case .poppler:
            try await Poppler.drawing(of: file, page: page, dotsPerInch: dotsPerInch, password: password)
        case .pdfium:
            try await PythonReaders.draw(file, page: page, dotsPerInch: dotsPerInch, password: password)
        }
    }
}
