import Mutations
import TestSupport
import Testing

@testable import PDFModel

/// Whatever the bytes are, reading and editing them ends with a result or an error.
@Suite struct DamagedFileTests {
    @Test(
        .examples(500),
        arguments: try Fixture.names() + ["encrypted.pdf", "certified.pdf", "damaged-startxref.pdf", "truncated.pdf"])
    func `Random damage is an error or harmless`(name: String) throws {
        let original = try Fixture.bytes(name)
        var edited = 0
        for seed in 0..<TestScope.count(250) {
            var mutation = Mutation(seed: UInt64(seed))
            let bytes = mutation.apply(to: original)
            look(at: bytes)
            if try edit(bytes) { edited += 1 }
        }
        let isProtected = ["encrypted.pdf", "certified.pdf", "damaged-startxref.pdf", "truncated.pdf"].contains(name)
        #expect(edited > 0 || isProtected, "some damage is harmless, so that editing is tried as well")
    }

    @Test func `Nothing, little and noise are errors`() {
        var generator = SeededGenerator(state: 1)
        for count in 0..<200 {
            let noise = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
            #expect(throws: PDFError.self) { try PDFFile(noise).pageCount() }
            #expect(throws: PDFError.self) { try PDFFile(noise, for: .reading).pageCount() }
            look(at: Array("%PDF-1.7\n".utf8) + noise + Array("startxref\n\(count)\n%%EOF".utf8))
        }
    }

    @Test(.examples(400), arguments: ["table.pdf", "stream.pdf", "foreign-annotations.pdf"])
    func `A file cut at any byte is an error or harmless`(name: String) throws {
        let original = try Fixture.bytes(name)
        for count in stride(from: 0, to: original.count, by: TestScope.step) {
            look(at: Array(original.prefix(count)))
            _ = try edit(Array(original.prefix(count)))
        }
    }

    /// Asks a file all that can be asked; errors are expected.
    private func look(at bytes: [UInt8]) {
        guard let file = try? PDFFile(bytes, for: .reading) else { return }
        Examples.found()
        _ = file.revisions()
        _ = file.crossReferenceKind()
        _ = (file.version, file.isLinearized)
        _ = try? file.encryption()
        _ = try? file.signatureFields()
        _ = try? file.certificationLevel()
        _ = try? file.annotations()
        _ = try? file.annotationCount()
        _ = try? file.annotations(onPages: .first)
    }

    /// Adds, changes and removes annotations; whether the file let itself be edited.
    private func edit(_ bytes: [UInt8]) throws -> Bool {
        let file: PDFFile
        let increment: Increment
        do throws(PDFError) {
            file = try PDFFile(bytes)
            var editor = try AnnotationEditor(file, now: .fixed)
            _ = try editor.add(.square("new"))
            var change = AnnotationChange()
            change.contents = "changed"
            for name in ["note", "note-1", "note-2"] {
                _ = try? editor.update(name, onPages: [1], with: change)
                _ = try? editor.remove(name, onPages: [1])
            }
            increment = try editor.increment()
        } catch {
            return false
        }
        // What was written for a file that was read must stand at the end of it, whatever the file is worth.
        let finished = try? PDFFile(file.appending(increment))
        let isWritten = finished.map { finished in (try? increment.verify(in: finished)) != nil } ?? false
        return isWritten
    }
}
