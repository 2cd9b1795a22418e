import Checkpointing
import FoundationEssentials
import LinuxFiles
import Mutations
import PDFModel
import SystemPackage
import TestSupport
import Testing

@testable import Documents

/// Jobs that are recorded in one access.
struct RecordedTogetherTests {
    private func documents(_ scene: DocumentOnDisk, _ data: String) -> DocumentStore<PDFContents> {
        var documents = DocumentStore<PDFContents>(
            coordinator: nil, checkpoints: CheckpointStore(dataDirectory: scene.directory.appending(data)))
        documents.now = { Date(timeIntervalSince1970: 1_725_192_000) }
        return documents
    }

    /// The changes in the checkpoint, as they are written there.
    private func changes(_ documents: DocumentStore<PDFContents>, _ scene: DocumentOnDisk) throws -> [String] {
        let identifier = CheckpointIdentifier(for: try scene.path.resolvingLinks())
        return try documents.checkpoints?.contents(identifier)?.appliedChanges.map {
            String(decoding: $0.payload, as: UTF8.self)
        } ?? []
    }

    private func job(_ scene: DocumentOnDisk, _ random: inout SeededGenerator) -> Job {
        let name = "name\(Int.random(in: 0..<12, using: &random))"
        let pages = PageRange.all
        var change = AnnotationChange()
        change.contents = "text \(Int.random(in: 0..<4, using: &random))"
        let square = Annotation(
            "Square", page: Int.random(in: 1...3, using: &random), rect: Rectangle(100, 100, 140, 140))
        var named = square
        named.name = name
        var reply = Annotation.reply()
        (reply.name, reply.contents) = ("reply-\(name)", "an answer")
        let edit: EditTemplate
        switch Int.random(in: 0..<10, using: &random) {
        case 0...3: edit = .edit(.add(named))
        case 4...5: edit = .edit(.update(name: name, pages: pages, change: change))
        case 6: edit = .reply(reply, to: name, onPages: pages)
        case 7: edit = .update(AnnotationSelection(), change)
        default: edit = .edit(.remove(name: name, pages: pages, keepsReplies: Bool.random(using: &random)))
        }
        var job = Job(scene.path, [edit], to: .checkpoint(DocumentSaving<PDFContents>()))
        job.mustApply = Bool.random(using: &random)
        return job
    }

    /// Also where some of them fail, and where others have recorded and undone something in between.
    @Test(arguments: 1...(TestScope.isShort ? 2 : 6))
    func `Jobs recorded in one access are recorded as one by one`(seed: UInt64) async throws {
        try await DocumentOnDisk.with("report.pdf") { scene in
            var random = SeededGenerator(state: seed)
            let jobs = (0..<80).map { _ in job(scene, &random) }
            let (alone, together) = (documents(scene, "alone"), documents(scene, "together"))
            var open = together
            open.suspended = try Document(
                fileAt: scene.path, Document.Configuration(checkpoints: try #require(together.checkpoints))
            ).core.suspended
            var (reports, expected): ([String], [String]) = ([], [])
            func outcome(_ perform: () throws(DocumentError) -> JobReport) -> String {
                do throws(DocumentError) {
                    let report = try perform()
                    return "\(report.outcome) \(report.unsaved)"
                } catch {
                    return "\(error)"
                }
            }
            for job in jobs { expected.append(outcome { () throws(DocumentError) in try alone.perform(job) }) }
            var rest = jobs[...]
            while !rest.isEmpty {
                let limit = Int.random(in: 1...20, using: &random)
                try open.record(on: scene.path) { recorder throws(DocumentError) in
                    for _ in 0..<limit {
                        guard let job = rest.popFirst() else { return }
                        reports.append(outcome { () throws(DocumentError) in try recorder.perform(job) })
                        guard recorder.canContinue else { return }
                    }
                }
                if Bool.random(using: &random), try together.undo(scene.path).changes > 0 {
                    #expect(try together.redo(scene.path).changes == 1)
                }
                if let job = rest.first, Bool.random(using: &random) {
                    rest.removeFirst()
                    reports.append(outcome { () throws(DocumentError) in try together.perform(job) })
                }
            }
            #expect(reports == expected)
            #expect(expected.contains { $0.contains("no annotation") } && expected.contains { $0.contains("recorded") })
            let (made, changes) = (try changes(together, scene), try changes(alone, scene))
            #expect(made.count > 20)
            #expect(made.count == changes.count)
            let different = zip(made, changes).first { $0 != $1 }
            #expect(different == nil, "\(different?.0 ?? "")\n\(different?.1 ?? "")")
        }
    }

    @Test func `What one job did before it failed is not in the next one`() async throws {
        try await DocumentOnDisk.with { scene in
            let documents = documents(scene, "data")
            _ = try documents.perform(
                Job(scene.path, [.edit(.square("zero"))], to: .checkpoint(DocumentSaving<PDFContents>())))
            try documents.record(on: scene.path) { recorder throws(DocumentError) in
                _ = try recorder.perform(
                    Job(scene.path, [.edit(.square("one"))], to: .checkpoint(DocumentSaving<PDFContents>())))
                var taken = Annotation("Square", page: 1, rect: Rectangle(1, 1, 9, 9))
                taken.name = "zero"
                let wrong = Job(
                    scene.path, [.edit(.square("two")), .edit(.add(taken))],
                    to: .checkpoint(DocumentSaving<PDFContents>()))
                #expect(throws: DocumentError.self) { _ = try recorder.perform(wrong) }
                _ = try recorder.perform(
                    Job(scene.path, [.edit(.square("three"))], to: .checkpoint(DocumentSaving<PDFContents>())))
            }
            let shown = try documents.read(scene.path) { document throws(DocumentError) in
                try document.annotations().compactMap(\.annotation.name)
            }
            #expect(shown == ["zero", "one", "three"])
            #expect(try documents.undo(scene.path, 2).edits.flatMap(\.names) == ["three", "one"])
        }
    }
}
