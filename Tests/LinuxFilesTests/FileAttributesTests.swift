import Glibc
import SystemPackage
import Testing

@testable import LinuxFiles

@Suite struct FileAttributesTests {
    @Test(arguments: [0o600, 0o640, 0o444, 0o604, 0o4755] as [UInt32])
    func `A replacement keeps the mode`(mode: UInt32) throws {
        let scratch = try ScratchDirectory()
        let path = try scratch.file([1])
        try require(path) { chmod($0, mode) }
        try replaceKeepingAttributes(path)
        #expect(try FileStatus(of: path).mode == mode)
    }

    @Test(.enabled(if: geteuid() == 0, "only root gives files away"))
    func `A replacement keeps owner and group, and set-user-ID with them`() throws {
        let scratch = try ScratchDirectory()
        let path = try scratch.file([1])
        try require(path) { chown($0, 12345, 54321) }
        try require(path) { chmod($0, 0o4711) }
        try replaceKeepingAttributes(path)
        let status = try FileStatus(of: path)
        #expect(status.owner == 12345)
        #expect(status.group == 54321)
        #expect(status.mode == 0o4711)
    }

    @Test(.enabled(if: geteuid() != 0, "root may give files away"))
    func `An owner that cannot be kept is an error, and the save leaves nothing`() throws {
        let scratch = try ScratchDirectory()
        let path = try scratch.file([1])
        let ofRoot = try OpenFile(reading: "/etc/passwd")
        let error = saveError { () throws(FileSaveError) in
            _ = try AtomicReplacement(replacing: path).finish(keepingAttributesOf: ofRoot)
        }
        guard case .attributeNotKept("owner and group", let cause) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(cause.errno == EPERM)
        #expect(try scratch.names() == ["original"])
    }

    @Test(.enabled(if: supports("user.test"), "the file system has no extended attributes"))
    func `A replacement keeps extended attributes, empty and large ones, also of a file that is read-only`() throws {
        let scratch = try ScratchDirectory()
        let path = try scratch.file([1])
        let attributes = [attribute("user.empty", []), attribute("user.large", [UInt8](repeating: 9, count: 2000))]
        do {
            let file = try OpenFile(updating: path)
            for attribute in attributes { try file.set(attribute) }
        }
        try require(path) { chmod($0, 0o400) }
        try replaceKeepingAttributes(path)
        #expect(try Set(OpenFile(reading: path).extendedAttributes()).isSuperset(of: attributes))
    }

    @Test(.enabled(if: supports("system.posix_acl_access"), "the file system has no access control lists"))
    func `A replacement keeps the access control list and the mode that is its mask`() throws {
        let scratch = try ScratchDirectory()
        let path = try scratch.file([1])
        let list = attribute("system.posix_acl_access", accessControlList)
        try OpenFile(updating: path).set(list)
        try replaceKeepingAttributes(path)
        let file = try OpenFile(reading: path)
        #expect(try file.extendedAttributes().contains(list))
        #expect(try file.status().mode == 0o640)
    }

    @Test(.enabled(if: supports("system.posix_acl_access"), "the file system has no access control lists"))
    func `A list that the directory gives to new files does not open a file that had none`() throws {
        let scratch = try ScratchDirectory()
        let path = try scratch.file([1], mode: 0o640)
        try setAccessControlListForNewFiles(in: scratch.path)
        try replaceKeepingAttributes(path)
        let file = try OpenFile(reading: path)
        #expect(try file.extendedAttributes().allSatisfy { $0.name != ExtendedAttribute.accessControlList })
        #expect(try file.status().mode == 0o640)
    }

    @Test func `Hashes that the kernel makes of the bytes are not carried to other bytes`() {
        #expect(ExtendedAttribute.boundToContent.contains(Array("security.ima".utf8CString)))
        #expect(attribute("security.selinux", []).belongsToSecurityModule)
        #expect(!attribute("user.security.x", []).belongsToSecurityModule)
    }
}

/// Replaces the file by one of the bytes [2] with the same attributes.
private func replaceKeepingAttributes(_ path: FilePath) throws {
    var replacement = try AtomicReplacement(replacing: path)
    try replacement.append([2])
    try replacement.finish(keepingAttributesOf: OpenFile(reading: path)).commit()
    #expect(try contents(path) == [2])
}

private func attribute(_ name: String, _ value: [UInt8]) -> ExtendedAttribute {
    ExtendedAttribute(name: Array(name.utf8CString), value: value)
}

/// u::rw-, u:1000:r--, g::---, m::r--, o::--- in the kernel's form: version 2, then tag, permissions and user ID.
private let accessControlList: [UInt8] =
    [2, 0, 0, 0] + entry(1, 6) + entry(2, 4, user: 1000) + entry(4, 0) + entry(0x10, 4) + entry(0x20, 0)

private func entry(_ tag: UInt8, _ permissions: UInt8, user: UInt32 = .max) -> [UInt8] {
    [tag, 0, permissions, 0] + (0..<4).map { UInt8(truncatingIfNeeded: user >> (8 * $0)) }
}

private func supports(_ name: String) -> Bool {
    do {
        let scratch = try ScratchDirectory()
        let value = name == "system.posix_acl_access" ? accessControlList : [1]
        try OpenFile(updating: scratch.file([])).set(attribute(name, value))
        return true
    } catch {
        return false
    }
}

private func setAccessControlListForNewFiles(in path: FilePath) throws {
    let directory = try OpenFile(reading: path)
    try directory.set(attribute("system.posix_acl_default", accessControlList))
}
