import Mutations
import TestSupport
import Testing

@testable import PDFModel

/// Whatever is wrong with a file, a repair is sound or an error.
@Suite struct RepairedDamageTests {
    @Test(arguments: ["table.pdf", "stream.pdf", "hybrid.pdf", "revisions.pdf", "foreign-annotations.pdf"])
    func `Random damage is repaired or refused`(name: String) throws {
        let original = try Fixture.bytes(name)
        var repaired = 0
        for seed in 0..<TestScope.count(120) {
            var mutation = Mutation(seed: UInt64(seed))
            // Whatever else was changed: without its end, a file needs repair.
            if try repair(mutation.apply(to: original).dropLast(30)) { repaired += 1 }
        }
        #expect(repaired > TestScope.count(30))
    }

    @Test(arguments: ["table.pdf", "stream.pdf", "report.pdf"])
    func `A file cut at any byte is repaired or refused`(name: String) throws {
        let original = try Fixture.bytes(name)
        var repaired = 0
        for count in stride(from: 0, to: original.count, by: 7 * TestScope.step) {
            if try repair(original.prefix(count)) { repaired += 1 }
        }
        #expect(repaired > 0)
    }

    /// Whether a square could be added to the file and a strict reading finds it.
    private func repair(_ bytes: ArraySlice<UInt8>) throws -> Bool {
        let file: PDFFile
        let increment: Increment
        do throws(PDFError) {
            file = try PDFFile(Array(bytes), for: .repairing)
            increment = try PDFModelTests.increment(file, adding: .square("new"))
        } catch {
            return false
        }
        do throws(PDFError) {
            let finished = try PDFFile(file.appending(increment))
            try increment.verify(in: finished)
            try increment.verifyPages(in: finished, of: file)
            try finished.checkSoundness()
            return true
        } catch {
            return false
        }
    }
}
