import Mutations
import SystemPackage
import TestSupport
import Testing

@testable import Checkpointing

struct UndoTests {
    @Test func `Changes are taken back and made again, until a new one comes`() async throws {
        try await Scene.useInMemory { scene in
            let log = try scene.store.log(scene.identifier)
            #expect(try log.undo() == 0)
            #expect(try log.redo() == 0)
            for change in ["a", "b", "c"] { try log.record(change) }
            #expect(try log.undo(2) == 2)
            #expect(log.contents.texts == ["a"])
            #expect(log.contents.undoneTexts == ["b", "c"])
            #expect(try log.redo() == 1)
            #expect(log.contents.texts == ["a", "b"])
            #expect(try log.undo(10) == 2)
            #expect(log.contents.editCount == 0)
            try log.record("d")
            #expect(try log.redo(10) == 0)
            #expect(log.contents.texts == ["d"])
        }
    }

    /// A log does what two arrays do, whatever happens to it in between.
    @Test(arguments: 1...6) func `Whatever is done in whatever order, the log says what a simple model says`(
        seed: UInt64
    ) async throws {
        try await Scene.useInMemory { scene in
            var random = SeededGenerator(state: seed)
            var (applied, undone): ([String], [String]) = ([], [])
            var saving: String?
            var log: CheckpointLog?
            var compactions = 0
            for step in 0..<250 {
                // Closed first: it would wait for itself.
                if Int.random(in: 0..<10, using: &random) == 0 { log = nil }
                let current = if let log { log } else { try scene.store.log(scene.identifier) }
                log = current
                current.toleratedRecords = 12
                let useless = current.contents.compactableRecords
                switch Int.random(in: 0...10, using: &random) {
                case 0...3:
                    try current.record("\(step)")
                    applied.append("\(step)")
                    (undone, saving) = ([], nil)
                case 4...6:
                    let count = Int.random(in: 1...3, using: &random)
                    #expect(try current.undo(count) == min(count, applied.count))
                    if !applied.isEmpty { saving = nil }
                    let taken = applied.suffix(count)
                    applied.removeLast(taken.count)
                    undone = taken + undone
                case 7...9:
                    let count = Int.random(in: 1...3, using: &random)
                    #expect(try current.redo(count) == min(count, undone.count))
                    if !undone.isEmpty { saving = nil }
                    applied += undone.prefix(count)
                    undone.removeFirst(min(count, undone.count))
                default:
                    try current.noteSaving(as: "state \(step)")
                    if current.contents.header != nil { saving = "state \(step)" }
                }
                let contents = current.contents
                if useless > 0, contents.compactableRecords == 0 { compactions += 1 }
                #expect(contents.texts == applied)
                #expect(contents.undoneTexts == undone)
                #expect(contents.saving == saving)
                if step % 25 == 24 {
                    let read = try CheckpointContents(scene.path.readBytes())
                    #expect(read.texts == applied && read.undoneTexts == undone && read.saving == saving)
                }
            }
            #expect(compactions > 0)
        }
    }

    /// What takes a saved change back comes before what can be redone, and is withdrawn alone.
    @Test(arguments: 1...6) func `Taking saved changes back leaves what can be redone`(seed: UInt64) async throws {
        try await Scene.useInMemory { scene in
            var random = SeededGenerator(state: seed)
            var (backs, settled): ([String], Int) = ([], 0)
            var (applied, undone): ([String], [String]) = ([], [])
            var log: CheckpointLog?
            for step in 0..<250 {
                if Int.random(in: 0..<10, using: &random) == 0 { log = nil }
                let current = if let log { log } else { try scene.store.log(scene.identifier) }
                log = current
                current.toleratedRecords = 12
                switch Int.random(in: 0...9, using: &random) {
                case 0...2:
                    try current.record("\(step)")
                    (applied, undone, settled) = (applied + ["\(step)"], [], backs.count)
                case 3...5:
                    #expect(try current.undo() == min(1, applied.count))
                    if let last = applied.popLast() { undone.insert(last, at: 0) }
                case 6:
                    #expect(try current.redo() == min(1, undone.count))
                    if !undone.isEmpty { applied.append(undone.removeFirst()) }
                case 7, 8:
                    guard applied.isEmpty else { break }
                    try current.record("back \(step)", takesBack: true)
                    backs.append("back \(step)")
                default:
                    let canWithdraw = applied.isEmpty && backs.count > settled
                    #expect(try current.withdraw() == canWithdraw)
                    if canWithdraw { backs.removeLast() }
                }
                let contents = current.contents
                #expect(contents.texts == backs + applied)
                #expect(contents.undoneTexts == undone)
                #expect(contents.undoableCount == applied.count)
                #expect(contents.editCount == backs.count + applied.count)
                if step % 10 == 9, let header = contents.header {
                    let read = try CheckpointContents(contents.compacted(under: header))
                    #expect(read.texts == backs + applied && read.undoneTexts == undone)
                    #expect(read.canWithdraw == (applied.isEmpty && backs.count > settled))
                }
            }
        }
    }

    @Test func `A log that grew by undoing alone becomes small again by itself`() async throws {
        try await Scene.useInMemory { scene in
            let log = try scene.store.log(scene.identifier)
            log.toleratedRecords = 100
            try log.record("a")
            let size = try scene.path.readBytes().count
            for _ in 0..<60 { _ = (try log.undo(), try log.redo()) }
            #expect(try scene.path.readBytes().count < size + 100 * 20)
            #expect(log.contents.texts == ["a"])
            try log.park()
            #expect(try scene.names() == [scene.identifier.fileName.string])
        }
    }
}
