package import SystemPackage

extension MuPDF {
    /// What MuPDF says while it reads all pages of a file, as far as it tells of repairing.
    package static func repairMessages(of file: FilePath, password: String = "") async throws -> [Substring] {
        let result = try await Command("mutool", ["draw", "-q", "-p", password, "-F", "txt", file.string]).run()
        guard !result.output.isEmpty else { throw ReaderError(reader: "mutool draw", result) }
        return result.errorLines.filter { $0.contains("repair") || $0.contains("xref") }
    }
}

extension Poppler {
    /// What poppler says while it reads all pages of a file.
    package static func messages(of file: FilePath) async throws -> [Substring] {
        let result = try await Command("pdftotext", [file.string, "-"]).run()
        guard result.exitStatus == 0 else { throw ReaderError(reader: "pdftotext", result) }
        return result.errorLines
    }
}
