import LinuxFiles
import SystemPackage
import TestSupport
import Testing

@testable import Checkpointing

@Suite(.enabled("only root may mount") { try await MountedDisk.small.isPermitted() })
struct FullDiskTests {
    private static func isNoSpace(_ error: CheckpointError?) -> Bool {
        if case .systemCall(let cause) = error { Errno(rawValue: cause.errno) == .noSpace } else { false }
    }

    @Test func `A change for which there is no room leaves the log as it was`() async throws {
        try await MountedDisk.small.use { disk in
            let scene = Scene(in: disk)
            try scene.record("a", "b")
            let before = try scene.path.readBytes()
            let log = try #require(try scene.store.existingLog(scene.identifier))
            let large = [UInt8](repeating: 0x78, count: 2 * MountedDisk.smallSize)
            for _ in 0..<2 {
                let error = checkpointError { () throws(CheckpointError) in
                    try log.record(large, editCount: 1, under: scene.header)
                }
                #expect(Self.isNoSpace(error), "\(String(describing: error))")
                #expect(try scene.path.readBytes() == before)
                #expect(log.contents.texts == ["a", "b"])
            }
            let rewriting = checkpointError { () throws(CheckpointError) in
                try log.rewrite(under: scene.header, adding: large, editCount: 1)
            }
            #expect(Self.isNoSpace(rewriting), "\(String(describing: rewriting))")
            #expect(try scene.path.readBytes() == before)
            try log.record("c")
            _ = consume log
            #expect(try scene.names() == [scene.identifier.fileName.string])
            #expect(try scene.changes() == ["a", "b", "c"])
        }
    }

    @Test func `A first change for which there is no room leaves no log`() async throws {
        try await MountedDisk.small.use { disk in
            let scene = Scene(in: disk)
            let large = [UInt8](repeating: 0x78, count: 2 * MountedDisk.smallSize)
            let error = checkpointError { () throws(CheckpointError) in
                try scene.store.log(scene.identifier).record(large, editCount: 1, under: scene.header)
            }
            #expect(Self.isNoSpace(error), "\(String(describing: error))")
            #expect(try scene.names() == [])
            try scene.record("a")
            #expect(try scene.changes() == ["a"])
        }
    }

    @Test func `A log that cannot be made smaller goes on as it is`() async throws {
        try await MountedDisk.small.use { disk in
            let scene = Scene(in: disk)
            // More than half of the disk: there is no room for a second one.
            let large = String(repeating: "x", count: MountedDisk.smallSize * 6 / 10)
            let log = try scene.store.log(scene.identifier)
            log.toleratedRecords = 10
            try log.record(large)
            for _ in 0..<10 { _ = (try log.undo(), try log.redo()) }
            #expect(log.contents.texts == [large])
            #expect(log.contents.compactableRecords > 10)
            try log.park()
            #expect(try scene.names() == [scene.identifier.fileName.string])
        }
    }
}
