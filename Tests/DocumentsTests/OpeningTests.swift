import LinuxFiles
import SystemPackage
import TestSupport
import Testing

@testable import Documents
@testable import PDFModel

@Suite struct OpeningTests {
    private func error(_ path: FilePath, for purpose: DocumentFile.Purpose = .editing) -> DocumentError? {
        do {
            _ = try DocumentFile(openingFileAt: path, for: purpose)
            return nil
        } catch {
            return error
        }
    }

    @Test func `What is no document is an error that says why`() async throws {
        try await withTemporaryFolder { folder in
            #expect(error(folder.appending("missing.pdf")) == .noSuchFile)
            #expect(error(folder.appending("no/missing.pdf")) == .noSuchFile)
            #expect(error(folder) == .notAFile("a folder"))
            #expect(error("/dev/null") == .notAFile("a device"))
            for bytes in [[], Array("no PDF at all\n".utf8)] as [[UInt8]] {
                let path = folder.appending("words.pdf")
                try path.write(bytes)
                #expect(error(path) == .pdf(.notAPDF))
                #expect(error(path, for: .rewriting) == .pdf(.notAPDF))
            }
        }
    }

    @Test(arguments: try Fixture.damaged(except: "damaged-encrypted.pdf", "damaged-lengths.pdf"))
    func `A damaged document opens for reading and says why it cannot be edited`(path: FilePath) throws {
        guard case .pdf(.damaged) = error(path) else {
            Issue.record("\(String(describing: error(path)))")
            return
        }
        let summary = try DocumentFile(openingFileAt: path, for: .reading).summary()
        #expect(summary.pages == 2)
        guard case .damaged = summary.editingDisabled else {
            Issue.record("\(String(describing: summary.editingDisabled))")
            return
        }
    }

    @Test func `Either password opens an encrypted document for editing`() throws {
        let path = Fixture.named("encrypted.pdf")
        #expect(error(path) == .pdf(.passwordRequired(given: false)))
        #expect(throws: DocumentError.pdf(.passwordRequired(given: true))) {
            try DocumentFile(openingFileAt: path, for: .editing, password: "wrong")
        }
        for password in ["user", "owner"] {
            let document = try DocumentFile(openingFileAt: path, for: .editing, password: password)
            #expect(try document.summary().editingDisabled == nil)
            #expect(try document.summary().encryption?.isOpenedAsOwner == (password == "owner"))
            #expect(try document.perform([.square("new")]).applied == 1)
        }
    }

    @Test func `Errors of the modules below become those that a user can meet`() {
        let path: FilePath = "/a/b"
        let call = { (errno: Errno) in SystemCallError(call: "open", errno: errno.rawValue, path: path) }
        #expect(DocumentError(call(.noSuchFileOrDirectory)) == .noSuchFile)
        #expect(DocumentError(call(.notDirectory)) == .noSuchFile)
        #expect(DocumentError(call(.permissionDenied)) == .permissionDenied(call: "open", path: path))
        #expect(DocumentError(call(.readOnlyFileSystem)) == .permissionDenied(call: "open", path: path))
        #expect(DocumentError(FileSaveError.busy(path)) == .busy(path))
        #expect(DocumentError(FileSaveError.nameTaken(path)) == .fileExists(path))
        #expect(DocumentError(FileSaveError.changedMeanwhile(path)) == .conflict)
        #expect(
            DocumentError(FileSaveError.notEnoughSpace(path: path, needed: 2, available: 1))
                == .noSpace(needed: 2, available: 1))
        guard case .systemCall("open", let reason, path) = DocumentError(FileSaveError.nameNotDurable(call(.ioError)))
        else {
            Issue.record("a failed fsync of the folder is told as the call that failed")
            return
        }
        #expect(reason.contains("power cut"))
    }
}
