/// The checksum of a record: CRC-32C, the cyclic redundancy check with the polynomial of Castagnoli (RFC 3720, 12.1),
/// eight bytes at a time ("slicing by 8").
package enum CRC32C {
    private static let tables: [UInt32] = {
        var tables = [UInt32](repeating: 0, count: 8 * 256)
        for byte in 0..<256 {
            tables[byte] = (0..<8).reduce(UInt32(byte)) { crc, _ in crc & 1 == 0 ? crc >> 1 : (crc >> 1) ^ 0x82F6_3B78 }
        }
        for index in 256..<tables.count {
            let before = tables[index - 256]
            tables[index] = (before >> 8) ^ tables[Int(before & 0xFF)]
        }
        return tables
    }()

    /// Returns the checksum of bytes that follow others.
    ///
    /// - Parameter seed: the checksum of the bytes before; 0 at the beginning.
    package static func checksum(of bytes: UnsafeRawBufferPointer, after seed: UInt32 = 0) -> UInt32 {
        tables.withUnsafeBufferPointer { table in
            var crc = ~seed
            var place = 0
            while place + 8 <= bytes.count {
                let low = crc ^ UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self))
                let high = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self))
                crc =
                    table[0x700 + Int(low & 0xFF)] ^ table[0x600 + Int(low >> 8 & 0xFF)]
                    ^ table[0x500 + Int(low >> 16 & 0xFF)] ^ table[0x400 + Int(low >> 24)]
                    ^ table[0x300 + Int(high & 0xFF)] ^ table[0x200 + Int(high >> 8 & 0xFF)]
                    ^ table[0x100 + Int(high >> 16 & 0xFF)] ^ table[Int(high >> 24)]
                place += 8
            }
            while place < bytes.count {
                crc = (crc >> 8) ^ table[Int((crc ^ UInt32(bytes[place])) & 0xFF)]
                place += 1
            }
            return ~crc
        }
    }
}
