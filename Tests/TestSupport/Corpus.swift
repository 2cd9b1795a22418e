import FoundationEssentials
package import SystemPackage

/// The test documents of the directory that `PDFCO_CORPUS` names: real files of other projects, with a `MANIFEST.tsv`
/// that says of each what must happen to it; for `make test-all` alone.
package enum Corpus {
    package static let directory =
        TestScope.isShort ? nil : ProcessInfo.processInfo.environment["PDFCO_CORPUS"].map { FilePath($0) }

    /// The directory of files of other formats beside the corpus; `nil` where there is none, as in a Debian that sees only the corpus.
    package static let formats = directory.map { $0.removingLastComponent().appending("formats") }.flatMap {
        FileManager.default.fileExists(atPath: $0.string) ? $0 : nil
    }

    /// Every document of the manifest; none where there is no corpus.
    package static let documents: [CorpusDocument] = {
        guard let directory, let bytes = try? directory.appending("MANIFEST.tsv").readBytes() else { return [] }
        let rows = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map {
            $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
        guard let header = rows.first else { return [] }
        return rows.dropFirst().map { row in
            CorpusDocument(directory: directory, columns: Dictionary(uniqueKeysWithValues: zip(header, row)))
        }
    }()
}

/// One row of the manifest.
package struct CorpusDocument: Sendable, CustomStringConvertible {
    package enum Expectation: String, Sendable { case annotate, password, refuse, either }

    package var name: String
    package var path: FilePath
    package var expectation: Expectation
    package var tags: Set<String>
    /// What opens an encrypted document, empty for many; `nil` where nobody knows.
    package var password: String?
    /// What opens it as its owner, where the notes tell.
    package var ownerPassword: String?
    /// Whether an annotation can be added by an incremental update without repairing the file first: MuPDF did so, or
    /// qpdf finds nothing wrong with the file.
    package var isExtensible: Bool
    /// Whether MuPDF had to repair the file before it could add an annotation, or could not add one.
    package var needsRepair: Bool

    init(directory: FilePath, columns: [String: String]) {
        name = columns["file"] ?? ""
        path = directory.appending(name)
        expectation = columns["expect"].flatMap(Expectation.init) ?? .either
        tags = Set((columns["tags"] ?? "").split(separator: " ").map(String.init))
        let isKnown = expectation != .password || columns["password"]?.isEmpty == false
        password = isKnown && expectation != .refuse ? columns["password"] : nil
        ownerPassword = columns["note"]?.firstMatch(of: #/owner password (\w+)/#).map { String($0.1) }
        needsRepair = columns["ref_incr"] != "ok"
        isExtensible = !needsRepair || columns["qpdf_check"] == "0"
    }

    /// Encrypted, by whatever handler.
    package var isEncrypted: Bool { tags.contains("encrypted") || tags.contains("pubkey") || expectation == .password }
    /// Certified, so that its author decided what may be changed.
    package var isCertified: Bool { tags.contains("docmdp") }

    package var description: String { name }
}
