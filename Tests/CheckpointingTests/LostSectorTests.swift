import SystemPackage
import Testing

@testable import Checkpointing

/// What a power cut leaves of a log where later bytes of a write reached the disk and earlier ones did not.
struct LostSectorTests {
    private static let header = CheckpointHeader(path: "/documents/a.pdf", base: String(repeating: "base ", count: 100))

    /// A log with so many changes, and its length after each of them, from the first.
    private static func log(changes count: Int) -> (bytes: [UInt8], ends: [Int]) {
        var log = LogBytes(beginningUnder: header)
        var ends: [Int] = []
        for number in 0..<count {
            log.add(.change, 1, Array("{\(String(repeating: "\(number)", count: 700))}".utf8))
            ends.append(log.bytes.count)
        }
        return (log.bytes, ends)
    }

    /// The bytes with zeros for every run of sectors of what was written last, from `start` on.
    private static func torn(_ bytes: [UInt8], from start: Int) -> [[UInt8]] {
        let borders = [start] + stride(from: (start / 512 + 1) * 512, to: bytes.count, by: 512) + [bytes.count]
        return borders.indices.flatMap { first in
            borders[(first + 1)...].map { end in
                var torn = bytes
                for place in borders[first]..<end { torn[place] = 0 }
                return torn
            }
        }
    }

    @Test func `A first change of which any sectors are lost counts as none`() throws {
        let (bytes, _) = Self.log(changes: 1)
        for torn in Self.torn(bytes, from: 0) {
            let contents = try CheckpointContents(torn)
            #expect(contents.header == nil && !contents.isDamaged)
        }
    }

    @Test func `Of a change of which any sectors are lost, those before it remain`() throws {
        let (bytes, ends) = Self.log(changes: 3)
        for torn in Self.torn(bytes, from: ends[1]) {
            let contents = try CheckpointContents(torn)
            #expect(contents.header == Self.header && !contents.isDamaged)
            #expect(contents.validLength == ends[1])
        }
    }

    @Test func `Zeros in changes that had others behind them are damage`() throws {
        let (bytes, ends) = Self.log(changes: 4)
        var damaged = bytes
        for place in (ends[0] / 512 + 1) * 512..<(ends[0] / 512 + 2) * 512 { damaged[place] = 0 }
        let contents = try CheckpointContents(damaged)
        #expect(contents.isDamaged && contents.validLength == ends[0])
    }
}
