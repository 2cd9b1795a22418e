import Mutations
import TestSupport
import Testing

@testable import PDFModel

struct ImageTests {
    private static let names = [
        "rgb.png", "rgba16.png", "interlaced.png", "palette.png", "gray1.png", "rgb.jpg", "cmyk.jpg", "turned.jpg",
    ]

    @Test(arguments: names) func `A damaged image is refused, or read as far as it is whole`(name: String) throws {
        let whole = try Fixture.named("images/\(name)").readBytes()
        _ = try EmbeddedImage(whole)
        var refused = 0
        for seed in TestScope.seeds() {
            var mutation = Mutation(seed: seed)
            do throws(PDFError) { _ = try EmbeddedImage(mutation.apply(toSource: whole)) } catch {
                guard case .invalidAnnotation(let reason) = error else { throw error }
                #expect(reason.hasPrefix("the image "), "\(reason)")
                refused += 1
            }
        }
        #expect(refused > 0)
    }

    @Test func `A file of another kind, or of no pixels, is no image`() {
        for bytes: [UInt8] in [[], Array("GIF89a".utf8), [0xFF, 0xD8], [0x89, 0x50, 0x4E, 0x47]] {
            #expect(throws: PDFError.self) { try EmbeddedImage(bytes) }
        }
    }
}
