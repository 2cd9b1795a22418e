import SystemPackage
import TestSupport
import Testing

/// A document that another program certified behind an unfinished save of ours (invariant 8).
@Suite(.enabled(if: PyHanko.isInstalled, "\(PyHanko.isMissing)"))
struct ForeignSignatureTests {
    @Test(arguments: TestScope.isShort ? [300] : [300, 40, 700], ["", "\0", "text behind it", "\n\n"])
    func `A certified revision behind an unfinished save stays valid, and is annotated`(
        missing: Int, end: String
    ) async throws {
        try await withTemporaryDirectory { directory in
            let original = try Fixture.named("table.pdf").copy(into: directory)
            try await expectSuccess(Self.square(original, "lost"))
            let torn = directory.appending("torn.pdf")
            try torn.write(Array(original.readBytes().dropLast(missing)))
            let file = directory.appending("certified.pdf")
            try await PyHanko.certify(torn, to: file)
            try file.write(file.readBytes() + Array(end.utf8))
            let certified = try file.readBytes()
            #expect(try certified.starts(with: torn.readBytes()))

            let summary = try await CapturedProgram.run("open", file.string).outputText
            #expect(!summary.contains("unfinished"))
            _ = try await CapturedProgram.run("restore", file.string, "--revision", "2")
            #expect(try file.readBytes() == certified)
            try await expectSuccess(Self.square(file, "kept"))
            #expect(try file.readBytes().starts(with: certified))
            let signature = try #require(try await PyHanko.judge([file])[file]?.first)
            #expect(signature.isIntact == true && signature.isValid == true)
            #expect(signature.annotationChange == PyHanko.Change("ANNOTATIONS", isAllowed: true))
        }
    }

    private func expectSuccess(_ arguments: [String]) async throws {
        let result = try await CapturedProgram.run(arguments)
        #expect(result.exitStatus == 0, "\(result.errorText)")
    }

    private static func square(_ file: FilePath, _ name: String) -> [String] {
        ["annotate", "square", file.string, "--rect", "10,10,50,50", "--name", name, "--save", "--method", "append"]
    }
}
