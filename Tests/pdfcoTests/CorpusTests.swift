import TestSupport
import Testing

/// A test of each of several documents is skipped where the manifest has none of their kind; here that is a failure.
struct CorpusTests {
    @Test(.corpus)
    func `The corpus has documents for every test of its documents`() {
        #expect(AnnotatingTests.documents.count >= 88)
        #expect(EncryptedDocumentTests.documents.count >= 22)
        #expect(ForeignMarkup.documents.count >= 125)
        #expect(ForeignDrawingTests.documents.count >= 6)
        #expect(RefusedDocumentTests.refused.count >= 44)
        #expect(RefusedDocumentTests.disputed.count >= 11)
        #expect(RepairedCorpusTests.repairable.count >= 13)
        #expect(RepairedCorpusTests.others.count >= 21)
        #expect(SignedDocumentTests.certified.count >= 3)
        #expect(SignedDocumentTests.annotatable.count >= 8)
        #expect(SignedDocumentTests.signedCorpus.count >= 8)
    }
}
