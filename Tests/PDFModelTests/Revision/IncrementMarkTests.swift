import TestSupport
import Testing

@testable import PDFModel

/// How an increment that was cut off is told from every other end of a file.
@Suite struct IncrementMarkTests {
    private func wholeLength(_ bytes: some Sequence<UInt8>) -> Int {
        Array(bytes).withUnsafeBytes { UnfinishedIncrement.wholeLength($0) }
    }

    /// A file, and the same with one annotation more.
    private func files(_ name: String, contents: String? = nil) throws -> (old: [UInt8], new: [UInt8]) {
        let file = try PDFFile(Fixture.bytes(name))
        return (Array(file.bytes), try file.appending(increment(file, adding: .square("new", contents: contents))))
    }

    /// Where the checksums of the mark begin.
    private func headEnd(_ old: [UInt8], _ new: [UInt8]) throws -> Int {
        try #require(new[old.count...].firstRange(of: Array("blocks=".utf8))).upperBound
    }

    /// Where the mark's line ends.
    private func lineEnd(_ old: [UInt8], _ new: [UInt8]) throws -> Int {
        try #require(new.dropFirst(old.count + 1).firstIndex(of: 0x0A)) + 1
    }

    @Test(arguments: ["table.pdf", "stream.pdf", "no-final-newline.pdf", "header-junk.pdf", "trailing-junk.pdf"])
    func `An increment cut at any byte is counted off, or is a comment and no more`(name: String) throws {
        let (old, new) = try files(name)
        let headEnd = try headEnd(old, new)
        #expect(wholeLength(new) == new.count)
        for end in old.count..<new.count {
            let length = wholeLength(new[..<end])
            if end < headEnd {
                #expect(length == end, "a part of the mark is a comment")
                #expect(new[old.count..<end].dropFirst().allSatisfy { $0 != 0x0A })
            } else if end == new.count - 1 {
                #expect(length == end, "only the last line end is missing")
            } else {
                #expect(length == old.count, "cut at \(end)")
            }
        }
    }

    @Test(arguments: ["table.pdf", "stream.pdf", "no-final-newline.pdf"])
    func `A cut file is the old document, and the next increment makes it whole`(name: String) throws {
        let (old, new) = try files(name)
        let pages = try PDFFile(old).pageCount()
        let annotations = try PDFFile(old).annotationCount()
        for end in stride(from: old.count, to: new.count - 1, by: 37) {
            let torn = try PDFFile(Array(new[..<end]))
            #expect(try torn.pageCount() == pages)
            #expect(try torn.annotationCount() == annotations)
            #expect(torn.count + torn.unfinishedCount == end)
            let repaired = try PDFFile(torn.appending(increment(torn, adding: .square("again"))))
            #expect(try repaired.annotationCount() == annotations + 1)
            #expect(repaired.unfinishedCount == 0)
        }
    }

