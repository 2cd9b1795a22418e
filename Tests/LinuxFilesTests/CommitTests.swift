import Dispatch
import FoundationEssentials
import Glibc
import Synchronization
import SystemPackage
import Testing

@testable import LinuxFiles

/// The exchange of a replacement for the file it replaces, and what it leaves (invariant 7, invariant 9, invariant 10).
@Suite struct CommitTests {
    /// Replaces `path` by `bytes`, after `change` was made to it behind the last look; makes another one when the file has
    /// its name.
    private func commit(
        _ bytes: [UInt8], over path: FilePath, after change: () throws -> Void = {}, later: () -> Void = {}
    ) throws -> FileSaveError? {
        let old = try OpenFile(reading: path)
        let status = try old.status()
        var replacement = try AtomicReplacement(replacing: path)
        try replacement.append(bytes)
        let finished = try replacement.finish(keepingAttributesOf: old)
        let lock = try CommitLock(on: old, at: finished.target)
        try change()
        do {
            try finished.commit(over: old, under: lock) { () throws(SystemCallError) in
                later()
                let now = try old.status()
                return now.size == status.size && now.modificationTime == status.modificationTime
            }
            return nil
        } catch {
            return error
        }
    }

    @Test func `A file that is as it was is replaced, and nothing else is left`() throws {
        let scratch = try ScratchDirectory()
        let path = try scratch.file([1])
        #expect(try commit([1, 2], over: path) == nil)
        #expect(try contents(path) == [1, 2])
        #expect(try scratch.names() == ["original"])
    }

    @Test func `What another program put there comes back`() throws {
        for isMoved in [true, false] {
            let scratch = try ScratchDirectory()
            let path = try scratch.file([1])
            let error = try commit([1, 2], over: path) {
                if isMoved {
                    let other = try scratch.file("other", [9])
                    try require(other) { other in path.withPlatformString { rename(other, $0) } }
                } else {
                    try OpenFile(updating: path).write([9], at: 0)
                }
            }
            #expect(error == .changedMeanwhile(path))
            #expect(try contents(path) == [9])
            #expect(try scratch.names() == ["original"])
        }
    }

    @Test func `A file that was removed stays removed`() throws {
        let scratch = try ScratchDirectory()
        let path = try scratch.file([1])
        let error = try commit([1, 2], over: path) { try require(path) { unlink($0) } }
        #expect(error == .changedMeanwhile(path))
        #expect(try scratch.names().isEmpty)
    }

    @Test func `A new file that is not certain to stay cannot be committed on`() throws {
        let scratch = try ScratchDirectory()
        let path = try scratch.file([1])
        let lock = try CommitLock(on: OpenFile(reading: path), at: path)
        let other = scratch.path.appending("other")
        try require(path) { path in other.withPlatformString { link(path, $0) } }
        // The lock is the file's, by whatever name.
        let error = saveError { () throws(FileSaveError) in
            _ = try CommitLock(on: saving(OpenFile(reading: other)), at: other, timeout: .zero)
        }
        #expect(error == .busy(other))
        _ = consume lock
        _ = try CommitLock(on: OpenFile(reading: other), at: other, timeout: .zero)
    }

    /// Leaves a file under the name that a save exchanges, as a crash does.
    ///
    /// - Parameter old: the digest of the file that was to be replaced; 0 if the new one begins with it.
    private func leave(
        _ bytes: [UInt8], of new: [UInt8], old: UInt64 = 0, in scratch: borrowing ScratchDirectory
    ) throws {
        let made = try scratch.file("new", new)
        let number = try OpenFile(reading: made).fingerprint()
        let name = TemporaryName.swap(for: "original.pdf", new: number, old: old)
        try require(made) { unlink($0) }
        _ = try scratch.file(name, bytes)
    }

    @Test(arguments: [true, false])
    func `After a crash before the exchange the new file is removed`(isLookedFor: Bool) throws {
        let scratch = try ScratchDirectory()
        let path = try scratch.file("original.pdf", [1])
        try leave([1, 2], of: [1, 2], in: scratch)
        if isLookedFor { try AtomicReplacement.clearLeftovers(of: path) } else { _ = try commit([1, 3], over: path) }
        #expect(try scratch.names() == ["original.pdf"])
    }

