import LinuxFiles
import SystemPackage
import TestSupport
import Testing

@testable import Documents
@testable import PDFModel

/// Saving to another file.
@Suite struct OutputTests {
    @Test func `A new file has the document with its edits and its mode`() async throws {
        try await DocumentOnDisk.with { file in
            try file.path.setMode(0o600)
            let old = try FileSnapshot(of: file.path)
            let document = try file.open()
            _ = try document.perform([.square("new")])
            let output = file.directory.appending("out.pdf")
            let planned = try document.save(to: output, dryRun: true)
            #expect(try FileSnapshot(of: file.path) == old)
            #expect(try document.save(to: output) == planned)
            let bytes = try output.readBytes()
            #expect(bytes.starts(with: old.bytes))
            #expect(bytes.count == planned.bytes)
            #expect(planned.bytesAppended == bytes.count - old.bytes.count)
            #expect(planned.method == nil)
            #expect(try FileStatus(of: output).mode == 0o600)
            #expect(try file.bytes() == old.bytes)
            #expect(try file.names() == ["out.pdf", "table.pdf"])
            _ = try document.save()
            #expect(try file.bytes() == bytes, "the edits are still to be saved")
        }
    }

    @Test func `Another file is not replaced unasked, and keeps its attributes when it is`() async throws {
        try await DocumentOnDisk.with { file in
            let output = file.directory.appending("out.pdf")
            try output.write(Array("something else".utf8))
            try output.setMode(0o640)
            let document = try file.open()
            #expect(throws: DocumentError(.fileExists, output)) { try document.save(to: output) }
            #expect(throws: DocumentError(.fileExists, output)) { try document.save(to: output, dryRun: true) }
            #expect(try output.readBytes() == Array("something else".utf8))
            _ = try document.save(to: output, replacingExisting: true)
            #expect(try output.readBytes() == file.bytes())
            #expect(try FileStatus(of: output).mode == 0o640)
        }
    }

    @Test func `The document itself is no output, by whatever name`() async throws {
        try await DocumentOnDisk.with { file in
            let link = file.directory.appending("link.pdf")
            try link.makeLink(to: "table.pdf")
            let second = file.directory.appending("second.pdf")
            try file.path.addName(second)
            let before = try file.bytes()
            let document = try file.open()
            for output in [file.path, link, second] {
                #expect(throws: DocumentError(.outputIsDocument, output)) {
                    try document.save(to: output, replacingExisting: true)
                }
                #expect(throws: DocumentError(.outputIsDocument, output)) {
                    try document.rewrite(RewriteOptions(), to: .file(output), force: true)
                }
            }
            #expect(try file.bytes() == before)
        }
    }

    @Test func `A directory, a missing directory and a device are no outputs`() async throws {
        try await DocumentOnDisk.with { file in
            let document = try file.open()
            #expect(throws: DocumentError(.notReplaceable("a directory"), file.directory)) {
                try document.save(to: file.directory, replacingExisting: true)
            }
            #expect(throws: DocumentError(.notReplaceable("a device"), "/dev/null")) {
                try document.save(to: "/dev/null", replacingExisting: true)
            }
            let output = file.directory.appending("no/out.pdf")
            #expect(throws: DocumentError(.noSuchDirectory(for: output), file.directory.appending("no"))) {
                try document.save(to: output)
            }
            #expect(try file.names() == ["table.pdf"])
        }
    }

    @Test func `A document that another program writes in place is a conflict, not a mixture`() async throws {
        try await DocumentOnDisk.with { file in
            let document = try file.open()
            _ = try document.perform([.square("new")])
            try file.path.write(Array("cut".utf8))
            let output = file.directory.appending("out.pdf")
            #expect(throws: DocumentError(.conflict, document.path)) { try document.save(to: output) }
            #expect(throws: DocumentError(.conflict, document.path)) { try document.annotations() }
            #expect(throws: DocumentError(.conflict, document.path)) { try document.rewrite(RewriteOptions()) }
            #expect(try file.names() == ["table.pdf"])
            #expect(try file.bytes() == Array("cut".utf8))
        }
    }
}
