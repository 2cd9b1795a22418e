import Testing

@testable import PDFModel

struct RC4Tests {
    /// RFC 6229, 2: the first 16 bytes of the key stream.
    @Test(
        arguments: [
            ([0x01, 0x02, 0x03, 0x04, 0x05], "b2396305f03dc027ccc3524a0a1118a8"),
            (Array(0x01...0x10), "9ac7cc9a609d1ef7b2932899cde41b97"),
        ] as [([UInt8], String)])
    func `The key stream is that of RFC 6229`(key: [UInt8], stream: String) {
        let bytes = RC4.apply(key: key, to: [UInt8](repeating: 0, count: 16))
        #expect(bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == stream)
    }

    @Test func `Applying it twice gives the text back`() {
        let text = Array("The same object, the same key".utf8)
        let key: [UInt8] = [7, 1, 4]
        #expect(RC4.apply(key: key, to: RC4.apply(key: key, to: text)) == text)
    }
}