    @Test func `After a crash behind the exchange the old file is removed, which the new one begins with`() throws {
        let scratch = try ScratchDirectory()
        let path = try scratch.file("original.pdf", [1, 2])
        try leave([1], of: [1, 2], in: scratch)
        try AtomicReplacement.clearLeftovers(of: path)
        #expect(try scratch.names() == ["original.pdf"])
    }

    @Test func `After a crash behind the exchange another program's file is kept where its user sees it`() throws {
        let scratch = try ScratchDirectory()
        let path = try scratch.file("original.pdf", [1, 2])
        for number in 0..<2 {
            try leave([9, UInt8(number)], of: [1, 2], in: scratch)
            try AtomicReplacement.clearLeftovers(of: path)
        }
        #expect(try scratch.names() == ["original (kept 2).pdf", "original (kept).pdf", "original.pdf"])
        #expect(try contents(scratch.path.appending("original (kept).pdf")) == [9, 0])
        #expect(try contents(path) == [1, 2])
    }

    @Test(arguments: [true, false])
    func `After a crash behind the exchange every byte decides whether a file is the replaced one`(isAsIt: Bool) throws
    {
        let scratch = try ScratchDirectory()
        let path = try scratch.file("original.pdf", [1, 2])
        var old = [UInt8](repeating: 0, count: 100_000)
        let other = scratch.path.appending("other")
        try OpenFile(creating: other).write(old, at: 0)
        let digest = try OpenFile(reading: other).digest()
        try require(other) { unlink($0) }
        if !isAsIt { old[50_000] = 1 }
        try leave(old, of: [1, 2], old: digest, in: scratch)
        try AtomicReplacement.clearLeftovers(of: path)
        #expect(try scratch.names() == (isAsIt ? [] : ["original (kept).pdf"]) + ["original.pdf"])
    }

    @Test func `After a crash behind the exchange another program's link is kept where its user sees it`() throws {
        let scratch = try ScratchDirectory()
        let path = try scratch.file("original.pdf", [1, 2])
        try makeLink(
            scratch.path.appending(TemporaryName.swap(for: "original.pdf", new: 1, old: 0)), to: "elsewhere.pdf")
        try AtomicReplacement.clearLeftovers(of: path)
        #expect(try scratch.names() == ["original (kept).pdf", "original.pdf"])
        #expect(try scratch.path.appending("original (kept).pdf").linkDestination() == "elsewhere.pdf")
    }

    @Test(arguments: [[UInt8](repeating: 0x61, count: 251), [UInt8](repeating: 0xFF, count: 251)])
    func `A file kept beside one whose name has 255 bytes has one of as many`(stem: [UInt8]) throws {
        let scratch = try ScratchDirectory()
        let name = try component(stem + Array(".pdf".utf8))
        let path = try scratch.file(name, [1, 2])
        _ = try scratch.file(TemporaryName.swap(for: name, new: 1, old: 0), [9])
        try AtomicReplacement.clearLeftovers(of: path)
        let kept = try component(stem.prefix(244) + Array(" (kept).pdf".utf8))
        #expect(try contents(scratch.path.appending(kept)) == [9])
        #expect(try scratch.names().count == 2)
    }

    // MARK: What changes between the check and the exchange

    @Test func `Rights and attributes that changed meanwhile are not undone`() throws {
        let scratch = try ScratchDirectory()
        let path = try scratch.file([1], mode: 0o644)
        #expect(try commit([1, 2], over: path) { try require(path) { chmod($0, 0o600) } } == .changedMeanwhile(path))
        #expect(try FileStatus(of: path).mode == 0o600)
        #expect(try contents(path) == [1])
        #expect(try commit([1, 2], over: path) == nil)
        #expect(try FileStatus(of: path).mode == 0o600)
    }

