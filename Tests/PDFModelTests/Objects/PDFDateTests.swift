import FoundationEssentials
import Mutations
import Testing

@testable import PDFModel

@Suite struct PDFDateTests {
    @Test func `A date of the years 0 to 9999 reads back in whole seconds`() {
        var generator = SeededGenerator(state: 5)
        for _ in 0..<2000 {
            let seconds = Int.random(in: -62_167_219_200..<253_402_300_800, using: &generator)
            let text = PDFDate.string(Date(timeIntervalSince1970: Double(seconds) + 0.25)).text
            #expect(PDFDate.date(text) == Date(timeIntervalSince1970: Double(seconds)))
            #expect(text.utf8.count == 17)
        }
    }

    @Test(arguments: [
        (0, "D:19700101000000Z"), (1_709_164_800, "D:20240229000000Z"), (-1, "D:19691231235959Z"),
        (951_782_399, "D:20000228235959Z"), (4_107_542_399, "D:21000228235959Z"),
        (253_402_300_799, "D:99991231235959Z"),
        (-62_167_219_200, "D:00000101000000Z"),
    ])
    func `Dates are written in UTC`(seconds: Int, text: String) {
        #expect(PDFDate.string(Date(timeIntervalSince1970: Double(seconds))).text == text)
    }

    @Test(arguments: [
        ("D:20240229120000+01'00'", 1_709_204_400), ("D:20240229120000+01'00", 1_709_204_400),
        ("D:20240229120000+0100", 1_709_204_400), ("D:20240229120000-01", 1_709_211_600), ("20240229", 1_709_164_800),
        ("D:2024", 1_704_067_200), ("D:20240229120000Z00'00'", 1_709_208_000), ("D:20240229120000junk", 1_709_208_000),
    ])
    func `Dates of other writers are read`(text: String, seconds: Int) {
        #expect(PDFDate.date(text) == Date(timeIntervalSince1970: Double(seconds)))
    }

    @Test(arguments: [
        "", "D:", "D:20", "yesterday", "D:20241301", "D:20240132", "D:2024010125", "D:202401012460", "D:٢٠٢٤",
    ])
    func `What is no date is none`(text: String) {
        #expect(PDFDate.date(text) == nil)
    }
}
