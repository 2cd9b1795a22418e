import Mutations
import Testing

@testable import PDFModel

@Suite struct DecimalNotationTests {
    @Test func `A number reads back as it was rounded`() {
        var generator = SeededGenerator(state: 11)
        for _ in 0..<5000 {
            let magnitude: Double = [1e-5, 0.01, 1, 1000, 1e6].randomElement(using: &generator) ?? 1.0
            let value = Double.random(in: -magnitude...magnitude, using: &generator)
            let text = DecimalNotation.text(value)
            #expect(DecimalNotation.value(text) == DecimalNotation.rounded(value) + 0)
            #expect(text.utf8.allSatisfy { "-.0123456789".utf8.contains($0) })
            #expect(PDFObject.number(value).numberValue == DecimalNotation.value(text))
        }
    }

    @Test(arguments: [
        (0.0, "0"), (-0.0, "0"), (0.00004, "0"), (0.00005, "0.0001"), (-0.00004, "0"), (1.5, "1.5"), (-1.25, "-1.25"),
        (100.0, "100"), (0.1 + 0.2, "0.3"), (.infinity, "0"), (.nan, "0"), (1e300, "2147483647"),
        (-1e300, "-2147483647"),
    ])
    func `Numbers are written without exponents or idle zeros`(value: Double, text: String) {
        #expect(DecimalNotation.text(value) == text)
    }

    @Test(arguments: [(".5", 0.5), ("4.", 4.0), ("-.002", -0.002), ("+17", 17), ("00.10", 0.1), ("-0", 0)])
    func `Every notation of the standard is read`(text: String, value: Double) {
        #expect(DecimalNotation.value(text) == value)
    }

    @Test(arguments: ["", "-", "+", ".", "1e5", "0x10", "inf", "nan", "--5", "1.2.3", "1 ", "+-1"])
    func `Nothing else is a number`(text: String) {
        #expect(DecimalNotation.value(text) == nil)
    }
}
