import SystemPackage
import TestSupport
import Testing

/// A workplace where versions are kept.
extension Workplace {
    /// One version as `open`, `restore` and `checkpoint prune` tell it with `--json`.
    struct Version: Decodable, Equatable {
        var id: String
        var file: String?
        var name: String
        var modified: String
        var conflict: Bool
        var resolved: Bool
        var bytes: Int
    }

    struct VersionListing: Decodable {
        var versions: [Version]
        var state: [String]?
    }

    func versions(of file: String = "document.pdf") async throws -> [Version] {
        (try await json("open", file) as VersionListing).versions
    }

    /// The one version that the document has.
    func version(of file: String = "document.pdf") async throws -> Version {
        let all = try await versions(of: file)
        try #require(all.count == 1, "\(all)")
        return all[0]
    }

    /// The bytes of a version, as they are kept.
    func bytes(of version: Version) throws -> [UInt8] {
        let versions = checkpoints.removingLastComponent().appending("versions")
        let names = try versions.listRecursively().filter { $0.hasSuffix("/\(version.id).pdf") }
        try #require(names.count == 1)
        return try versions.pushing(FilePath(names[0])).readBytes()
    }

    /// A document with one unsaved change, which takes the place of what somebody else has made of it since.
    static func withOverwritten(
        _ body: (Workplace, _ file: FilePath, _ theirs: [UInt8], _ ours: [UInt8]) async throws -> Void
    ) async throws {
        try await withWorkplace { place in
            let file = try place.copy("table.pdf")
            try await place.record()
            try await place.editElsewhere("square", "--rect", "1,1,9,9", "--name", "theirs")
            let theirs = try file.readBytes()
            try await place.done("save", "document.pdf", "--on-conflict", "overwrite")
            try await body(place, file, theirs, file.readBytes())
        }
    }
}
