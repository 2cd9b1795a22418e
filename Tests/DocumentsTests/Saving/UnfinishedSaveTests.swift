import SystemPackage
import TestSupport
import Testing

@testable import Documents
@testable import PDFModel

/// A save by appending that was cut off, and the next one.
@Suite struct UnfinishedSaveTests {
    /// The fixture with an increment that lacks its last `missing` bytes.
    private func torn(_ file: DocumentOnDisk, missing: Int) throws -> (old: [UInt8], torn: [UInt8]) {
        let old = try file.bytes()
        let document = try file.open()
        _ = try document.perform([.square("lost")])
        _ = try document.save(.append)
        let torn = Array(try file.bytes().dropLast(missing))
        try file.path.write(torn)
        return (old, torn)
    }

    @Test(arguments: [SaveMethod.replace, .append])
    func `The next save clears the unfinished one away`(method: SaveMethod) async throws {
        for missing in [2, 50, 300] {
            try await DocumentOnDisk.with { file in
                let (old, torn) = try torn(file, missing: missing)
                let document = try file.open()
                #expect(try document.summary().unfinishedBytes == torn.count - old.count)
                #expect(try document.summary().bytes == old.count)
                #expect(try document.annotations().isEmpty)
                _ = try document.perform([.square("next")])
                let report = try #require(try document.save(method))
                let new = try file.bytes()
                #expect(new.starts(with: old))
                #expect(report.bytes == new.count)
                #expect(try file.annotationNames() == ["next"])
                #expect(try document.summary().unfinishedBytes == 0)
            }
        }
    }

    @Test func `Without an edit the unfinished bytes stay where they are`() async throws {
        try await DocumentOnDisk.with { file in
            let (_, torn) = try torn(file, missing: 20)
            #expect(try file.open().save() == nil)
            #expect(try file.bytes() == torn)
        }
    }

    @Test func `A new file gets none of the unfinished bytes`() async throws {
        try await DocumentOnDisk.with { file in
            let (old, torn) = try torn(file, missing: 20)
            let output = file.directory.appending("out.pdf")
            let report = try file.open().save(to: output)
            #expect(try output.readBytes() == old)
            #expect(report.bytes == old.count)
            #expect(try file.bytes() == torn)
        }
    }

    @Test func `An increment to be appended by others is not made for a file with unfinished bytes`() async throws {
        try await DocumentOnDisk.with { file in
            let (_, torn) = try torn(file, missing: 20)
            let output = file.directory.appending("increment")
            let document = try file.open()
            _ = try document.perform([.square("new")])
            #expect(throws: DocumentError.self) { try document.write(.increment, to: .file(output)) }
            #expect(try file.names() == ["table.pdf"])
            #expect(try file.bytes() == torn)
        }
    }

    @Test func `Bytes that another program appended are no unfinished save`() async throws {
        try await DocumentOnDisk.with { file in
            let old = try file.bytes() + Array("%pdfco-increment 1 base=7 length=900 sha256=0011223344556677\nx".utf8)
            try file.path.write(old)
            let document = try file.open()
            _ = try document.perform([.square("new")])
            _ = try document.save(.append)
            #expect(try file.bytes().starts(with: old))
        }
    }
}
