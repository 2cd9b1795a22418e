import TestSupport

/// Streams that are not what they say.
enum HostileStream {
    /// An object stream of a sound document's three objects, whatever the entries make of it.
    static func objects(_ entries: String) -> [UInt8] {
        let bodies = [
            "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] >>",
        ]
        let offsets = [0, bodies[0].utf8.count + 1, bodies[0].utf8.count + bodies[1].utf8.count + 2]
        let header = "1 \(offsets[0]) 2 \(offsets[1]) 3 \(offsets[2])".utf8
        return stream("/Type /ObjStm \(entries)", Array(header) + Array((" " + bodies.joined(separator: " ")).utf8))
    }

    /// 200 KB that unpack to four gigabytes.
    static func bomb(_ entries: String) -> [UInt8] {
        stream("\(entries) /Filter [/FlateDecode /FlateDecode]", unpackingToGigabytes)
    }

    static func stream(_ entries: String, _ data: [UInt8]) -> [UInt8] {
        Array("<< \(entries) /Length \(data.count) >>\nstream\n".utf8) + data + Array("\nendstream".utf8)
    }

    /// Deflated data (RFC 1951) of deflated data. The inner are 258 zeros in every 13 bits; they repeat every 13 bytes, so that
    /// the outer are 258 bytes of them in every 15 bits.
    private static let unpackingToGigabytes: [UInt8] = {
        // Eight times length 258 (code 11000101), distance 1 (code 00000).
        var inner = BitWriter()
        for _ in 0..<8 { inner.code(0b1100_0101_00000, 13) }
        var outer = BitWriter()
        outer.header()
        // What comes before the first copy: the inner stream's own header, one literal zero, and a period of it.
        var start = BitWriter()
        start.header()
        start.code(0b0011_0000, 8)
        for _ in 0..<64 { start.code(0b1100_0101_00000, 13) }
        let period = start.bytes
        for byte in period { outer.literal(byte) }
        // Length 258, distance 13 (code 00111 and two extra bits, both 0).
        for _ in 0..<110_000 { outer.code(0b1100_0101_00111_00, 15) }
        return outer.bytes
    }()
}

/// Bits from the lowest of each byte up, as RFC 1951 packs them.
private struct BitWriter {
    private(set) var bytes: [UInt8] = []
    private var free = 0

    /// The header of RFC 1950, and of one block with fixed codes.
    mutating func header() {
        bytes = [0x78, 0x9C]
        bit(1)
        bit(1)
        bit(0)
    }

    /// A code, its first bit first.
    mutating func code(_ code: Int, _ length: Int) {
        for position in (0..<length).reversed() { bit(code >> position & 1) }
    }

    mutating func literal(_ byte: UInt8) {
        byte < 144 ? code(0x30 + Int(byte), 8) : code(0x190 + Int(byte) - 144, 9)
    }

    private mutating func bit(_ bit: Int) {
        if free == 0 {
            bytes.append(0)
            free = 8
        }
        bytes[bytes.count - 1] |= UInt8(bit << (8 - free))
        free -= 1
    }
}
