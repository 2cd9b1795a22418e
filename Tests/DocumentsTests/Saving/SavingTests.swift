import LinuxFiles
import SystemPackage
import TestSupport
import Testing

@testable import Documents
@testable import PDFModel

@Suite struct SavingTests {
    @Test(arguments: try Fixture.annotatable(), [SaveMethod.replace, .append, .auto])
    func `A saved document is the old bytes and the increment`(fixture: FilePath, method: SaveMethod) async throws {
        let name = try #require(fixture.lastComponent?.string)
        try await DocumentOnDisk.with(name) { file in
            let old = try file.bytes()
            let document = try file.open()
            #expect(try document.perform([.square("new")]) == EditReport(applied: 1, added: ["new"]))
            let planned = try #require(try document.save(method, dryRun: true))
            #expect(try file.bytes() == old)
            let report = try #require(try document.save(method))
            #expect(report == planned)
            #expect(report.method == (method == .auto ? .replace : method))
            let new = try file.bytes()
            #expect(new.starts(with: old))
            #expect(report.bytes == new.count)
            #expect(report.bytesAppended == new.count - old.count)
            #expect(try file.annotationNames().contains("new"))
            #expect(try file.names() == [name])
        }
    }

    @Test func `What is added without a name gets one, which the report tells`() async throws {
        try await DocumentOnDisk.with { file in
            let document = try file.open()
            var unnamed = Annotation.square(page: 1, rect: Rectangle(10, 10, 20, 20))
            unnamed.name = nil
            let names = try document.perform([.add(unnamed), .square("mine"), .add(unnamed)]).added
            #expect(Set(names).count == 3 && names[1] == "mine")
            _ = try document.save(.auto)
            #expect(try document.annotations().compactMap(\.annotation.name).sorted() == names.sorted())
        }
    }

    @Test(arguments: [SaveMethod.replace, .append])
    func `A second save in one session stands on the first`(method: SaveMethod) async throws {
        try await DocumentOnDisk.with { file in
            let document = try file.open()
            _ = try document.perform([.square("a")])
            _ = try document.save(method)
            let first = try file.bytes()
            #expect(try document.save(method) == nil, "nothing is left to write")
            let report = EditReport(applied: 1, added: ["b"], alreadyApplied: 1)
            #expect(try document.perform([.square("a"), .square("b")]) == report)
            _ = try document.save(method)
            #expect(try file.bytes().starts(with: first))
            #expect(try document.annotations().compactMap(\.annotation.name) == ["a", "b"])
            #expect(try document.summary().revisions.count == 3)
        }
    }

    @Test func `Both methods write the same bytes`() async throws {
        var results: [[UInt8]] = []
        for method in [SaveMethod.replace, .append] {
            try await DocumentOnDisk.with("stream.pdf") { file in
                let document = try file.open()
                _ = try document.perform([.square("new")])
                _ = try document.save(method)
                results.append(try file.bytes())
            }
        }
        #expect(results.count == 2 && results[0] == results[1])
    }

    @Test func `Replacing gives another file, appending keeps the file`() async throws {
        for method in [SaveMethod.replace, .append] {
            try await DocumentOnDisk.with { file in
                let before = try FileStatus(of: file.path)
                let document = try file.open()
                _ = try document.perform([.square("new")])
                _ = try document.save(method)
                let after = try FileStatus(of: file.path)
                #expect((after.identity == before.identity) == (method == .append))
                #expect(after.mode == before.mode)
            }
        }
    }

    @Test func `Edits are applied all or none`() async throws {
        try await DocumentOnDisk.with { file in
            let document = try file.open()
            let missing = Edit.update(name: "nobody", pages: .all, change: AnnotationChange())
            #expect(throws: DocumentError(.pdf(.noSuchAnnotation("nobody")), document.path)) {
                try document.perform([.square("a"), missing])
            }
            #expect(try document.save() == nil)
            #expect(try document.perform([.square("a")]).applied == 1)
            #expect(try document.perform([.remove(name: "a", pages: .all)]).applied == 1)
        }
    }

    @Test func `Nothing to save touches nothing`() async throws {
        try await DocumentOnDisk.with { file in
            let before = try FileSnapshot(of: file.path)
            let document = try file.open()
            #expect(try document.save() == nil)
            #expect(try document.perform([.remove(name: "nobody", pages: .all)]).alreadyApplied == 1)
            #expect(try document.save() == nil)
            #expect(try FileSnapshot(of: file.path) == before)
        }
    }

    @Test(arguments: [SaveMethod.replace, .append])
    func `A symbolic link is followed`(method: SaveMethod) async throws {
        try await DocumentOnDisk.with { file in
            let link = file.directory.appending("link.pdf")
            try link.makeLink(to: "table.pdf")
            let document = try OpenDocument<PDFContents>(openingFileAt: link, for: .save())
            #expect(document.path == file.path)
            _ = try document.perform([.square("new")])
            _ = try document.save(method)
            #expect(try FileStatus(of: link, followingLink: false).kind == .symbolicLink)
            #expect(try file.annotationNames() == ["new"])
        }
    }
}
