import Checkpointing
import FoundationEssentials
import LinuxFiles
import Mutations
import SystemPackage
import TestSupport
import Testing

@testable import Documents
@testable import PDFModel

/// Undo and redo of changes that were saved.
struct SavedUndoTests {
    private func documents(_ scene: DocumentOnDisk) -> DocumentStore<PDFContents> {
        var documents = DocumentStore<PDFContents>(
            coordinator: nil, checkpoints: CheckpointStore(dataDirectory: scene.directory.appending("data")))
        documents.options.password = scene.password
        return documents
    }

    private func annotations(_ scene: DocumentOnDisk) throws -> [Annotation] {
        try documents(scene).read(scene.path) { document throws(DocumentError) in
            try document.annotations().map(\.annotation)
        }
    }

    private func perform(_ edits: [Edit], _ scene: DocumentOnDisk, saving: SaveMethod? = nil) throws {
        var options = DocumentSaving<PDFContents>()
        options.method = saving ?? .auto
        _ = try documents(scene).perform(
            Job(
                scene.path, edits.map { .edit($0) },
                to: saving == nil ? .checkpoint(DocumentSaving<PDFContents>()) : .file(options)))
    }

    private func save(_ scene: DocumentOnDisk, _ method: SaveMethod = .replace) throws {
        try perform([], scene, saving: method)
    }

    /// Every state of a document, in the order of its changes; a model of an undo manager.
    private struct Model {
        var states: [[Annotation]]
        var place = 0

        mutating func change(to state: [Annotation]) {
            states = states.prefix(place + 1) + [state]
            place += 1
        }
    }

