import TestSupport
import Testing

@testable import PDFModel

/// How an increment that was cut off is told from every other end of a file.
@Suite struct IncrementMarkTests {
    private func wholeLength(_ bytes: some Sequence<UInt8>) -> Int {
        Array(bytes).withUnsafeBytes { IncrementMark.wholeLength($0) }
    }

    /// A file, and the same with one annotation more.
    private func files(_ name: String, contents: String? = nil) throws -> (old: [UInt8], new: [UInt8]) {
        let file = try PDFFile(Fixture.bytes(name))
        return (Array(file.bytes), try file.appending(increment(file, adding: .square("new", contents: contents))))
    }

    /// Where the mark's line ends.
    private func lineEnd(_ old: [UInt8], _ new: [UInt8]) throws -> Int {
        try #require(new[(old.count + 1)...].firstIndex(of: 0x0A)) + 1
    }

    @Test(arguments: ["table.pdf", "stream.pdf", "no-final-newline.pdf", "header-junk.pdf", "trailing-junk.pdf"])
    func `An increment cut at any byte is counted off, or is a comment and no more`(name: String) throws {
        let (old, new) = try files(name)
        let lineEnd = try lineEnd(old, new)
        #expect(wholeLength(new) == new.count)
        for end in old.count..<new.count {
            let length = wholeLength(new[..<end])
            if end < lineEnd {
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

    @Test func `A changed byte at the end is recognised by the checksum`() throws {
        let (old, new) = try files("table.pdf")
        for place in (new.count - 6)..<(new.count - 1) {
            var changed = new
            changed[place] ^= 1
            #expect(wholeLength(changed) == old.count)
        }
    }

    @Test func `Any changed byte of the mark gives the old length or leaves the file alone`() throws {
        let (old, new) = try files("table.pdf")
        let torn = Array(new.dropLast(20))
        let lineEnd = try lineEnd(old, new)
        for place in old.count..<torn.count {
            for bit in [0, 3, 6] {
                var changed = torn
                changed[place] ^= 1 << bit
                let length = wholeLength(changed)
                // A base that is one less says that the line end before the mark came with it.
                let isOld = length == old.count || length == old.count - 1
                #expect(isOld || (place < lineEnd && length == torn.count))
            }
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
        let end = try #require(new.indices(of: "%pdfco-end").last)
        let section = try PDFFile(new).startXRef
        // Where the section begins, a changed byte makes a file that does not end as it should.
        for place in try lineEnd(old, new)..<end where !(section..<(section + 8)).contains(place) {
            var changed = new
            changed[place] = changed[place] == 0x58 ? 0x59 : 0x58
            #expect(wholeLength(changed) == new.count, "changed at \(place)")
        }
    }

    @Test func `An increment without the line at its end, as before, is recognised as well`() throws {
        let (old, new) = try files("table.pdf")
        let body = Array(new[try lineEnd(old, new)...])
        let end = try #require(body.indices(of: "%pdfco-end").first)
        let former = body[..<end] + body[end...].drop { $0 != 0x0A }.dropFirst()
        let whole = old + Array(IncrementMark(base: old.count, body: Array(former)).line.utf8) + former
        #expect(wholeLength(whole) == whole.count)
        for count in stride(from: 2, to: former.count, by: 7) {
            #expect(wholeLength(whole.dropLast(count)) == old.count)
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
