import Testing

@testable import PDFModel

/// JSON in which an object has one key twice.
@Suite struct DuplicateKeyTests {
    private static let square = #""subtype": "Square", "page": 1, "rect": [0, 0, 9, 9]"#

    private func error(_ json: String) -> PDFError? {
        do throws(PDFError) {
            _ = try Annotation.list(json: Array(json.utf8))
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        (#"{\#(square), "contents": "a", "contents": "b"}"#, "item 1: the key contents appears twice"),
        (#"[{\#(square)}, {\#(square), "name": "n", "name": "n"}]"#, "item 2: the key name appears twice"),
        ("{\(square)}\n\n{\(square), \"page\": 1}", "line 3: the key page appears twice"),
        (#"[{\#(square), "contents": "a", "\u0063ontents": "b"}]"#, "item 1: the key contents appears twice"),
        (
            #"[{\#(square), "border": {"width": 1, "style": "solid", "width": 2}}]"#,
            "item 1: the key width appears twice"
        ),
    ])
    func `A key that appears twice is refused with its place`(json: String, reason: String) {
        #expect(error(json) == .invalidAnnotation(reason))
    }

    @Test(arguments: [
        #"[{\#(square), "contents": "\"contents\": {\\", "subject": "}, {"}, {\#(square)}]"#,
        #"{\#(square), "contents": "a, contents"}"#, "[]", "[ ]",
    ])
    func `Keys in other objects and in strings are no second ones`(json: String) {
        #expect(error(json) == nil)
    }

    @Test func `Keys that differ in code points are two`() {
        #expect(JSONKeys.duplicate(in: Array("{\"\u{E9}\": 1, \"e\u{301}\": 2}".utf8)[...]) == nil)
        #expect(JSONKeys.duplicate(in: Array(#"{"é": 1, "\u00e9": 2}"#.utf8)[...]) == "\u{E9}")
    }
}
