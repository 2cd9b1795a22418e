import LinuxFiles
import SystemPackage
import TestSupport
import Testing

@testable import Documents

@Suite struct SaveDecisionTests {
    /// The decision for a file of that many bytes with the number of names given.
    private func decision(
        _ wanted: SaveMethod = .auto, size: Int = 100, names: Int = 1, isFolderWritable: Bool = true,
        isOtherUser: Bool = false, isRoot: Bool = false
    ) async throws -> SaveDecision {
        try await withTemporaryFolder { folder in
            let path = folder.appending("file")
            try path.write([])
            try OpenFile(updating: path).truncate(to: size)
            for name in 1..<names { try path.addName(folder.appending("name-\(name)")) }
            let status = try FileStatus(of: path)
            let user = isRoot ? 0 : status.owner + (isOtherUser ? 1 : 0)
            return SaveDecision(wanted, for: status, isFolderWritable: isFolderWritable, userID: user)
        }
    }

    @Test func `A file of one name in a writable folder is replaced`() async throws {
        let decision = try await decision()
        #expect(decision.method == .replace)
        #expect(decision.reason == nil)
        #expect(try await self.decision(size: SaveDecision.copyLimit).method == .replace)
    }

    @Test func `Where replacing would lose something or copy much, the increment is appended, and it says why`()
        async throws
    {
        let links = try await decision(names: 3)
        #expect(links.method == .append)
        #expect(links.reason == "the file has 3 hard links")
        let folder = try await decision(isFolderWritable: false)
        #expect(folder.method == .append)
        #expect(folder.reason == "the folder is not writable")
        let large = try await decision(size: SaveDecision.copyLimit + 1)
        #expect(large.method == .append)
        #expect(large.reason == "the file is larger than 16 MiB")
        let foreign = try await decision(isOtherUser: true)
        #expect(foreign.method == .append)
        #expect(foreign.reason == "the file belongs to another user")
        #expect(try await decision(isRoot: true).method == .replace)
    }

    @Test(arguments: [SaveMethod.replace, .append])
    func `A method that was asked for is used without a reason`(method: SaveMethod) async throws {
        let decision = try await decision(method, size: SaveDecision.copyLimit + 1, names: 2, isFolderWritable: false)
        #expect(decision.method == method)
        #expect(decision.reason == nil)
    }

    @Test func `A document with hard links keeps them`() async throws {
        try await DocumentOnDisk.with { file in
            let second = file.folder.appending("second.pdf")
            try file.path.addName(second)
            let document = try file.open()
            _ = try document.perform([.square("new")])
            let report = try #require(try document.save())
            #expect(report.method == .append)
            #expect(report.reason == "the file has 2 hard links")
            #expect(try second.readBytes() == file.bytes())
            #expect(try FileStatus(of: second).identity == FileStatus(of: file.path).identity)
        }
    }
}