    @Test(arguments: ["table.pdf", "stream.pdf"])
    func `The second of two increments is counted off alone`(name: String) throws {
        let (old, new) = try files(name)
        let file = try PDFFile(new)
        let newest = try file.appending(increment(file, adding: .square("newer")))
        for end in try lineEnd(new, newest)..<(newest.count - 1) { #expect(wholeLength(newest[..<end]) == new.count) }
        #expect(old.count < new.count)
    }

    @Test(arguments: ["table.pdf", "stream.pdf"])
    func `Of a torn increment in which a byte was changed nothing is counted off, but where it fits`(
        name: String
    ) throws {
        let (old, new) = try files(name)
        let torn = Array(new.dropLast(20))
        let lineEnd = try lineEnd(old, new)
        for place in old.count..<torn.count {
            for bit in [0, 3, 6] {
                var changed = torn
                changed[place] ^= 1 << bit
                let length = wholeLength(changed)
                // The last block is not all there, and so has no checksum. A base that is one less says that the line end before
                // the mark came with it; a changed digit may be one of a block that is not there.
                let isOld = length == old.count || length == old.count - 1
                let isProven = place >= torn.count / 64 * 64 || place < lineEnd
                #expect(length == torn.count || isProven && isOld, "bit \(bit) of byte \(place)")
            }
        }
    }

    /// The head of a long mark is on the disk before its checksums are.
    @Test func `A long mark that a power cut left with zeros is counted off`() throws {
        let (old, new) = try files("table.pdf", contents: String(repeating: "long ", count: 4000))
        let (headEnd, lineEnd) = try (headEnd(old, new), lineEnd(old, new))
        let borders = [headEnd] + stride(from: (headEnd / 512 + 1) * 512, to: lineEnd, by: 512) + [lineEnd]
        try #require(borders.count >= 4)
        for first in borders.indices {
            for last in borders.indices[(first + 1)...] {
                var torn = Array(new[..<lineEnd])
                let lost = borders[first]..<borders[last]
                torn.replaceSubrange(lost, with: [UInt8](repeating: 0, count: lost.count))
                #expect(wholeLength(torn) == old.count, "\(lost)")
            }
        }
        for foreign in ["\n1 0 obj", "\nstartxref\n12\n%%EOF\n", "x"] {
            let bytes = new[..<(lineEnd - 700)] + Array(foreign.utf8)
            #expect(wholeLength(bytes) == bytes.count)
        }
    }

    @Test func `Zeros that a power cut left in the place of the end are counted off`() throws {
        let (old, new) = try files("table.pdf")
        let lineEnd = try lineEnd(old, new)
        for written in stride(from: lineEnd, to: new.count - 1, by: 11) {
            let zeros = [UInt8](repeating: 0, count: new.count - written)
            #expect(wholeLength(new[..<written] + zeros) == old.count)
        }
    }

    /// A power cut may keep the end and lose what was written before it: every run of sectors but the last.
    @Test(arguments: ["table.pdf", "stream.pdf", "no-final-newline.pdf"])
    func `Zeros that a power cut left before a whole end are counted off`(name: String) throws {
        let (old, new) = try files(name, contents: String(repeating: "long ", count: 500))
        let lineEnd = try lineEnd(old, new)
        let borders = [lineEnd] + stride(from: (lineEnd / 512 + 1) * 512, to: new.count, by: 512)
        for first in borders.indices {
            for last in borders.indices[(first + 1)...] {
                var torn = new
                let lost = borders[first]..<borders[last]
                torn.replaceSubrange(lost, with: [UInt8](repeating: 0, count: lost.count))
                #expect(wholeLength(torn) == old.count, "\(lost) of \(new.count)")
            }
        }
        #expect(borders.count > 5)
    }

    @Test(arguments: ["table.pdf", "stream.pdf"])
    func `A byte that somebody changed in a whole increment takes nothing away`(name: String) throws {
        let (old, new) = try files(name)
        for place in try lineEnd(old, new)..<(new.count - 1) {
            var changed = new
            changed[place] = changed[place] == 0x58 ? 0x59 : 0x58
            #expect(wholeLength(changed) == new.count, "changed at \(place)")
        }
    }

    /// An increment with a mark of version 1, which states one checksum.
    private func former(_ old: [UInt8], _ body: [UInt8]) -> [UInt8] {
        let checksum = body.withUnsafeBytes { WrittenMark.checksumVersionOne(of: $0) }
        return old + Array("%pdfco-increment 1 base=\(old.count) length=\(body.count) sha256=\(checksum)\n".utf8) + body
    }

    @Test func `An increment of version 1 that was cut at any byte is recognised`() throws {
        let (old, new) = try files("table.pdf", contents: String(repeating: "long ", count: 200))
        let body = Array(new[try lineEnd(old, new)...])
        let whole = former(old, body)
        #expect(wholeLength(whole) == whole.count && wholeLength(whole.dropLast()) == whole.count - 1)
        for count in 2...body.count { #expect(wholeLength(whole.dropLast(count)) == old.count) }
        for written in stride(from: 0, to: body.count - 1, by: 13) {
            let zeros = [UInt8](repeating: 0, count: body.count - written)
            #expect(wholeLength(whole.dropLast(body.count - written) + zeros) == old.count)
        }
        var lost = whole
        let sector = 1536..<2048
        lost.replaceSubrange(sector, with: [UInt8](repeating: 0, count: sector.count))
        #expect(wholeLength(lost) == old.count)
    }

    @Test func `Another revision behind an unfinished increment of version 1 stays`() throws {
        let (old, new) = try files("table.pdf")
        let whole = former(old, Array(new[try lineEnd(old, new)...]))
        for end in stride(from: old.count + 70, to: whole.count - 1, by: 3) {
            for foreign in ["startxref\n9\n%%EOF\n", "9 0 obj\n1\nendobj\n% no\nstartxref\n9", "\n%%EOF\nmore"] {
                let bytes = whole[..<end] + Array(foreign.utf8)
                #expect(wholeLength(bytes) == bytes.count, "\(foreign) at \(end)")
            }
        }
    }

    @Test(
        arguments: [
            "", "junk", "%%EOF", "%%EOF\n", "%", "%pdfco-increment", "%pdfco-increment 1 base=",
            "%pdfco-increment 1 base=0 length=9999 sha256=0123456789abcdef\n",
            "x%pdfco-increment 1 base=1031 length=9999 sha256=0123456789abcdef\n1 0 obj\n",
            "%pdfco-increment 1 base=1032 length=9999 sha256=0123456789abcdef\n1 0 obj\n",
            "%pdfco-increment 1 base=999999999999999999999 length=9999 sha256=0123456789abcdef\n1 0 obj\n",
            "%pdfco-increment 1 base=1031 length=1 sha256=0123456789abcdef\n1 0 obj\n",
            "%pdfco-increment 1 base=1031 length=x sha256=0123456789abcdef\n1 0 obj\n",
            "%pdfco-increment 2 base=1031 length=9999 sha256=0123456789abcdef\n1 0 obj\n",
            "%pdfco-increment 3 base=1031 length=9999 blocks=0123456789abcdef\n1 0 obj\n",
            "%pdfco-increment 2 base=1031 length=80 blocks=012345670000\n1 0 obj\nstartxref\n9\n%%EOF\n",
            "%pdfco-increment 2 base=1031 length=20 blocks=01230000\n1 0 obj\nstartxref 9\n",
            "%pdfco-increment 2 base=1031 length=0 blocks=0000\n",
            "%pdfco-increment 2 base=0 length=99 blocks=", "%pdfco-increment 2 base=1029 length=99 blocks=",
            "%pdfco-increment 2 base=1031 length=999999999999999999 blocks=0123",
            "%pdfco-increment 2  base=1031 length=99 blocks=0123",
            "%pdfco-increment 2 base=1031 length=099 blocks=0123",
        ])
    func `Foreign bytes are never counted off`(tail: String) throws {
        let old = try Fixture.bytes("table.pdf")
        #expect(old.count == 1031)
        #expect(wholeLength(old + Array(tail.utf8)) == old.count + tail.utf8.count)
    }

    @Test func `Foreign bytes behind a whole increment stay`() throws {
        let (_, new) = try files("table.pdf")
        for tail in ["x", "junk\n", "\n%%EOF\nmore", "%pdfco-increment 1 base=12 length=99 sha256=0123456789abcdef\nx"]
        {
            #expect(wholeLength(new + Array(tail.utf8)) == new.count + tail.utf8.count)
        }
    }

    @Test(arguments: ["table.pdf", "stream.pdf", "annots-direct.pdf"])
    func `What annotations say cannot pass for the end of a file or for a mark`(name: String) throws {
        let mark = "%pdfco-increment 1 base=\(try Fixture.bytes(name).count) length=99 sha256=0123456789abcdef\n"
        let text = "%%EOF\nstartxref\n0\n%%EOF\n\(mark)%%EOF"
        let (old, new) = try files(name, contents: text)
        #expect(new.count(of: "%%EOF") == old.count(of: "%%EOF") + 1)
        #expect(new.count(of: "%pdfco-increment") == 1 && new.count(of: "%pdfco-end") == 1)
        for end in try lineEnd(old, new)..<(new.count - 1) { #expect(wholeLength(new[..<end]) == old.count) }
        let file = try PDFFile(new)
        #expect(try file.annotations(onPages: .first).last?.annotation.contents == text)
        #expect(file.revisions().count == 2)
        let again = try PDFFile(file.appending(increment(file, adding: .square("more", contents: text))))
        #expect(again.revisions().map(\.bytes) == [old.count, new.count, again.count])
    }
}
