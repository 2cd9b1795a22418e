import SystemPackage
import TestSupport
import Testing

@testable import FileCoordination

/// Each row of the table of who is asked what, with a process for each presenter.
struct MessageTableTests {
    struct Row: Sendable, CustomStringConvertible {
        var description: String
        var kind: RequestedAccess.Kind
        var preparing = false
        /// What presenters of the item, of the directory around it and of what is inside it hear, up to the reacquirers.
        var item: [String]
        var around: [String]
        var inside: [String]
    }

    private static let reader = ["relinquish to reader"]
    private static let writer = ["relinquish to writer"]
    private static let accommodate = ["accommodate deletion"]
    private static let accommodateItem = ["accommodate deletion of item"]

    static let rows = [
        Row(description: "read", kind: .reading([]), item: reader + ["save"], around: reader + ["save"], inside: []),
        Row(
            description: "read withoutChanges", kind: .reading(.withoutChanges), item: reader, around: reader,
            inside: []),
        Row(description: "write", kind: .writing([]), item: writer, around: writer, inside: []),
        Row(
            description: "write forMerging", kind: .writing(.forMerging), item: writer + ["save"],
            around: writer + ["save"], inside: []),
        Row(description: "write forMoving", kind: .writing(.forMoving), item: writer, around: writer, inside: writer),
        Row(
            description: "write forDeleting", kind: .writing(.forDeleting), item: writer + accommodate,
            around: writer + accommodateItem, inside: writer + accommodate),
        Row(
            description: "write forReplacing", kind: .writing(.forReplacing), item: writer + accommodate,
            around: writer + accommodateItem, inside: writer + accommodate),
        Row(
            description: "write contentIndependentMetadataOnly", kind: .writing(.contentIndependentMetadataOnly),
            item: writer, around: writer, inside: []),
        Row(
            description: "prepare to read", kind: .reading([]), preparing: true, item: ["save"], around: ["save"],
            inside: ["save"]),
        Row(
            description: "prepare to delete", kind: .writing(.forDeleting), preparing: true, item: accommodate,
            around: accommodateItem, inside: accommodate),
        Row(description: "prepare to write", kind: .writing([]), preparing: true, item: [], around: [], inside: []),
    ]

    @Test(arguments: rows) func `A presenter is asked what the table says, and reacquires at the end`(row: Row)
        async throws
    {
        try await Scene.use { scene in
            let item = scene.directory.appending("item")
            try await Scene.make(item)
            let inner = item.appending("inner")
            try inner.write("one".utf8)
            let presenters = [
                (try scene.peer(item), item, row.item), (try scene.peer(scene.directory), scene.directory, row.around),
                (try scene.peer(inner), inner, row.inside), (try scene.peer(scene.document), scene.document, []),
            ]
            let conversation = try #require(try scene.begin(row.kind, item, preparing: row.preparing))
            #expect(conversation.warnings.isEmpty)
            for (peer, path, expected) in presenters {
                #expect(try scene.heard(by: peer, of: path) == expected)
            }
            conversation.end()
            for (peer, _, expected) in presenters {
                if expected.contains("relinquish to reader") { #expect(try peer.next() == "reacquire from reader") }
                if expected.contains("relinquish to writer") { #expect(try peer.next() == "reacquire from writer") }
            }
        }
    }

    @Test func `A batch asks everybody once before it begins, and its accesses need not`() async throws {
        try await Scene.use { scene in
            let peer = try scene.peer(scene.document)
            let coordinator = scene.coordinator(within: .seconds(60))
            let told = try await coordinator.prepare(
                forReadingItemsAt: [scene.directory, scene.document], writingItemsAt: []
            ) { () async -> [String] in
                let before = (try? scene.heard(by: peer, of: scene.document)) ?? []
                let read: Void? = try? await coordinator.coordinate(
                    readingItemAt: scene.document, options: .withoutChanges
                ) { _ async in }
                #expect(read != nil)
                return before + ((try? peer.next(2)) ?? [])
            }
            #expect(told == ["save", "relinquish to reader", "reacquire from reader"])
            await #expect(throws: FileCoordinationError.presenterFailed(scene.document, reason: "no")) {
                try peer.say("fail no")
                try await coordinator.prepare(forReadingItemsAt: [scene.document], writingItemsAt: []) {
                    () async -> Void in
                    Issue.record("The batch has begun.")
                }
            }
        }
    }
}
