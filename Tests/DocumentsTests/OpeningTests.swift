import FileCoordination
import Glibc
import LinuxFiles
import SystemPackage
import TestSupport
import Testing

@testable import Documents
@testable import PDFModel

@Suite struct OpeningTests {
    private func error(_ path: FilePath, for intent: DocumentIntent<PDFContents> = .save()) -> DocumentError? {
        do {
            _ = try OpenDocument<PDFContents>(openingFileAt: path, for: intent)
            return nil
        } catch {
            return error
        }
    }

    @Test func `What is no document is an error that says why`() async throws {
        try await withTemporaryDirectory { directory in
            for name in ["missing.pdf", "no/missing.pdf"] {
                let path = directory.appending(name)
                #expect(error(path) == DocumentError(.noSuchFile, path))
            }
            #expect(error(directory) == DocumentError(.notAFile("a directory"), directory))
            #expect(error("/dev/null") == DocumentError(.notAFile("a device"), "/dev/null"))
            for bytes in [[], Array("no PDF at all\n".utf8)] as [[UInt8]] {
                let path = directory.appending("words.pdf")
                try path.write(bytes)
                #expect(error(path) == DocumentError(.pdf(.notAPDF), path))
                #expect(error(path, for: .rewriting) == DocumentError(.pdf(.notAPDF), path))
            }
        }
    }

    @Test(arguments: try Fixture.damaged(except: "damaged-encrypted.pdf", "damaged-lengths.pdf"))
    func `A damaged document opens for reading and says why it cannot be edited`(path: FilePath) throws {
        guard case .damaged = error(path)?.situation.pdf else {
            Issue.record("\(String(describing: error(path)))")
            return
        }
        let summary = try OpenDocument<PDFContents>(openingFileAt: path, for: .read()).summary()
        #expect(summary.pages == 2)
        guard case .damaged = summary.editingDisabled else {
            Issue.record("\(String(describing: summary.editingDisabled))")
            return
        }
    }

    @Test func `Either password opens an encrypted document for editing`() throws {
        let path = Fixture.named("encrypted.pdf")
        #expect(error(path) == DocumentError(.pdf(.passwordRequired(given: false)), path))
        #expect(throws: DocumentError(.pdf(.passwordRequired(given: true)), path)) {
            try OpenDocument<PDFContents>(openingFileAt: path, for: .save(), password: "wrong")
        }
        for password in ["user", "owner"] {
            let document = try OpenDocument<PDFContents>(openingFileAt: path, for: .save(), password: password)
            #expect(try document.summary().editingDisabled == nil)
            #expect(try document.summary().structure.encryption?.isOpenedAsOwner == (password == "owner"))
            #expect(try document.perform([.square("new")]).applied == 1)
        }
    }

    @Test func `Errors of the modules below become those that a user can meet`() {
        let path: FilePath = "/a/b"
        let call = { (errno: Errno) in SystemCallError(call: "open", errno: errno.rawValue, path: path) }
        for errno in [Errno.noSuchFileOrDirectory, .notDirectory] {
            #expect(DocumentError(call(errno)) == DocumentError(.noSuchFile, path))
        }
        for errno in [Errno.permissionDenied, .readOnlyFileSystem] {
            #expect(DocumentError(call(errno)) == DocumentError(.permissionDenied(call(errno)), path))
        }
        #expect(DocumentError(FileSaveError.busy(path), "c").situation == .busy)
        #expect(DocumentError(FileSaveError.nameTaken(path), "c").situation == .fileExists)
        #expect(DocumentError(FileSaveError.changedMeanwhile(path), "c").situation == .conflict)
        #expect(
            DocumentError(FileSaveError.notEnoughSpace(path: path, needed: 2, available: 1), "c").situation
                == .noSpace(needed: 2, available: 1))
        let notDurable = DocumentError(FileSaveError.nameNotDurable(call(.ioError)), "c")
        #expect(notDurable == DocumentError(.notSaved(.nameNotDurable(call(.ioError))), "c"))
        #expect(notDurable.reason.contains("power cut"))
    }

    @Test func `An error calls the file what its caller does`() async throws {
        try await DocumentOnDisk.with { file in
            let link = file.directory.appending("link.pdf")
            try link.makeLink(to: "table.pdf")
            for coordinator in [
                nil, FileCoordinator(runtimeDirectory: RuntimeDirectory(file.directory.appending("runtime"))),
            ] {
                let error = #expect(throws: DocumentError.self) {
                    try DocumentAccess.writing.coordinated(at: link, with: coordinator) { path in
                        #expect(coordinator == nil || path == file.path)
                        throw DocumentError(SystemCallError(call: "open", errno: 13, path: file.path), file.path)
                    }
                }
                #expect(error?.path == link)
                #expect(error?.description == "\(link): permission denied")
            }
        }
    }

    @Test func `An earlier revision is one of the file that was opened, not of another at its path`() async throws {
        try await DocumentOnDisk.with("revisions.pdf") { scene in
            let opened = try OpenedPDF(scene.path, password: nil, for: .editing)
            #expect(try opened.earlier(upTo: 677).file.pageCount() == 1)
            let other = try Fixture.named("report.pdf").copy(into: scene.directory, as: "other.pdf")
            try #require(rename(other.string, scene.path.string) == 0)
            #expect(throws: DocumentError(.conflict, scene.path)) { try opened.earlier(upTo: 677) }
        }
    }
}
