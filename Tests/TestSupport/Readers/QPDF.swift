import FoundationEssentials
package import SystemPackage

/// What qpdf sees in a file.
package enum QPDF {
    /// The errors and warnings of `qpdf --check`, without the file's name and without offsets, which differ between
    /// two versions of a file that have the same faults. Empty: the file is clean.
    package static func findings(in file: FilePath) async throws -> Set<String> {
        let result = try await Command("qpdf", ["--check", file.string]).run()
        guard result.exitStatus != 0 else { return [] }
        let name = file.string
        let findings = result.errorLines.map { line in
            String(line).replacing(name, with: "FILE").replacing(#/ ?\(?(?:at )?offset \d+\)?/#, with: "")
        }
        return Set(findings.isEmpty ? ["exit status \(result.exitStatus)"] : findings)
    }

    package static func isClean(_ file: FilePath) async throws -> Bool {
        try await findings(in: file).isEmpty
    }

    /// The object, or `trailer`, as qpdf unparses it.
    package static func show(_ object: String, in file: FilePath) async throws -> String {
        let result = try await Command("qpdf", ["--show-object=\(object)", file.string]).run()
        guard result.exitStatus == 0 || result.exitStatus == 3 else { throw ReaderError(reader: "qpdf", result) }
        return result.outputText
    }

    package static func pageCount(of file: FilePath) async throws -> Int {
        let result = try await Command("qpdf", ["--show-npages", file.string]).run()
        guard let count = Int(result.outputText.filter(\.isNumber)) else { throw ReaderError(reader: "qpdf", result) }
        return count
    }
}
