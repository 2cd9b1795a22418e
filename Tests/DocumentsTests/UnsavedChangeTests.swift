import FoundationEssentials
import Testing

@testable import Documents
@testable import PDFModel

/// A change begins with the names of the annotations that it is about.
struct UnsavedChangeTests {
    private func payload(_ edits: [Edit]) -> [UInt8] {
        PDFChange(edits.map { .init($0, before: nil) }, pages: ["1": "x"], pageCount: 1).payload
    }

    private func names(_ payload: [UInt8]) -> [String]? {
        payload.withUnsafeBytes { PDFChange.names(in: $0) }
    }

    private func square(_ name: String?, inReplyTo target: String? = nil) -> Edit {
        var square = Annotation("Square", page: 1, rect: Rectangle(20, 20, 60, 40))
        (square.name, square.inReplyTo) = (name, target)
        return .add(square)
    }

    @Test func `The names are those of the edits, whatever is in the rest`() throws {
        var change = AnnotationChange()
        change.contents = #"{"names":["other"]}"#
        let payload = payload([
            square("one"), square("sl/ash, ] and Größe", inReplyTo: "two"), square(""), square(nil),
            .update(name: "three", pages: .all, change: change),
        ])
        #expect(names(payload) == ["one", "sl/ash, ] and Größe", "two", "", "three"])
        let read: PDFChange = try #require(JSONLine.value(payload))
        #expect(read.edits.count == 5)
        #expect(read.payload == payload)
        #expect(names(self.payload([square(nil)])) == [])
    }

    @Test(arguments: [#"quo"te"#, #"back\slash"#, "line\nfeed", "a\u{1B}b", "12 0 R"])
    func `A name that may be written otherwise is not said`(name: String) throws {
        for edit in [square(name), square("one", inReplyTo: name), .update(name: name, pages: .all, change: .init())] {
            let payload = payload([square("plain"), edit])
            #expect(names(payload) == nil)
            #expect((JSONLine.value(payload) as PDFChange?)?.edits.count == 2)
        }
    }

    @Test func `A removal, or a change without names, may concern every annotation`() {
        #expect(names(payload([square("one"), .remove(name: "two", pages: .all)])) == nil)
        for text in ["", "{", #"{"edits":[]}"#, #"{"names":["#, #"{"names":["a"#, #"{"names":["a","#] {
            #expect(names(Array(text.utf8)) == nil)
        }
    }

    /// As logs have them, whatever the cases are called here.
    @Test(arguments: ["takeBack", "makeAgain"])
    func `An undo and a redo of a saved change keep their words in a log`(word: String) throws {
        let text = """
            {"edits":[{"edit":{"\(word)":{"after":"e4b132b594189090","name":"n","object":[8,0],"page":1,\
            "subtype":"Text"}}}],"pageCount":2,"pages":{"1":"31e57df33976f34f"},"step":{"isBack":true,"saved":"2178"}}
            """
        let change = try #require(PDFChange(payload: Array(text.utf8)))
        switch try #require(change.edits.first).edit {
        case .undo(let reversal): #expect(word == "takeBack" && reversal.name == "n")
        case .redo(let reversal): #expect(word == "makeAgain" && reversal.name == "n")
        default: Issue.record("another edit")
        }
        #expect(String(decoding: change.payload, as: UTF8.self) == text)
    }
}
