import LinuxFiles
import SystemPackage
import TestSupport
import Testing

@testable import Documents
@testable import FileDocuments

@Suite struct SavePlanTests {
    /// The plan for a file of that many bytes with the number of names given.
    private func plan(
        _ wanted: SaveMethod = .auto, size: Int = 100, names: Int = 1, isDirectoryWritable: Bool = true
    ) async throws -> SavePlan {
        try await withTemporaryDirectory { directory in
            let path = directory.appending("file")
            try path.write([])
            try OpenFile(updating: path).truncate(to: size)
            for name in 1..<names { try path.addName(directory.appending("name-\(name)")) }
            return SavePlan(wanted, for: try FileStatus(of: path), isDirectoryWritable: isDirectoryWritable)
        }
    }

    @Test func `A file of one name in a writable directory is replaced unless that loses an attribute`() async throws {
        #expect(try await plan() == .replaceOrAppend)
        #expect(try await plan(size: SavePlan.copyLimit) == .replaceOrAppend)
    }

    @Test func `Where replacing would lose something or copy much, the increment is appended, and it says why`()
        async throws
    {
        #expect(try await plan(names: 3) == .append(reason: "the file has 3 hard links"))
        #expect(try await plan(isDirectoryWritable: false) == .append(reason: "the directory is not writable"))
        #expect(try await plan(size: SavePlan.copyLimit + 1) == .cloneOrAppend)
    }

    @Test func `A method that was asked for is used without a reason`() async throws {
        for (method, expected) in [(SaveMethod.replace, SavePlan.replace), (.append, .append(reason: nil))] {
            #expect(
                try await plan(method, size: SavePlan.copyLimit + 1, names: 2, isDirectoryWritable: false) == expected)
        }
    }

    @Test func `A document with hard links keeps them`() async throws {
        try await DocumentOnDisk.with { file in
            let second = file.directory.appending("second.pdf")
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
