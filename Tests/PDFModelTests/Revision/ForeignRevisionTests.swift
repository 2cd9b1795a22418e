import TestSupport
import Testing

@testable import PDFModel

/// Revisions that another program appended behind an increment of ours, however far that came (invariant 8).
@Suite struct ForeignRevisionTests {
    /// What another program's revision ends with, around its `startxref`.
    enum End: String, CaseIterable {
        case plain, comment, ownComment, zero, text, lineEnds, noEnd, noLineEnd, carriageReturns

        func bytes(_ startXRef: Int, base: Int) -> [UInt8] {
            let end = "startxref\n\(startXRef)\n%%EOF\n"
            let text: String =
                switch self {
                case .plain: end
                case .comment: "% signed\n" + end
                case .ownComment: IncrementMark.endLine(base: base) + end
                case .zero: end + "\0"
                case .text: end + "text behind it"
                case .lineEnds: end + "\n\r\n\n"
                case .noEnd: "startxref\n\(startXRef)\n"
                case .noLineEnd: "startxref \(startXRef) %%EOF"
                case .carriageReturns: "startxref\r\(startXRef)\r%%EOF\r"
                }
            return Array(text.utf8)
        }
    }

    private func wholeLength(_ bytes: [UInt8]) -> Int { bytes.withUnsafeBytes { UnfinishedIncrement.wholeLength($0) } }

    /// A file, and the same with an increment of ours.
    private func files(_ name: String) throws -> (old: [UInt8], new: [UInt8]) {
        let file = try PDFFile(Fixture.bytes(name))
        return (Array(file.bytes), try file.appending(increment(file, adding: .square("new"))))
    }

    /// The bytes with a revision behind them that chains to the section at `previous`: object 90 is `value`.
    private func revision(behind bytes: [UInt8], chainingTo previous: Int, base: Int, value: String, _ end: End)
        -> [UInt8]
    {
        let object = bytes + Array("\n90 0 obj\n\(value)\nendobj\n".utf8)
        let place = String("0000000000\(bytes.count + 1)".suffix(10))
        let table = "xref\n90 1\n\(place) 00000 n \ntrailer\n<< /Size 91 /Root 1 0 R /Prev \(previous) >>\n"
        return object + Array(table.utf8) + end.bytes(object.count, base: base)
    }

    @Test(arguments: End.allCases)
    func `Another program's revision behind an increment that was cut at any byte stays`(end: End) throws {
        let (old, new) = try files("table.pdf")
        let previous = try PDFFile(old).startXRef
        for cut in old.count...new.count {
            for length in [1, 700, 4000] {
                let value = "(" + String(repeating: "x", count: length) + ")"
                let file = revision(
                    behind: Array(new[..<cut]), chainingTo: previous, base: old.count, value: value, end)
                #expect(wholeLength(file) == file.count, "\(length) bytes at \(cut)")
            }
        }
    }

    @Test(arguments: [End.plain, .comment, .zero, .lineEnds])
    func `What another program appended to an unfinished increment is read, and added to`(end: End) throws {
        let (old, new) = try files("table.pdf")
        let previous = try PDFFile(old).startXRef
        for cut in stride(from: old.count + 120, to: new.count, by: 97) {
            let bytes = revision(
                behind: Array(new[..<cut]), chainingTo: previous, base: old.count, value: "(kept)", end)
            let file = try PDFFile(bytes)
            #expect(file.unfinishedCount == 0)
            let next = try file.appending(increment(file, adding: .square("more")))
            #expect(next.starts(with: bytes))
            #expect(try PDFFile(next).object(IndirectReference(90)).stringValue?.bytes == Array("kept".utf8))
            #expect(try PDFFile(next).annotationCount() == PDFFile(old).annotationCount() + 1)
        }
    }

    @Test func `An increment of ours that is cut off behind another program's is counted off alone`() throws {
        let (old, new) = try files("table.pdf")
        let previous = try PDFFile(old).startXRef
        let torn = Array(new.dropLast(300))
        let bytes = revision(behind: torn, chainingTo: previous, base: old.count, value: "(kept)", .text)
        let file = try PDFFile(bytes)
        let next = try file.appending(increment(file, adding: .square("more")))
        for end in stride(from: next.count - 2, to: bytes.count + 150, by: -41) {
            #expect(wholeLength(Array(next[..<end])) == bytes.count, "cut at \(end)")
        }
    }

    @Test func `What another program wrote into an unfinished increment stays`() throws {
        let (old, new) = try files("table.pdf")
        let previous = try PDFFile(old).startXRef
        let revision = revision(behind: [], chainingTo: previous, base: old.count, value: "1", .plain)
        let bodyStart = try #require(new.dropFirst(old.count + 1).firstIndex(of: 0x0A)) + 1
        for length in stride(from: bodyStart + revision.count, through: new.count, by: 31) {
            for place in stride(from: bodyStart, through: length - revision.count, by: 53) {
                var file = Array(new[..<length])
                file.replaceSubrange(place..<(place + revision.count), with: revision)
                #expect(wholeLength(file) == file.count, "\(place) of \(length)")
            }
        }
    }

    /// The length, the base and the checksums of a forged mark may say what they want.
    @Test(arguments: End.allCases)
    func `Another program's revision behind a forged mark stays`(end: End) throws {
        let old = try Fixture.bytes("table.pdf")
        let previous = try PDFFile(old).startXRef
        for length in [1, 64, 200, 300, 1000, 1_000_000, 999_999_999_999] {
            for base in [0, 1, old.count - 1, old.count, old.count + 1] {
                let head = String(decoding: IncrementMark(base: base, length: length).head, as: UTF8.self)
                let digits = min(IncrementMark(base: base, length: length).digitCount, 5000)
                let one = "%pdfco-increment 1 base=\(base) length=\(length) sha256=0123456789abcdef\n"
                for mark in [head + String(repeating: "0", count: digits) + "\n", head + "\n", head, one] {
                    let file = revision(
                        behind: old + Array(mark.utf8), chainingTo: previous, base: base, value: "1", end)
                    #expect(wholeLength(file) == file.count, "\(mark.prefix(60))")
                }
            }
        }
    }

    @Test(arguments: End.allCases)
    func `Another program's revision behind a mark that is forged for it stays`(end: End) throws {
        let old = try Fixture.bytes("table.pdf")
        let previous = try PDFFile(old).startXRef
        for missing in [1, 2, 63, 64, 500] {
            // The mark is as long as the one that is made for the revision behind it.
            let draft = revision(behind: old, chainingTo: previous, base: old.count, value: "1", end)
            let mark = IncrementMark(base: old.count, length: draft.count - old.count + 2 + missing)
            let blank = old + [UInt8](repeating: 0x20, count: mark.count)
            let whole = revision(behind: blank, chainingTo: previous, base: old.count, value: "1", end)
            let body = Array(whole[blank.count...])
            let line = mark.line(of: body + [UInt8](repeating: 0, count: mark.length - body.count), at: blank.count)
            let file = old + line + body
            #expect(file.count == whole.count)
            #expect(wholeLength(file) == file.count, "\(missing) bytes missing")
            let lost = file + [UInt8](repeating: 0, count: mark.length - body.count)
            #expect(wholeLength(lost) == lost.count, "\(missing) zeros")
        }
    }
}
