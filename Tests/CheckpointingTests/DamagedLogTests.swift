import SystemPackage
import TestSupport
import Testing

@testable import Checkpointing

/// Invariant 5: a checkpoint cut off or damaged at any byte yields all edits before that byte, and says what was lost.
struct DamagedLogTests {
    /// A log of three changes, and where each of its records ends.
    private struct Sample {
        let changes = ["first", "{\"second\":2}", "3"]
        let bytes: [UInt8]
        let headerEnd: Int
        let ends: [Int]

        init() {
            var log = LogBytes(beginningUnder: CheckpointHeader(path: "/document.pdf", base: "base"))
            headerEnd = log.bytes.count
            var ends: [Int] = []
            for change in changes {
                log.add(.change, 1, Array(change.utf8))
                ends.append(log.bytes.count)
            }
            self.ends = ends
            bytes = log.bytes
        }

        /// The changes whose records end at or before this place.
        func changes(before place: Int) -> [String] { Array(changes.prefix(ends.count { $0 <= place })) }
    }

    private let sample = Sample()

    @Test func `Cut at any byte, it says the changes before and how much is lost, and can be continued`() async throws {
        try await Scene.useInMemory { scene in
            for cut in 0...sample.bytes.count {
                let whole = sample.changes(before: cut)
                let cutBytes = Array(sample.bytes.prefix(cut))
                let contents = try CheckpointContents(cutBytes)
                #expect(contents.texts == whole, "\(cut)")
                #expect(contents.lostBytes == cut - (sample.ends.last { $0 <= cut } ?? 0), "\(cut)")
                #expect(!contents.isDamaged, "\(cut)")
                #expect((contents.header == nil) == whole.isEmpty, "\(cut)")
                try scene.put(cutBytes)
                try scene.record("next")
                #expect(try scene.changes() == whole + ["next"], "\(cut)")
                #expect(try scene.store.contents(scene.identifier)?.lostBytes == 0)
            }
        }
    }

    @Test func `With any byte changed, it says the changes before, and no wrong one`() throws {
        for place in sample.bytes.indices {
            let old = sample.bytes[place]
            let others = [0x01, 0x02, 0x10, 0x20, 0x40, 0x80, 0xFF].map { old ^ $0 } + [0x00, 0x0A, 0x20, 0x30]
            for new in others where new != old {
                var bytes = sample.bytes
                bytes[place] = new
                guard let contents = try? CheckpointContents(bytes) else {
                    #expect(place < sample.headerEnd, "\(place) \(new)")
                    continue
                }
                #expect(place >= sample.headerEnd, "\(place) \(new)")
                #expect(contents.texts == sample.changes(before: place), "\(place) \(new)")
                #expect(contents.isDamaged, "\(place) \(new)")
                #expect(contents.lostBytes > 0)
            }
        }
    }

    @Test func `A log of one change never passes for an empty one when a byte is changed`() throws {
        let bytes = Array(sample.bytes.prefix(sample.ends[0]))
        for place in bytes.indices {
            for pattern: UInt8 in [0x01, 0x20, 0x80, 0xFF] {
                var changed = bytes
                changed[place] ^= pattern
                let contents = try? CheckpointContents(changed)
                #expect(contents == nil || contents?.isDamaged == true, "\(place)")
            }
        }
    }

    @Test func `Bytes that were cut out, doubled or exchanged are not taken for changes`() throws {
        let records = zip([sample.headerEnd] + sample.ends, sample.ends).map { Array(sample.bytes[$0..<$1]) }
        let beginning = Array(sample.bytes.prefix(sample.headerEnd))
        let exchanged = try CheckpointContents(beginning + records[1] + records[0] + records[2])
        #expect(exchanged.texts == [])
        #expect(exchanged.isDamaged)
        #expect(try CheckpointContents(beginning + records[0] + records[2]).texts == ["first"])
        #expect(try CheckpointContents(beginning + records[0] + records[0]).texts == ["first"])
    }

    @Test func `A damaged log keeps what it has: nothing is added, and it can be set aside`() async throws {
        try await Scene.use { scene in
            var bytes = sample.bytes
            bytes[sample.ends[1] + 3] ^= 1
            try scene.put(bytes)
            let log = try #require(try scene.store.existingLog(scene.identifier))
            let error = CheckpointError.damaged(scene.path, lostBytes: sample.bytes.count - sample.ends[1])
            #expect(checkpointError { () throws(CheckpointError) in try log.record("next") } == error)
            #expect(checkpointError { () throws(CheckpointError) in try log.undo() } == error)
            let rewriting = checkpointError { () throws(CheckpointError) in
                try log.rewrite(under: scene.header, adding: [], editCount: 1)
            }
            #expect(rewriting == error)
            #expect(try scene.path.readBytes() == bytes)
            #expect(try log.setAside().readBytes() == bytes)
        }
    }

    @Test func `What a power cut leaves of a new log, zeros, is no checkpoint`() async throws {
        try await Scene.use { scene in
            try scene.put([UInt8](repeating: 0, count: 5000))
            #expect(try scene.changes() == nil)
            try scene.record("a")
            #expect(try scene.changes() == ["a"])
        }
    }

    @Test func `Numbers beyond all measure do no harm`() throws {
        for count in ["999999999", "9999999999", "9223372036854775807", "99999999999999999999"] {
            var log = LogBytes(beginningUnder: CheckpointHeader(path: "/document.pdf", base: "base"))
            log.add(.change, 1, Array("a".utf8))
            let line = Array("00000000 \(count) change \(count) b\n".utf8)
            let contents = try CheckpointContents(log.bytes + line)
            #expect(contents.texts == ["a"])
            #expect(contents.isDamaged)
            log.add(.undo, LogLimits.number)
            log.add(.redo, LogLimits.number)
            #expect(try CheckpointContents(log.bytes).texts == ["a"])
        }
    }
}
