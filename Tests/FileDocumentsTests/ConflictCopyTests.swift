import FileDocuments
import FoundationEssentials
import SystemPackage
import TestSupport
import Testing

struct ConflictCopyTests {
    @Test(arguments: [[UInt8](repeating: 0x78, count: 251), [UInt8](repeating: 0xFF, count: 251), [0x61, 0xFF]])
    func `A copy has the document's name, as far as it fits beside when that was`(stem: [UInt8]) throws {
        let bytes = (Array("/d/".utf8) + stem + Array(".pdf".utf8)).map { CChar(bitPattern: $0) } + [0]
        let document = FilePath(platformString: bytes)
        let (path, tries) = try ConflictCopy.write(of: document, at: Date(timeIntervalSince1970: 1_725_192_000)) {
            path throws(DocumentError) in
            guard path.string.hasSuffix(" (conflict 2024-09-01 12.00.00 3).pdf") else {
                throw DocumentError(.fileExists, path)
            }
            return path.length
        }
        #expect(tries == path.length && path.length == min(3 + 255, 3 + stem.count + 37))
        #expect(path.removingLastComponent() == "/d")
    }
}
