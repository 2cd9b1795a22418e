package import SystemPackage

/// What poppler sees in a file. Its tools list no annotations; that one is there shows where it is drawn.
package enum Poppler {
    /// Draws a page, numbered from 1, within its crop box. A page that it cannot read has the size 1 by 1.
    package static func draw(_ file: FilePath, page: Int, dotsPerInch: Int = 50) async throws -> Raster {
        try await drawing(of: file, page: page, dotsPerInch: dotsPerInch, password: nil)
    }

    /// The same of an encrypted document.
    package static func drawing(
        of file: FilePath, page: Int, dotsPerInch: Int = 50, password: String?
    ) async throws -> Raster {
        let options = ["-r", "\(dotsPerInch)", "-f", "\(page)", "-l", "\(page)", "-cropbox"]
        let result = try await Command("pdftoppm", options + Self.options(password) + [file.string]).run()
        guard let raster = try? Raster(portablePixmap: result.output) else {
            throw ReaderError(reader: "pdftoppm", result)
        }
        return raster
    }

    package static func pageCount(of file: FilePath, password: String? = nil) async throws -> Int {
        let result = try await Command("pdfinfo", options(password) + [file.string]).run()
        let line = result.outputText.split(separator: "\n").first { $0.hasPrefix("Pages:") }
        guard result.exitStatus == 0, let count = line?.split(separator: " ").last.flatMap({ Int($0) }) else {
            throw ReaderError(reader: "pdfinfo", result)
        }
        return count
    }

    /// The text of all pages, with that of annotations' appearances.
    package static func text(of file: FilePath, password: String? = nil) async throws -> String {
        let result = try await Command("pdftotext", options(password) + [file.string, "-"]).run()
        guard result.exitStatus == 0 else { throw ReaderError(reader: "pdftotext", result) }
        return result.outputText
    }

    /// One signature as `pdfsig` judges it.
    package struct Signature: Sendable, Equatable {
        package var field: String
        package var signedRanges: String
        /// `Signature is Valid.` where the signed bytes are as they were and the signature is right.
        package var verdict: String

        package var isValid: Bool { verdict == "Signature is Valid." }
    }

    /// The signatures of the document's form; none where it cannot be opened.
    package static func signatures(in file: FilePath, password: String? = nil) async throws -> [Signature] {
        let result = try await Command("pdfsig", ["-nocert"] + options(password) + [file.string]).run()
        return result.outputText.split(separator: "Signature #").dropFirst().map { block in
            func value(of key: String) -> String {
                let line = block.split(separator: "\n").first { $0.hasPrefix("  - \(key): ") }
                return line.map { String($0.dropFirst(key.count + 6)) } ?? ""
            }
            return Signature(
                field: value(of: "Signature Field Name"), signedRanges: value(of: "Signed Ranges"),
                verdict: value(of: "Signature Validation"))
        }
    }

    /// As which of the two it opens the document, poppler is to find out.
    private static func options(_ password: String?) -> [String] { password.map { ["-upw", $0, "-opw", $0] } ?? [] }
}
