import SystemPackage
import Testing

@testable import FileCoordination

/// The bytes that processes exchange.
struct PresenterMessageTests {
    /// A name that is not text.
    private static let strange = FilePath(platformString: [0x2F, CChar(bitPattern: 0xFF), 0x0A, 0x20, 0])

    static let messages: [PresenterMessage] = [
        .access(purpose: "a purpose"), .access(purpose: "one", answering: ["two", "three"]),
        .request(.relinquishToReader), .request(.relinquishToWriter), .request(.save),
        .request(.accommodateDeletion), .request(.accommodateSubitemDeletion(strange)), .answer,
        .moved(from: strange, to: "/b"), .changed(strange), .acknowledged, .done, .failed(reason: "no room, 2 > 1\n"),
        .version(VersionEvent(kind: .resolved, version: FileVersionIdentifier(rawValue: "ä")), of: strange),
    ]

    @Test(arguments: messages) func `A message is read as it was written`(message: PresenterMessage) {
        #expect(PresenterMessage(bytes: message.bytes) == message)
    }

    @Test(arguments: ["", "save\0more", "pdfco-presenter 2\0purpose", "moved\0/a", "gained", "unknown\0/a\0b"])
    func `What no program of this version says is not understood`(text: String) {
        #expect(PresenterMessage(bytes: Array(text.utf8)) == nil)
    }

    @Test func `A long reason is cut, so that it fits into a message`() {
        let message = PresenterMessage.failed(reason: String(repeating: "x", count: 100_000))
        #expect(message.bytes.count < 5000)
    }
}
