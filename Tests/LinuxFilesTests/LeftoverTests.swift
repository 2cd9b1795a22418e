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
        _ = try scratch.file(".original.pdfco-tmp", [2])
        try AtomicReplacement.clearLeftover(of: path)
        try AtomicReplacement.clearLeftover(of: path)
        #expect(try scratch.names() == ["original"])
        _ = try scratch.file(".original.pdfco-tmp", [2])
        #expect(try AtomicReplacement.clearLeftover(named: ".original.pdfco-tmp", in: scratch.path))
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
        #expect(try !AtomicReplacement.clearLeftover(named: ".original.pdfco-tmp", in: scratch.path))
        try AtomicReplacement.clearLeftover(of: path)
        try replacement.append([2])
        try replacement.finish().commit()
        #expect(try contents(path) == [2])
        let directory = scratch.path.appending(".directory.pdfco-tmp")
        try PrivateDirectory.make(directory)
        #expect(try !AtomicReplacement.clearLeftover(named: ".directory.pdfco-tmp", in: scratch.path))
        #expect(try FileStatus(of: directory).kind == .directory)
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