    /// Each step opens the document anew, as another process does.
    @Test(
        arguments: [
            ("table.pdf", 1), ("table.pdf", 2), ("foreign-annotations.pdf", 3), ("encrypted.pdf", 4),
            ("annots-shared.pdf", 5), ("annots-direct.pdf", 6), ("stream.pdf", 7),
        ] as [(String, UInt64)])
    func `Whatever is changed, saved and undone, the document is what an undo manager makes it`(
        fixture: String, seed: UInt64
    ) async throws {
        try await DocumentOnDisk.with(fixture) { scene in
            var random = SeededGenerator(state: seed)
            var model = Model(states: [try annotations(scene)])
            var (saves, takenBack) = (0, 0)
            var log: [String] = []
            for step in 0..<(CrashScenario.isThorough ? 120 : TestScope.isShort ? 20 : 50) {
                let names = model.states[model.place].filter { $0.page == 1 }.compactMap(\.name)
                switch Int.random(in: 0...9, using: &random) {
                case 0...3:
                    var edits: [Edit] = []
                    for number in 0...Int.random(in: 0...1, using: &random) {
                        let name = names.randomElement(using: &random)
                        var change = AnnotationChange()
                        change.contents = "\(step)"
                        switch (Int.random(in: 0...2, using: &random), name) {
                        case (1, let name?): edits.append(.update(name: name, pages: .all, change: change))
                        case (2, let name?) where number == 0:
                            edits.append(.remove(name: name, pages: .all, keepsReplies: step % 2 == 0))
                        default: edits.append(.square("square \(step)-\(number)"))
                        }
                    }
                    // An update of what was just removed is refused.
                    guard (try? perform(edits, scene, saving: step % 7 == 0 ? .replace : nil)) != nil else { break }
                    model.change(to: try annotations(scene))
                    log.append("change\(step % 7 == 0 ? " and save" : "")")
                case 4, 5:
                    try save(scene, Bool.random(using: &random) ? .replace : .append)
                    saves += 1
                    log.append("save")
                case 6, 7:
                    let count = Int.random(in: 1...3, using: &random)
                    let report = try documents(scene).undo(scene.path, count)
                    #expect(report.changes == min(count, model.place), "step \(step)")
                    #expect(report.left.isEmpty && report.obstacle == nil, "step \(step)")
                    model.place -= report.changes
                    log.append("undo \(count)")
                    takenBack += report.changes
                default:
                    let count = Int.random(in: 1...3, using: &random)
                    let report = try documents(scene).redo(scene.path, count)
                    #expect(
                        report.changes == min(count, model.states.count - 1 - model.place),
                        "step \(step): \(log.suffix(20))")
                    model.place += report.changes
                    log.append("redo \(count)")
                }
                try #require(model.states.indices.contains(model.place), "step \(step): \(log.suffix(12))")
                let (shown, wanted) = (try annotations(scene), model.states[model.place])
                let isSame = shown == wanted
                let lists = (shown.map { $0.name ?? $0.subtype }, wanted.map { $0.name ?? $0.subtype })
                #expect(isSame, "step \(step): \(log.suffix(12)) \(lists)")
                guard isSame else { return }
            }
            #expect(saves > 0 && takenBack > 0)
            try save(scene)
            #expect(try annotations(scene) == model.states[model.place])
        }
    }

    @Test func `An annotation that another program drew is exactly as it was`() async throws {
        try await DocumentOnDisk.with("foreign-annotations.pdf") { scene in
            func objects() throws -> [PDFObject] {
                let file = try scene.open(for: .read()).opened().file
                return try scene.open(for: .read()).annotations().compactMap(\.reference).map {
                    try file.wholeObject($0)
                }
            }
            let before = try objects()
            let named = try #require(try annotations(scene).compactMap(\.name).first)
            var change = AnnotationChange()
            (change.contents, change.color) = ("changed", Color("red"))
            try perform([.update(name: named, pages: .all, change: change)], scene, saving: .append)
            #expect(try objects() != before)
            #expect(try documents(scene).undo(scene.path).changes == 1)
            try save(scene)
            #expect(try objects() == before)
        }
    }

    @Test func `Only what is still as the change left it is taken back`() async throws {
        try await DocumentOnDisk.with { scene in
            try perform([.square("one"), .square("two")], scene, saving: .replace)
            var change = AnnotationChange()
            change.contents = "by others"
            // Another program appends a revision.
            let other = try scene.open()
            _ = try other.perform([.update(name: "one", pages: .all, change: change)])
            _ = try other.save()
            let report = try documents(scene).undo(scene.path)
            #expect(report.changes == 1)
            #expect(report.left.map(\.name) == ["one"])
            #expect(try annotations(scene).map(\.name) == ["one"])
            try save(scene)
            #expect(try scene.annotationNames() == ["one"])
        }
    }

    /// More than are found in one pass.
    @Test func `However many changes of one save are undone, each is undone alone`() async throws {
        try await DocumentOnDisk.with("foreign-annotations.pdf") { scene in
            var states = [try annotations(scene)]
            let foreign = try #require(states[0].compactMap(\.name).first)
            for step in 0..<150 {
                var change = AnnotationChange()
                change.contents = "\(step)"
                let edit: Edit =
                    switch step % 5 {
                    case 3: .update(name: "square \(step - 1)", pages: .all, change: change)
                    case 4: .remove(name: "square \(step - 3)", pages: .all)
                    case 0 where step > 0: .update(name: foreign, pages: .all, change: change)
                    default: .square("square \(step)")
                    }
                try perform([edit], scene)
                states.append(try annotations(scene))
            }
            try save(scene)
            let undone = try documents(scene).undo(scene.path, 140)
            #expect(undone.changes == 140 && undone.left.isEmpty && undone.obstacle == nil)
            #expect(try annotations(scene) == states[10])
            try save(scene)
            #expect(try documents(scene).redo(scene.path, 60).changes == 60)
            #expect(try annotations(scene) == states[70])
            #expect(try documents(scene).undo(scene.path, 200).changes == 70)
            #expect(try annotations(scene) == states[0])
        }
    }

    @Test func `What was undone before one that cannot be is reported, and stays undone`() async throws {
        try await DocumentOnDisk.with { scene in
            for name in ["one", "two", "three"] { try perform([.square(name)], scene) }
            try save(scene)
            var change = AnnotationChange()
            change.contents = "by others"
            let other = try scene.open()
            _ = try other.perform([.update(name: "one", pages: .all, change: change)])
            _ = try other.save()
            let report = try documents(scene).undo(scene.path, 3)
            #expect(report.changes == 2 && report.unsaved == 2)
            #expect(report.obstacle?.situation == .pdf(.changedSince("one", "it has changed since")))
            #expect(try annotations(scene).map(\.name) == ["one"])
        }
    }

    @Test(arguments: [SaveMethod.append, nil])
    func `An edit beside an annotation that is malformed can be undone`(savedAlone: SaveMethod?) async throws {
        try await DocumentOnDisk.with { scene in
            let malformed = "<< /Type /Annot /Subtype /Square /Rect [10 10 50 50] /NM (first) /NM (second) >>"
            var file = HandmadePDF.onePage("/Annots [4 0 R]", objects: [4: malformed])
            file.table()
            try scene.path.write(file.bytes)
            try perform([.square("one")], scene, saving: savedAlone)
            try save(scene, .append)
            #expect(try documents(scene).undo(scene.path).changes == 1)
            try save(scene, .append)
            #expect(try !scene.annotationNames().contains("one"))
        }
    }

    @Test func `What has a reply since, and what others have removed, is left alone`() async throws {
        try await DocumentOnDisk.with { scene in
            try perform([.square("one")], scene, saving: .replace)
            var reply = Annotation("Text", page: 1, rect: Rectangle(100, 100, 120, 120))
            (reply.name, reply.inReplyTo) = ("reply", "one")
            let other = try scene.open()
            _ = try other.perform([.add(reply)])
            _ = try other.save()
            #expect(throws: DocumentError(.pdf(.changedSince("one", "it has a reply now")), scene.path)) {
                try documents(scene).undo(scene.path)
            }
            let third = try scene.open()
            _ = try third.perform([.remove(name: "one", pages: .all)])
            _ = try third.save()
            // There is nothing of it to take back.
            #expect(try documents(scene).undo(scene.path).changes == 0)
        }
    }

    @Test func `A document that was written anew keeps what was saved`() async throws {
        try await DocumentOnDisk.with { scene in
            try perform([.square("one")], scene)
            try save(scene)
            _ = try scene.open(for: .rewriting).rewrite(RewriteOptions())
            let error = DocumentError(
                .notUndoable("another program has rewritten the document since"), scene.path)
            #expect(throws: error) { try documents(scene).undo(scene.path) }
            // A new save begins a new history.
            try perform([.square("two")], scene, saving: .replace)
            #expect(try documents(scene).undo(scene.path, 5).changes == 1)
            #expect(try annotations(scene).map(\.name) == ["one"])
        }
    }

    @Test func `What an encrypted document protects is not in its history`() async throws {
        try await DocumentOnDisk.with("encrypted.pdf") { scene in
            var square = Annotation("Square", page: 1, rect: Rectangle(100, 100, 140, 140))
            (square.name, square.contents) = ("one", "secret words")
            try perform([.add(square)], scene)
            try save(scene)
            var change = AnnotationChange()
            change.contents = "other secret words"
            try perform([.update(name: "one", pages: .all, change: change)], scene, saving: .replace)
            #expect(try documents(scene).undo(scene.path).changes == 1)
            try save(scene)
            let history = scene.directory.appending("data/history")
            let logs = try history.list().filter { $0.hasSuffix(".saved") }
            #expect(logs.count == 2)
            let bytes = try history.list().flatMap { try history.appending($0).readBytes() }
            #expect(!String(decoding: bytes, as: UTF8.self).contains("secret"))
            #expect(try documents(scene).undo(scene.path).changes == 1)
            #expect(try annotations(scene).isEmpty)
        }
    }

    /// A crash leaves any beginning of what was written last, and a power cut anything.
    @Test func `A history that was cut off or damaged is never believed`() async throws {
        try await DocumentOnDisk.with { scene in
            for name in ["one", "two"] {
                try perform([.square(name)], scene)
                try save(scene)
            }
            let history = scene.directory.appending("data/history")
            let logs = try history.list().filter { $0.hasSuffix(".saved") }.map { history.appending($0) }
            let log = try #require(
                try logs.first { String(decoding: try $0.readBytes(), as: UTF8.self).contains("two") })
            let whole = try log.readBytes()
            for count in stride(from: 0, to: whole.count, by: TestScope.isShort ? 29 : 7) {
                var bytes = Array(whole.prefix(count))
                if count % 2 == 1 { bytes += [UInt8](repeating: 0, count: whole.count - count) }
                try log.write(bytes)
                let report = try documents(scene).undo(scene.path)
                // What a log that is not believed says counts as what another program has saved.
                #expect(report.changes == 1)
                #expect(try annotations(scene).map(\.name) == ["two"])
                _ = try documents(scene).redo(scene.path)
                try #require(try annotations(scene).map(\.name) == ["one", "two"])
            }
            try log.write(whole.prefix(whole.count / 2))
            try perform([.square("three")], scene)
            try save(scene)
            #expect(try documents(scene).undo(scene.path, 3).changes == 2)
            #expect(try annotations(scene).map(\.name) == ["two"])
        }
    }

    // MARK: Changes that were saved alone

    private func journal(_ scene: DocumentOnDisk) -> FilePath { scene.directory.appending("data/history/saves") }

    @Test func `A change that is saved at once has a line in the journal and no log`() async throws {
        try await DocumentOnDisk.with { scene in
            for name in ["one", "two"] { try perform([.square(name)], scene, saving: .replace) }
            #expect(try scene.directory.appending("data/history").list().sorted() == [".cleaned", "saves"])
            let lines = try String(decoding: journal(scene).readBytes(), as: UTF8.self).split(separator: "\n")
            #expect(lines.count == 2)
        }
    }

    @Test func `A journal that was cut off or damaged is never believed`() async throws {
        try await DocumentOnDisk.with { scene in
            for name in ["one", "two"] { try perform([.square(name)], scene, saving: .replace) }
            let whole = try journal(scene).readBytes()
            for count in stride(from: 0, through: whole.count, by: TestScope.isShort ? 13 : 3) {
                for tail in [[], [UInt8](repeating: 0, count: 9), Array("1 2 3\n".utf8)] {
                    try journal(scene).write(whole.prefix(count) + tail)
                    let report = try documents(scene).undo(scene.path, 3)
                    let names = try annotations(scene).map(\.name)
                    #expect([[], ["one"], ["two"], ["one", "two"]].contains(names))
                    #expect(report.left.isEmpty && names.count == 2 - report.changes)
                    _ = try documents(scene).redo(scene.path, report.changes)
                    try #require(try annotations(scene).map(\.name) == ["one", "two"])
                }
            }
        }
    }

    @Test func `What others saved in between is not taken back`() async throws {
        try await DocumentOnDisk.with { scene in
            try perform([.square("one")], scene, saving: .replace)
            let other = try scene.open()
            _ = try other.perform([.square("others'")])
            _ = try other.save()
            try perform([.square("two")], scene, saving: .append)
            #expect(try documents(scene).undo(scene.path, 5).changes == 2)
            #expect(try annotations(scene).map(\.name) == ["others'"])
            try save(scene)
            #expect(try documents(scene).redo(scene.path, 5).changes == 2)
            #expect(try annotations(scene).map(\.name) == ["others'", "one", "two"])
        }
    }

    @Test func `After a week a save is not taken back any more`() async throws {
        try await DocumentOnDisk.with { scene in
            try perform([.square("one")], scene, saving: .replace)
            var later = documents(scene)
            later.now = { Date(timeIntervalSinceNow: 7 * 86_400 + 1) }
            #expect(try later.undo(scene.path).changes == 0)
            #expect(try documents(scene).undo(scene.path).changes == 1)
        }
    }

    @Test func `A journal that has become long begins anew, and the one before it still counts`() async throws {
        try await DocumentOnDisk.with { scene in
            try perform([.square("one")], scene, saving: .replace)
            let padding = "\(Int(Date.now.timeIntervalSince1970)) 0000000000000000 1 2 3 4\n"
            let lines = String(repeating: padding, count: (1 << 20) / padding.utf8.count + 1)
            try journal(scene).write(try journal(scene).readBytes() + Array(lines.utf8))
            try perform([.square("two")], scene, saving: .replace)
            #expect(try scene.directory.appending("data/history").list().sorted() == [".cleaned", "saves.old"])
            try perform([.square("three")], scene, saving: .replace)
            #expect(try journal(scene).readBytes().count < 200)
            #expect(try documents(scene).undo(scene.path, 5).changes == 3)
            #expect(try annotations(scene).isEmpty)
        }
    }

    /// The annotation of two pages was copied for each; taken back, it is one again, and the next edit must copy it.
    @Test func `What two pages share again is not changed on both by an edit of one`() async throws {
        try await DocumentOnDisk.with("annots-shared.pdf") { scene in
            var change = AnnotationChange()
            change.contents = "first"
            try perform([.update(name: "note", pages: .all, change: change)], scene, saving: .replace)
            #expect(try documents(scene).undo(scene.path).changes == 1)
            change.contents = "second"
            let page = try #require(PageRange("1"))
            try perform([.update(name: "note", pages: page, change: change)], scene, saving: .replace)
            let notes = try annotations(scene).filter { $0.name == "note" }
            try #require(notes.map(\.page) == [1, 2])
            #expect(notes[0].contents == "second" && notes[1].contents != "second")
        }
    }
}
