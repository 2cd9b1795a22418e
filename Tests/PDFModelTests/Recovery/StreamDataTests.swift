import Testing

@testable import PDFModel

@Suite struct StreamDataTests {
    private func data(_ text: String, length: Int?, block: Int = 1) -> String? {
        Array(text.utf8).withUnsafeBytes { bytes in
            var reader = SyntaxReader(bytes, at: 0)
            return reader.streamData(length: length, block: block).map { String(decoding: bytes[$0], as: UTF8.self) }
        }
    }

    @Test(arguments: [3, nil, 0, 1, 2, 7, 17, 1_000_000, -1, Int.max] as [Int?])
    func `The length counts where the keyword follows, else the keyword`(length: Int?) {
        #expect(data("stream\nabc\nendstream\nendobj", length: length) == "abc")
        #expect(data(" stream\r\nabc\r\nendstream endobj", length: length) == "abc")
        #expect(data("stream\nabc\nendobj", length: length) == "abc")
    }

    @Test func `White space may be data`() {
        #expect(data("stream\nab \n\nendstream", length: 4) == "ab \n")
        #expect(data("stream\nabc\r\nendstream", length: nil) == "abc\r")
        #expect(data("stream\n\nendstream", length: 0) == "")
        #expect(data("stream\nendstream", length: nil) == "")
    }

    @Test func `White space is data where blocks tell`() {
        #expect(data("stream\nabc\nendstream", length: nil, block: 4) == "abc\n")
        #expect(data("stream\nabcd\nendstream", length: nil, block: 4) == "abcd")
        #expect(data("stream\r\nab\r\nendstream", length: nil, block: 4) == "ab\r\n")
        #expect(data("stream\r\nabcd\r\nendstream", length: nil, block: 4) == "abcd")
    }

    @Test func `Words in the data do not end it where the length is right`() {
        #expect(data("stream\nan endstream here\nendstream", length: 17) == "an endstream here")
    }

    @Test func `A file that ends in a stream ends the data`() {
        #expect(data("stream\nabc\nend", length: 200) == "abc\nend")
        #expect(data("stream", length: 0) == "")
        #expect(data("endobj", length: 0) == nil)
    }
}
