import FoundationEssentials
package import SystemPackage

/// What MuPDF sees in a file.
package enum MuPDF {
    package struct Annotation: Decodable, Sendable, Equatable {
        package var subtype: String
        package var contents: String
        package var name: String?
        package var language: String?
    }

    package struct Page: Decodable, Sendable, Equatable {
        package var geometry: PageGeometry { PageGeometry(box: box, transform: transform) }
        package var annotations: [Annotation]
        /// Where links lead: an address, or `page 3`.
        package var links: [String]
        var box: [Double]
        var transform: [Double]
    }

    /// All pages with their annotations; links are a list of their own, popups and widgets are not among them.
    package static func pages(of file: FilePath, password: String? = nil) async throws -> [Page] {
        try await listing(of: file, password: password).pages
    }

    /// The same, and whether MuPDF says that there is a cycle in the page tree: pages may be missing then.
    package static func listing(
        of file: FilePath, password: String? = nil
    ) async throws -> (pages: [Page], hasCycle: Bool) {
        let script = Fixture.packageDirectory.appending("Tests/TestSupport/Scripts/describe.js")
        let arguments = ["run", script.string, file.string] + [password].compactMap(\.self)
        let result = try await Command("mutool", arguments).run()
        let hasCycle = result.errorText.contains("cycle in page tree")
        if result.exitStatus != 0, hasCycle { return ([], true) }
        guard result.exitStatus == 0 else { throw ReaderError(reader: "mutool run", result) }
        return (try JSONDecoder().decode([Page].self, from: Data(result.output)), hasCycle)
    }

    /// Draws a page, numbered from 1, with its annotations, as far as it can be drawn.
    package static func draw(_ file: FilePath, page: Int, dotsPerInch: Int = 50) async throws -> Raster {
        try await drawing(of: file, page: page, dotsPerInch: dotsPerInch, password: nil)
    }

    /// The same of an encrypted document.
    package static func drawing(
        of file: FilePath, page: Int, dotsPerInch: Int = 50, password: String?
    ) async throws -> Raster {
        let options = ["draw", "-q", "-r", "\(dotsPerInch)", "-F", "ppm", "-o", "-"]
        let arguments = options + Self.options(password) + [file.string, "\(page)"]
        let result = try await Command("mutool", arguments).run()
        guard let raster = try? Raster(portablePixmap: result.output) else {
            throw ReaderError(reader: "mutool draw", result)
        }
        return raster
    }

    /// The text of all pages, with that of annotations' appearances.
    package static func text(of file: FilePath, password: String? = nil) async throws -> String {
        let arguments = ["draw", "-q", "-F", "txt", "-o", "-"] + options(password) + [file.string]
        let result = try await Command("mutool", arguments).run()
        guard result.exitStatus == 0 else { throw ReaderError(reader: "mutool draw", result) }
        return result.outputText
    }

    private static func options(_ password: String?) -> [String] { password.map { ["-p", $0] } ?? [] }
}

/// A reader could not open or draw a file.
package struct ReaderError: Error, CustomStringConvertible {
    package var description: String

    package init(reader: String, _ result: CommandResult) {
        description = "\(reader) ended with \(result.ending): \(result.errorText)"
    }

    init(_ description: String) { self.description = description }
}
