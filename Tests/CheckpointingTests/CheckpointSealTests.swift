import SystemPackage
import TestSupport
import Testing

@testable import Checkpointing

struct CheckpointSealTests {
    private let secret = [UInt8](0..<32)
    private let salt = CheckpointSeal.newSalt()
    private var seal: CheckpointSeal { CheckpointSeal(secret: secret, salt: salt) }

    @Test(arguments: [0, 1, 15, 16, 17, 300]) func `What is opened is what was sealed`(count: Int) {
        let payload = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        let sealed = seal.sealed(payload)
        #expect(seal.opened(sealed) == payload)
        #expect(!sealed.contains(0x0A))
        #expect(seal.sealed(payload) != sealed)
    }

    @Test func `Another key or another salt opens nothing`() {
        let sealed = seal.sealed(Array("secret".utf8))
        for bit in 0..<secret.count * 8 {
            var other = secret
            other[bit / 8] ^= 1 << (bit % 8)
            #expect(CheckpointSeal(secret: other, salt: salt).opened(sealed) == nil)
        }
        #expect(CheckpointSeal(secret: secret, salt: CheckpointSeal.newSalt()).opened(sealed) == nil)
        #expect(CheckpointSeal(secret: Array(secret.dropLast()), salt: salt).opened(sealed) == nil)
    }

    @Test(arguments: [0, 1, 2, 50]) func `Nothing is opened of which a bit was changed or a part is missing`(count: Int)
    {
        let sealed = seal.sealed([UInt8](repeating: 7, count: count))
        for bit in 0..<sealed.count * 8 {
            var changed = sealed
            changed[bit / 8] ^= 1 << (bit % 8)
            #expect(seal.opened(changed) == nil, "\(bit)")
        }
        for length in 0..<sealed.count { #expect(seal.opened(Array(sealed.prefix(length))) == nil) }
        #expect(seal.opened(sealed + [0x0A]) == nil)
    }

    @Test func `Salts are sixteen bytes and never the same`() {
        let salts = (0..<100).map { _ in CheckpointSeal.newSalt() }
        #expect(Set(salts).count == 100)
        #expect(salts.allSatisfy { $0.wholeMatch(of: #/[0-9a-f]{32}/#) != nil })
    }

    @Test func `Of a sealed change nothing stands in the file, nor of another that says the same`() async throws {
        try await Scene.use { scene in
            let secretText = "Confidential contents"
            let header = CheckpointHeader(path: "/document.pdf", base: "base", salt: salt)
            let log = try scene.store.log(scene.identifier)
            for _ in 0..<2 {
                try log.record(seal.sealed(Array(secretText.utf8)), editCount: 1, under: header)
            }
            let text = String(decoding: try scene.path.readBytes(), as: UTF8.self)
            #expect(!text.contains("onfidential") && !text.contains("contents"))
            let sealed = log.contents.appliedChanges.map(\.payload)
            try #require(sealed.count == 2)
            #expect(sealed[0] != sealed[1])
            for record in sealed { #expect(seal.opened(record) == Array(secretText.utf8)) }
        }
    }
}
