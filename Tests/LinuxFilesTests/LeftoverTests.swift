import CLinux
import Glibc
import SystemPackage
import Testing

@testable import LinuxFiles

/// Temporaries that dead processes left (invariant 7).
@Suite struct LeftoverTests {
    @Test func `A leftover is removed by its target or by its name, another file is not`() throws {
        let scratch = try ScratchDirectory()
        let path = try scratch.file([1])
        _ = try scratch.file(TemporaryName.fixed(for: "original"), [2])
        try AtomicReplacement.clearLeftover(of: path)
        try AtomicReplacement.clearLeftover(of: path)
        #expect(try scratch.names() == ["original"])
        _ = try scratch.file(TemporaryName.fixed(for: "original"), [2])
        #expect(try AtomicReplacement.clearLeftover(named: TemporaryName.fixed(for: "original"), in: scratch.path))
        for name in ["original", ".original", "original.pdfco-tmp"] {
            if name != "original" { _ = try scratch.file(try component(Array(name.utf8)), [3]) }
            #expect(try !AtomicReplacement.clearLeftover(named: component(Array(name.utf8)), in: scratch.path))
        }
        #expect(try scratch.names() == [".original", "original", "original.pdfco-tmp"])
    }

    @Test func `What is not there was not removed`() throws {
        let scratch = try ScratchDirectory()
        #expect(try !AtomicReplacement.clearLeftover(named: ".gone.pdfco-tmp", in: scratch.path))
    }

    @Test func `A temporary whose process lives is left alone, and so is a directory of that name`() throws {
        let scratch = try ScratchDirectory()
        let path = try scratch.file([1])
        var replacement = try AtomicReplacement(replacing: path)
        #expect(try !AtomicReplacement.clearLeftover(named: TemporaryName.fixed(for: "original"), in: scratch.path))
        try AtomicReplacement.clearLeftover(of: path)
        try replacement.append([2])
        try replacement.finish().commit()
        #expect(try contents(path) == [2])
        let directory = scratch.path.appending(".directory.pdfco-tmp")
        try PrivateDirectory.make(directory)
        #expect(try !AtomicReplacement.clearLeftover(named: ".directory.pdfco-tmp", in: scratch.path))
        #expect(try FileStatus(of: directory).kind == .directory)
    }

    /// What earlier versions called a temporary may be a file of its user's.
    @Test(
        arguments: [
            ("", false), ("01234", false), ("0123456789", false), ("0123456789\n", false),
            ("0123456789%pdfco-inc", false),
            ("0123456789\n%pdfco-increment 2 base=10 length=6", false),
            ("0123456789%pdfco-increment 2 base=10 length=64 blocks=00", false),
            ("0123456789%pdfco-increment 2 base=10 length=3 blocks=00000000\nabc", false),
            ("0123456789\n%pdfco-increment 2 base=10 length=3 blocks=00000000\nabcd", true),
            ("0123456789%pdfco-increment 2 base=9 length=3 blocks=00000000\nabc", true),
            ("0123456789%pdfco-increment 2 base=10 length=9223372036854775807 blocks=", true),
            ("my own notes", true), ("0123456789 and mine", true), ("\0\0\0", true),
        ] as [(String, Bool)])
    func `Under a name without the checksum only a part of a save goes, any other file gets a visible name`(
        text: String, isKept: Bool
    ) throws {
        for (name, age) in [(".original.pdf.pdfco-tmp", 0), (".original.pdf.77.pdfco-tmp", 601)] {
            let scratch = try ScratchDirectory()
            let path = try scratch.file("original.pdf", Array("0123456789".utf8))
            let claimed = try scratch.file(try component(Array(name.utf8)), Array(text.utf8))
            try CommitTests.setAge(of: claimed, seconds: age)
            do {
                let held = try OpenFile(reading: claimed)
                _ = try held.tryLock(.exclusive)
                try AtomicReplacement.clearLeftovers(of: path)
                #expect(try scratch.names() == [name, "original.pdf"])
            }
            try AtomicReplacement.clearLeftovers(of: path)
            #expect(try scratch.names() == (isKept ? ["original (kept).pdf"] : []) + ["original.pdf"])
            if isKept {
                #expect(try contents(scratch.path.appending("original (kept).pdf")) == Array(text.utf8))
            }
        }
    }

    @Test func `An earlier version's leftover goes before the document changes, which then proves nothing`() throws {
        let scratch = try ScratchDirectory()
        let path = try scratch.file("original.pdf", [1, 2])
        _ = try scratch.file(".original.pdf.pdfco-tmp", [1, 2] + Array("%pdfco-increment 2 base=2 length=1".utf8))
        let file = try OpenFile(reading: path)
        let replacement = try AtomicReplacement(replacing: path)
        let lock = try CommitLock(on: file, at: path.resolvingLinks())
        try replacement.finish().commit()
        _ = consume lock
        try AtomicReplacement.clearLeftovers(of: path)
        #expect(try scratch.names() == ["original.pdf"])
    }

    @Test func `A name with the checksum of another file's name proves nothing`() throws {
        let scratch = try ScratchDirectory()
        let path = try scratch.file("original.pdf", [1])
        let other = TemporaryName.fixed(for: "other.pdf").string.dropFirst(".other.pdf".count)
        _ = try scratch.file(try component(Array(".original.pdf\(other)".utf8)), [9])
        let own = try scratch.file(TemporaryName.random(for: "original.pdf"), [9])
        for path in try scratch.names() where path.hasPrefix(".") {
            try CommitTests.setAge(of: scratch.path.appending(path), seconds: 601)
        }
        try AtomicReplacement.clearLeftovers(of: path)
        #expect(try scratch.names() == ["original (kept).pdf", "original.pdf"])
        _ = own
    }

    /// A save that found it locked would take another name, and leave this one behind.
    @Test func `A temporary that another save is just making is not touched, an old one is removed`() throws {
        let scratch = try ScratchDirectory()
        let path = try scratch.file([1])
        let name = TemporaryName.random(for: "original")
        let temporary = try scratch.file(name, [])
        let events = try FileEvents()
        _ = try events.watch(temporary, for: .closed)
        try AtomicReplacement.clearLeftovers(of: path)
        #expect(try events.read().isEmpty)
        #expect(try scratch.names() == [name.string, "original"])
        try require(temporary) { utimensat(AT_FDCWD, $0, [timespec(), timespec()], 0) }
        try AtomicReplacement.clearLeftovers(of: path)
        #expect(try scratch.names() == ["original"])
    }

    @Test func `A replacement that is gone on with stays locked after the commit`() throws {
        let scratch = try ScratchDirectory()
        let path = try scratch.file([1])
        var replacement = try AtomicReplacement(replacing: path)
        try replacement.append([2])
        let finished = try replacement.finish()
        do {
            let file = try finished.openFile()
            try finished.commit()
            #expect(try OpenFile(reading: path).tryLock(.shared) == false)
            try file.append([3])
            #expect(file.path == (try path.resolvingLinks()))
        }
        #expect(try OpenFile(reading: path).tryLock(.exclusive))
        #expect(try contents(path) == [2, 3])
        #expect(try scratch.names() == ["original"])
    }
}
