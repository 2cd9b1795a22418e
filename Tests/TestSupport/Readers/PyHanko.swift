import FoundationEssentials
package import SystemPackage

/// What pyHanko, a validator of signatures, makes of documents, and documents that it signs.
///
/// `make test-tools` installs it; where the package index cannot be reached, the tests that need it are skipped.
package enum PyHanko {
    private static let directory = Fixture.packageDirectory.appending(".build/pyhanko")
    private static let script = Fixture.packageDirectory.appending("Tests/TestSupport/Scripts/signatures.py")

    /// The list of what is installed is copied last.
    package static let isInstalled = (try? directory.appending("installed.txt").stat()) != nil
    package static let isMissing = "pyHanko is not installed; make test-tools tries to"

    /// What was changed since a signature was made, and whether it allows that.
    package struct Change: Decodable, Sendable, Equatable {
        package var level: String
        package var isAllowed: Bool

        package init(_ level: String, isAllowed: Bool) {
            self.level = level
            self.isAllowed = isAllowed
        }
    }

    package struct Signature: Decodable, Sendable, Equatable {
        package var field: String
        /// The signed bytes are as they were.
        package var isIntact: Bool?
        /// The signature is that of the certificate in it.
        package var isValid: Bool?
        package var coverage: String?
        /// The number of the revision that was signed, from 1.
        package var revision: Int?
        /// By pyHanko's own policy, which knows no annotations.
        package var change: Change?
        /// By the same policy and a rule for annotations that are added.
        package var annotationChange: Change?
        /// Why pyHanko cannot judge.
        package var error: String?
    }

    /// Signs copies of fixtures with a certificate that is made for it: `signatures.py` says which and how.
    package static func sign(into directory: FilePath) async throws {
        let result = try await run(["sign", Fixture.directory.string, directory.string])
        guard result.exitStatus == 0 else { throw ReaderError(reader: "signatures.py", result) }
    }

    /// Certifies a copy of a document so that it may be annotated, by appending to it, whatever its end is like.
    package static func certify(_ original: FilePath, to file: FilePath) async throws {
        let result = try await run(["certify", original.string, file.string])
        guard result.exitStatus == 0 else { throw ReaderError(reader: "signatures.py", result) }
    }

    /// Encrypts a copy of a document with a password as it was typed, which pyHanko prepares by SASLprep.
    package static func encrypt(_ original: FilePath, to file: FilePath, password: String) async throws {
        let result = try await run(["encrypt", original.string, file.string, password])
        guard result.exitStatus == 0 else { throw ReaderError(reader: "signatures.py", result) }
    }

    /// The signatures of each document, oldest first; those with a password have `user` or the empty one.
    package static func judge(_ files: [FilePath]) async throws -> [FilePath: [Signature]] {
        let result = try await run(["judge"] + files.map(\.string))
        guard result.exitStatus == 0 else { throw ReaderError(reader: "signatures.py", result) }
        let judged = try JSONDecoder().decode([String: [Signature]].self, from: Data(result.output))
        return Dictionary(uniqueKeysWithValues: judged.map { (FilePath($0), $1) })
    }

    private static func run(_ arguments: [String]) async throws -> CommandResult {
        try await Command(directory.appending("bin/python").string, ["-B", script.string] + arguments).run()
    }
}
