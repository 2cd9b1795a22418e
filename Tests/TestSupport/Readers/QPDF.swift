import FoundationEssentials
package import SystemPackage

/// What qpdf sees in a file.
package enum QPDF {
    /// The errors and warnings of `qpdf --check`, without the file's name and without offsets, which differ between
    /// two versions of a file that have the same faults. Empty: the file is clean.
    package static func findings(in file: FilePath, password: String? = nil) async throws -> Set<String> {
        let result = try await Command("qpdf", ["--check"] + options(password) + [file.string]).run()
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

    /// Every object, decrypted, as JSON; strings as text where they are text.
    package static func objects(of file: FilePath, password: String? = nil) async throws -> String {
        let arguments = ["--json=2", "--json-key=qpdf", "--json-stream-data=none"] + options(password) + [file.string]
        let result = try await Command("qpdf", arguments).run()
        guard result.exitStatus == 0 || result.exitStatus == 3 else { throw ReaderError(reader: "qpdf", result) }
        return result.outputText
    }

    /// Whether whoever the password opens the document as may not annotate it.
    package static func isRestricted(_ file: FilePath, password: String) async throws -> Bool {
        let result = try await Command("qpdf", ["--show-encryption"] + options(password) + [file.string]).run()
        guard result.exitStatus == 0 || result.exitStatus == 3 else { throw ReaderError(reader: "qpdf", result) }
        let text = result.outputText
        return text.contains("modify annotations: not allowed") && !text.contains("password is owner password")
    }

    private static func options(_ password: String?) -> [String] { password.map { ["--password=\($0)"] } ?? [] }

    /// The number of pages that the root of the tree states.
    package static func pageCount(of file: FilePath, password: String? = nil) async throws -> Int {
        let result = try await Command("qpdf", ["--show-npages"] + options(password) + [file.string]).run()
        guard let count = Int(result.outputText.filter(\.isNumber)) else { throw ReaderError(reader: "qpdf", result) }
        return count
    }

    /// The number of pages that it finds in the tree.
    package static func shownPageCount(of file: FilePath) async throws -> Int {
        let result = try await Command("qpdf", ["--show-pages", file.string]).run()
        guard result.exitStatus == 0 || result.exitStatus == 3 else { throw ReaderError(reader: "qpdf", result) }
        return result.outputText.split(separator: "\n").count { $0.hasPrefix("page ") }
    }
}
