import Testing

@testable import PDFModel

/// Page ranges as the manual of qpdf describes them.
@Suite struct PageRangeTests {
    @Test(arguments: [
        ("1", [1]), ("z", [10]), ("r1", [10]), ("r10", [1]), ("1-3,7,z", [1, 2, 3, 7, 10]), ("3,1", [3, 1]),
        ("3-1", [3, 2, 1]), ("z-8", [10, 9, 8]), ("r3-r1", [8, 9, 10]), ("r1-r3", [10, 9, 8]), ("2,2,2", [2]),
        ("odd", [1, 3, 5, 7, 9]), ("even", [2, 4, 6, 8, 10]), ("last", [10]), ("-1", [10]), ("2,-3,last", [2, 8, 10]),
        ("9-last", [9, 10]), ("1-z:odd", [1, 3, 5, 7, 9]), ("1-z:even", [2, 4, 6, 8, 10]), ("5-9:odd", [5, 7, 9]),
        ("4-6,2:even", [5, 2]), ("9,all", [9, 1, 2, 3, 4, 5, 6, 7, 8, 10]),
        ("z-1:even", [9, 7, 5, 3, 1]), ("007", [7]), ("1:even", []),
    ])
    func `A range chooses pages in its order`(text: String, pages: [Int]) throws {
        let range = try #require(PageRange(text))
        #expect(try range.pages(of: 10) == pages)
        #expect(range.description == text)
    }

    @Test(arguments: [
        "", ",", "1,", ",1", "1,,2", "-", "1-", "-0", "--1", "-1-2", "oddly", "odd,1", "last:", "1-2-3", "0", "r0", "r",
        "rz", "a", "1:", ":odd", "1:ODD",
        "1:odd:even",
        "1 2", " 1", "1.5", "+1", "٣", "99999999999999999999", "z1", "Z", "1-z:", "r-1",
    ])
    func `What is no range is none`(text: String) {
        #expect(PageRange(text) == nil)
    }

    @Test(arguments: [
        ("11", 11), ("1-11", 11), ("r11", 0), ("12-1", 12), ("9223372036854775807", Int.max), ("5,99,2", 99),
    ])
    func `A page that is not there is an error that names it`(text: String, page: Int) throws {
        let range = try #require(PageRange(text))
        #expect(throws: PDFError.pageOutOfRange(page, pageCount: 10)) { try range.pages(of: 10) }
    }

    @Test func `Ranges are equal by what they choose`() {
        #expect(PageRange("1-z") == PageRange.all)
        #expect(PageRange("1") == PageRange("1-1"))
        #expect(PageRange("1") == PageRange.first)
        #expect(PageRange("1-z:odd") != PageRange.all)
        #expect(PageRange("2") != PageRange("r2"))
    }
}
