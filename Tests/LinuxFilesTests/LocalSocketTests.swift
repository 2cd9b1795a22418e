import LinuxFiles
import Testing

@Suite struct LocalSocketTests {
    @Test func `What the other end sent arrives, even if it closed without reading`() throws {
        let near = try nearEnd()
        #expect(try received(near) == [[1], [2], nil])
    }

    /// One end of a connection whose other end has said two messages and gone, while a message to it was on its way.
    private func nearEnd() throws -> LocalSocket {
        let (near, far) = try LocalSocket.pair()
        try near.send([0])
        try far.send([1])
        try far.send([2])
        return near
    }

    private func received(_ socket: LocalSocket) throws -> [[UInt8]?] {
        try (0..<3).map { _ in
            switch try socket.receive() {
            case .message(let bytes, _): bytes
            case .nothingYet: [0]
            case .end: nil
            }
        }
    }
}
