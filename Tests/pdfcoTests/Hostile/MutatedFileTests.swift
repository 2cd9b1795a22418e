import Mutations
import SystemPackage
import TestSupport
import Testing

/// A sample of what the fuzzer does (docs/testing.md), through the real program and other readers.
struct MutatedFileTests {
    @Test(arguments: ["table.pdf", "stream.pdf", "hybrid.pdf", "foreign-annotations.pdf", "deep-tree.pdf"])
    func `A damaged file is annotated as a sound one is, or refused`(name: String) async throws {
        let original = try Fixture.named(name).readBytes()
        try await forEachConcurrently(Array(0..<TestScope.count(12))) { seed in
            try await withTemporaryDirectory { directory in
                let file = directory.appending("mutated.pdf")
                let output = directory.appending("annotated.pdf")
                var mutation = Mutation(seed: UInt64(seed))
                var bytes = original
                mutation.change(&bytes)
                try file.write(bytes)
                let shown = try await PDFCO.run("open", file.string, "--annotations")
                if shown.exitStatus != 0 { expectRefusal(shown, 65, 77) }
                let result = try await PDFCO.run(
                    "annotate", "square", file.string, "--rect", "20,20,60,40", "-o", output.string)
                guard result.exitStatus == 0 else { return expectRefusal(result, 65, 77) }
                #expect(try output.readBytes().starts(with: bytes))
                let findings = try await QPDF.findings(in: output).subtracting(QPDF.findings(in: file))
                #expect(findings.isEmpty, "seed \(seed)")
                if findings.isEmpty { #expect(try await QPDF.pageCount(of: output) == QPDF.pageCount(of: file)) }
            }
        }
    }

    @Test func `The same seed makes the same file`() throws {
        let original = try Fixture.named("stream.pdf").readBytes()
        let files = (0..<40).map { seed in
            var mutation = Mutation(seed: UInt64(seed))
            return mutation.apply(to: original)
        }
        var again = Mutation(seed: 7)
        #expect(again.apply(to: original) == files[7])
        #expect(Set(files).count > 35)
    }
}
