import FoundationEssentials
import LinuxFiles
import SystemPackage
import TestSupport
import Testing

@testable import Documents
@testable import PDFModel

/// What another program did to the path between opening and saving.
@Suite struct ChangedMeanwhileTests {
    /// Edits, lets something happen to the file, and tries to save.
    private func save(
        _ method: SaveMethod, after change: (DocumentOnDisk) throws -> Void,
        expecting outcome: (DocumentOnDisk, DocumentError?) throws -> Void
    ) async throws {
        try await DocumentOnDisk.with { file in
            let document = try file.open()
            _ = try document.perform([.square("new")])
            try change(file)
            try outcome(file, error { () throws(DocumentError) in _ = try document.save(method) })
        }
    }

    private func error(_ body: () throws(DocumentError) -> Void) -> DocumentError? {
        do {
            try body()
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [SaveMethod.replace, .append, .auto])
    func `A file that was replaced or appended to is a conflict, and nothing is written`(method: SaveMethod)
        async throws
    {
        let other = try Fixture.named("stream.pdf").readBytes()
        let appended = try Fixture.named("table.pdf").readBytes() + Array("% a comment\n".utf8)
        for bytes in [other, appended, [], Array("x".utf8)] {
            for isNewFile in [true, false] {
                try await save(method) { file in
                    if isNewFile { try file.path.remove() }
                    try file.path.write(bytes)
                } expecting: { file, error throws in
                    #expect(error == DocumentError(.conflict, file.path))
                    #expect(try file.bytes() == bytes)
                    #expect(try file.names() == ["table.pdf"])
                }
            }
        }
    }

    @Test(arguments: [SaveMethod.replace, .append], [true, false])
    func `A byte that changed anywhere is a conflict, whatever the time of modification says`(
        method: SaveMethod, isNewFile: Bool
    ) async throws {
        let long = "(\(String(repeating: "x", count: 20_000)))"
        let original = HandmadePDF.bytes([
            2: "<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
            3: "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] >>", 4: long,
        ])
        for place in [12, 10_000, original.count - 5] {
            var bytes = original
            bytes[place] ^= 1
            try await DocumentOnDisk.with { file in
                try file.path.write(original)
                let document = try file.open()
                _ = try document.perform([.square("new")])
                let old = file.directory.appending("old")
                _ = try await Command("cp", ["-p", file.path.string, old.string]).run()
                if isNewFile { try file.path.remove() }
                try file.path.write(bytes)
                _ = try await Command("touch", ["-r", old.string, file.path.string]).run()
                #expect(throws: DocumentError(.conflict, document.path)) { try document.save(method) }
                #expect(try file.bytes() == bytes)
            }
        }
    }

    /// In the second in which the document was opened, another change leaves device, inode, size and time as they are.
    @Test(
        .enabled("No file system with coarse times can be mounted here") { try await MountedDisk.coarse.isPermitted() },
        arguments: [SaveMethod.replace, .append])
    func `A change in place is a conflict, although the times of the file system do not show it`(
        method: SaveMethod
    ) async throws {
        try await MountedDisk.coarse.use { disk in
            let file = DocumentOnDisk(directory: disk, path: try Fixture.named("table.pdf").copy(into: disk))
            let original = try file.bytes()
            var bytes = original
            bytes[original.count / 2] ^= 1
            var hidden = 0
            for _ in 1...20 {
                try OpenFile(updating: file.path).write(original, at: 0)
                let before = try FileStatus(of: file.path)
                let document = try file.open()
                _ = try document.perform([.square("new")])
                try OpenFile(updating: file.path).write(bytes, at: 0)
                // Unless the second has just ended.
                if try FileStatus(of: file.path) == before { hidden += 1 }
                #expect(throws: DocumentError(.conflict, document.path)) { try document.save(method) }
                #expect(try file.bytes() == bytes)
            }
            #expect(hidden > 0)
        }
    }

    @Test(arguments: [SaveMethod.replace, .append])
    func
        `A file that was only touched, or replaced by its equal, is a conflict of which it is known that nothing is lost`(
            method: SaveMethod
        ) async throws
    {
        for isNewFile in [true, false] {
            try await DocumentOnDisk.with { file in
                let bytes = try file.bytes()
                let document = try file.open()
                _ = try document.perform([.square("new")])
                if isNewFile { try file.path.remove() }
                try file.path.write(bytes)
                #expect(throws: DocumentError(.conflict, document.path)) { try document.save(method) }
                #expect(document.wasOnlyAddedTo)
                #expect(try file.bytes() == bytes)
            }
        }
    }

    @Test(arguments: [SaveMethod.replace, .append])
    func `A file that is gone stays gone`(method: SaveMethod) async throws {
        try await save(method) {
            try $0.path.remove()
        } expecting: { file, error throws in
            #expect(error == DocumentError(.noSuchFile, file.path))
            #expect(try file.names().isEmpty)
        }
    }

    /// Another program cuts the file in the middle of an edit, when the clock is asked (invariant 21).
    @Test(arguments: [false, true], [0, 100])
    func `A file that is cut while it is edited is being written, and nothing is recorded or saved`(
        isRepairing: Bool, length: Int
    ) async throws {
        try await DocumentOnDisk.with("report.pdf") { file in
            let cut = Array(try file.bytes().prefix(length))
            let document = try OpenDocument<PDFContents>(
                openingFileAt: file.path, for: isRepairing ? .repairing : .save()
            ) {
                try? file.path.write(cut)
                return Date(timeIntervalSince1970: 1_725_192_000)
            }
            #expect(throws: DocumentError(.beingWritten, document.path)) { try document.perform([.square("new")]) }
            #expect(throws: DocumentError(.conflict, document.path)) { try document.save() }
            #expect(try file.bytes() == cut)
            #expect(try file.names() == ["report.pdf"])
        }
    }

    @Test func `A file that is cut before it is looked at is being written`() async throws {
        try await DocumentOnDisk.with("report.pdf") { file in
            let document = try file.open(for: .read())
            try file.path.write([])
            #expect(throws: DocumentError(.beingWritten, document.path)) { try document.annotations() }
            #expect(throws: DocumentError(.beingWritten, document.path)) { try document.summary() }
        }
    }

    @Test func `After a conflict the edits are still there, for another path`() async throws {
        try await DocumentOnDisk.with { file in
            let document = try file.open()
            _ = try document.perform([.square("new")])
            try file.path.remove()
            try file.path.write(try Fixture.named("stream.pdf").readBytes())
            #expect(throws: DocumentError(.conflict, document.path)) { try document.save() }
            let output = file.directory.appending("copy.pdf")
            _ = try document.save(to: output)
            let copy = try OpenDocument<PDFContents>(openingFileAt: output, for: .save())
            #expect(try copy.annotations().compactMap(\.annotation.name) == ["new"])
            #expect(throws: DocumentError(.outputIsDocument, file.path)) {
                try document.save(to: file.path, replacingExisting: true)
            }
        }
    }
}