    @Test func `A path that leads elsewhere by the time of the exchange is a conflict, and the old file comes back`()
        throws
    {
        let scratch = try ScratchDirectory()
        let path = try scratch.file([1])
        let other = try scratch.file("other", [7])
        let link = scratch.path.appending("link")
        try makeLink(link, to: "original")
        let error = try commit([1, 2], over: link) {
            try require(link) { unlink($0) }
            try makeLink(link, to: "other")
        }
        #expect(error == .changedMeanwhile(path))
        #expect(try contents(path) == [1])
        #expect(try contents(other) == [7])
        #expect(try scratch.names() == ["link", "original", "other"])
    }

    @Test func `A directory that another one has replaced is a conflict, and its file stays`() throws {
        let scratch = try ScratchDirectory()
        let (directory, aside) = (scratch.path.appending("directory"), scratch.path.appending("aside"))
        for path in [directory, aside] { try PrivateDirectory.make(path) }
        for (path, byte) in [(directory, 1), (aside, 7)] as [(FilePath, UInt8)] {
            try OpenFile(creating: path.appending("f")).write([byte], at: 0)
        }
        let path = directory.appending("f")
        let error = try commit([1, 2], over: path) {
            let third = scratch.path.appending("third")
            try require(directory) { directory in third.withPlatformString { rename(directory, $0) } }
            try require(aside) { aside in directory.withPlatformString { rename(aside, $0) } }
            try require(third) { third in aside.withPlatformString { rename(third, $0) } }
        }
        #expect(error == .changedMeanwhile(path))
        #expect(try contents(path) == [7])
        #expect(try contents(aside.appending("f")) == [1])
    }

