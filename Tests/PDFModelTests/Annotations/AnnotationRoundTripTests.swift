import FoundationEssentials
import Testing

@testable import PDFModel

@Suite struct AnnotationRoundTripTests {
    @Test(arguments: Annotation.supportedSubtypes, [0, 90, 180, 270])
    func `What is written reads back equal`(subtype: String, rotation: Int) throws {
        let page = SampleAnnotations.page(rotation: rotation)
        for seed in 0..<50 {
            var samples = SampleAnnotations(seed: UInt64(seed))
            let written = try samples.annotation(subtype).validated(on: page)
            let bytes = ObjectWriter.bytes(of: .dictionary(written.entries()))
            let entries = try bytes.withUnsafeBytes { bytes in
                var reader = SyntaxReader(bytes, at: 0)
                return try #require(reader.object()?.dictionaryValue)
            }
            let read = try #require(Annotation(reading: entries, page: 1) { $0 })
            #expect(read == written)
            #expect(read.hasSameContent(as: written))
        }
    }

    @Test(arguments: Annotation.supportedSubtypes)
    func `Validating twice changes nothing`(subtype: String) throws {
        for (seed, rotation) in zip(0..<40, [0, 90, 180, 270].repeated(10)) {
            let page = SampleAnnotations.page(rotation: rotation)
            var samples = SampleAnnotations(seed: UInt64(seed))
            let once = try samples.annotation(subtype).validated(on: page)
            #expect(try once.validated(on: page) == once)
        }
    }

    @Test(arguments: Annotation.supportedSubtypes)
    func `The JSON form reads back equal`(subtype: String) throws {
        let page = SampleAnnotations.page()
        for seed in 0..<50 {
            var samples = SampleAnnotations(seed: UInt64(seed))
            let annotation = try samples.annotation(subtype).validated(on: page)
            let json = try JSONEncoder().encode(annotation)
            #expect(try JSONDecoder().decode(Annotation.self, from: json) == annotation)
        }
    }

    @Test(arguments: Annotation.supportedSubtypes)
    func `What differs is not the same content`(subtype: String) throws {
        var samples = SampleAnnotations(seed: 7)
        let annotation = try samples.annotation(subtype).validated(on: SampleAnnotations.page())
        var renamed = annotation
        renamed.name = "other"
        renamed.modificationDate = nil
        #expect(renamed.hasSameContent(as: annotation))
        var changed = annotation
        changed.contents = "something else"
        #expect(!changed.hasSameContent(as: annotation))
    }
}

extension Array {
    fileprivate func repeated(_ count: Int) -> [Element] { (0..<count).flatMap { _ in self } }
}