    @Test func `Leftovers of other files, and a temporary whose process lives, are left alone`() throws {
        let scratch = try ScratchDirectory()
        let path = try scratch.file("original.pdf", [1])
        _ = try scratch.file(".other.pdf.12.pdfco-tmp", [2])
        _ = try scratch.file(".original.pdf.zz.pdfco-tmp", [2])
        // Only its age tells that nobody writes it, perhaps through another mount.
        let young = TemporaryName.random(for: "original.pdf")
        _ = try scratch.file(young, [2])
        let old = try scratch.file(TemporaryName.random(for: "original.pdf"), [2])
        try Self.setAge(of: old, seconds: 601)
        let living = try AtomicReplacement(replacing: path)
        try AtomicReplacement.clearLeftovers(of: path)
        #expect(
            try scratch.names() == [
                TemporaryName.fixed(for: "original.pdf").string, young.string, ".original.pdf.zz.pdfco-tmp",
                ".other.pdf.12.pdfco-tmp", "original.pdf",
            ])
        _ = consume living
    }

    // MARK: Processes that know only lock files

    static func setAge(of path: FilePath, seconds: Int) throws {
        let time = Date(timeIntervalSinceNow: -TimeInterval(seconds))
        try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: path.string)
    }

    @Test func `A young lock file is waited for, and an old one taken over`() throws {
        let scratch = try ScratchDirectory()
        let path = try scratch.file("original.pdf", [1])
        let lockFile = try scratch.file(".original.pdf.pdfco-lock", [7])
        #expect(throws: FileSaveError.busy(path)) {
            _ = try CommitLock(on: OpenFile(reading: path), at: path, timeout: .milliseconds(50))
        }
        // What its holder was about to publish can no longer be published.
        try leave([2], of: [3], in: scratch)
        try Self.setAge(of: lockFile, seconds: 16)
        #expect(try commit([4], over: path) == nil)
        #expect(try scratch.names() == ["original (kept).pdf", "original.pdf"])
    }

    @Test func `After an append whose process stalled, the file is replaced before anybody appends`() throws {
        let scratch = try ScratchDirectory()
        let path = try scratch.file("original.pdf", [1])
        let lockFile = try scratch.file(".original.pdf.pdfco-lock", [7])
        try Self.setAge(of: lockFile, seconds: 16)
        for _ in 1...2 {
            #expect(try !InPlaceAppend(to: path).commit([[2]], at: 1, of: FileStatus(of: path), timeout: .zero))
            #expect(try contents(path) == [1])
            #expect(try scratch.names() == [".original.pdf.pdfco-lock", "original.pdf"])
        }
        #expect(try commit([1, 3], over: path) == nil)
        #expect(try scratch.names() == ["original.pdf"])
        #expect(try InPlaceAppend(to: path).commit([[2]], at: 2, of: FileStatus(of: path), timeout: .zero))
        #expect(try contents(path) == [1, 3, 2])
    }

    @Test func `What another process publishes with a lock file is not acknowledged as this one's`() throws {
        let scratch = try ScratchDirectory()
        let path = try scratch.file("original.pdf", [1])
        let other = try scratch.file("other", [3])
        // It has looked at the file before this one publishes, and publishes afterwards.
        let failure = try commit([2], over: path) {
            let lockFile = try scratch.file(".original.pdf.pdfco-lock", [7])
            DispatchQueue.global().async {
                while (try? OpenFile(reading: path).readAll()) != [2] { usleep(1000) }
                rename(other.string, path.string)
                unlink(lockFile.string)
            }
        }
        #expect(failure == .changedMeanwhile(path))
        #expect(try contents(path) == [3])
        #expect(try scratch.names() == ["original.pdf"])
    }

    @Test func `What another process puts over the new file at once is the document, and all that is left`() throws {
        let scratch = try ScratchDirectory()
        let path = try scratch.file("original.pdf", [1])
        let other = try scratch.file("other", [3])
        let failure = try commit([2], over: path, later: { rename(other.string, path.string) })
        #expect(failure == .changedMeanwhile(path))
        #expect(try contents(path) == [3])
        #expect(try scratch.names() == ["original.pdf"])
    }

    @Test func `What another process made of the new file is acknowledged`() throws {
        let scratch = try ScratchDirectory()
        let path = try scratch.file("original.pdf", [1])
        let other = try scratch.file("other", [2, 3])
        let lockFile = try scratch.file(".original.pdf.pdfco-lock", [7])
        try Self.setAge(of: lockFile, seconds: 16)
        let old = try OpenFile(reading: path)
        let lock = try CommitLock(on: old, at: path)
        let new = try scratch.file("new", [2])
        rename(other.string, path.string)
        try lock.confirmPublished(OpenFile(reading: new))
        #expect(throws: FileSaveError.changedMeanwhile(path)) {
            try lock.confirmPublished(OpenFile(reading: scratch.file("newer", [2, 4])))
        }
    }

    @Test(arguments: [true, false])
    func `A file that libfuse has given a hidden name gets its own back, the old one before the new one`(
        isContinued: Bool
    ) throws {
        let scratch = try ScratchDirectory()
        let path = scratch.path.appending("original.pdf")
        #expect(!AtomicReplacement.putBack(at: path))
        let (new, old) = (try scratch.file("new", [1, 2]), try scratch.file(".fuse_hidden000001", [1]))
        _ = try scratch.file(".fuse_hidden000000", [9])
        let numbers = try (OpenFile(reading: new).fingerprint(), OpenFile(reading: old).digest())
        let swap = TemporaryName.swap(for: "original.pdf", new: numbers.0, old: isContinued ? 0 : numbers.1)
        rename(new.string, scratch.path.appending(swap).string)
        #expect(AtomicReplacement.putBack(at: path))
        #expect(try contents(path) == [1])
        unlink(path.string)
        #expect(AtomicReplacement.putBack(at: path))
        #expect(try contents(path) == [1, 2])
        #expect(try scratch.names() == [".fuse_hidden000000", "original.pdf"])
    }

    @Test func `A lock file that another process removes while it is examined is no error`() throws {
        let scratch = try ScratchDirectory()
        let path = try scratch.file([1])
        // Two locks of their own, and one lock file.
        let paths = [path, scratch.path]
        let failures = Mutex<[String]>([])
        DispatchQueue.concurrentPerform(iterations: 4) { number in
            for _ in 1...100 {
                do { _ = try CommitLock(on: OpenFile(reading: paths[number % 2]), at: path, appending: true) } catch {
                    failures.withLock { $0.append("\(error)") }
                }
            }
        }
        #expect(failures.withLock { $0 }.isEmpty)
        #expect(try scratch.names() == ["original"])
    }
}
