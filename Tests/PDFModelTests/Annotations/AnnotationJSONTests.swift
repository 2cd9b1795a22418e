import FoundationEssentials
import TestSupport
import Testing

@testable import PDFModel

@Suite struct AnnotationJSONTests {
    private func list(_ json: String) throws(PDFError) -> [Annotation] { try Annotation.list(json: Array(json.utf8)) }

    private func encoded(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    @Test func `The form is the one of the contract`() throws {
        var line = Annotation("Line", page: 2, geometry: .line(Point(1.1 + 2.2, 2), Point(30, 12.3)))
        line.contents = "a/b"
        line.border = Border(width: 0.1 + 0.2, style: .dashed, dash: [3])
        line.creationDate = Date(timeIntervalSince1970: 1_795_253_400.7)
        line.opacity = 0.5
        let expected =
            ##"{"border":{"dash":[3],"style":"dashed","width":0.3},"color":"#e52237","contents":"a/b","##
            + ##""creationDate":"2026-11-21T09:30:00Z","flags":4,"line":[3.3,2,30,12.3],"##
            + ##""lineEndings":["None","None"],"opacity":0.5,"page":2,"rect":[3.3,2,30,12.3],"subtype":"Line"}"##
        #expect(try encoded(line) == expected)
    }

    @Test func `An array an object and lines are all read`() throws {
        let one = #"{"subtype":"Square","page":1,"rect":[0,0,9,9]}"#
        let two = #"{"subtype":"Ink","page":2,"inkList":[[1,2,3,4],[5,6]]}"#
        #expect(try list("[\(one),\(two)]").map(\.subtype) == ["Square", "Ink"])
        #expect(try list("\(one)\n\n\(two)\n").map(\.page) == [1, 2])
        #expect(try list(one.replacing(",", with: ",\n")).count == 1)
        #expect(try list(" \n").isEmpty)
    }

    @Test func `What is left out has the defaults of the subtype`() throws {
        let annotation = try #require(try list(#"{"subtype":"Highlight","page":1,"rect":[0,0,9,9]}"#).first)
        #expect(annotation == Annotation("Highlight", page: 1, rect: Rectangle(0, 0, 9, 9)))
        #expect(annotation.color == Highlight.defaultColor)
        #expect(try list(#"{"subtype":"Square","page":1,"rect":[0,0,9,9],"color":null}"#).map(\.color) == [nil])
    }

    @Test(arguments: [
        (
            #"[{"subtype":"Square","page":1,"rect":[0,0,9,9]},{"subtype":"Square","page":1,"rect":[0,0,9]}]"#,
            "item 2: rect is not an array of 4 numbers"
        ),
        (
            #"{"subtype":"Square","page":1,"rect":[0,0,9,9],"colour":"red"}"#,
            "item 1: there is no property colour; did you mean color?"
        ),
        (#"{"subtype":"Square","page":1,"rect":[0,0,9,9],"sound":1}"#, "item 1: there is no property sound"),
        (
            #"{"subtype":"Highlight","page":1,"find":{"text":"a","regexp":true}}"#,
            "item 1: find has no key regexp; did you mean regex?"
        ),
        (#"{"subtype":"Highlight","page":1,"line":[0,0,9,9]}"#, "item 1: line does not apply to Highlight"),
        (#"{"page":1}"#, "item 1: subtype is missing"),
        (#"{"annotations":[]}"#, "item 1: it is a list of annotations with other details, not an export of them"),
        (#"{"subtype":"Square","page":1}"#, "item 1: rect is missing"),
        (#"{"subtype":"Square","page":"1","rect":[0,0,9,9]}"#, "item 1: page is not a whole number"),
        (#"[{"subtype":"Square","page":1.5,"rect":[0,0,9,9]}]"#, "item 1: page is not a whole number"),
        (#"[{"subtype":"Square","page":1,"rect":[0,0,9,9],"flags":1e99}]"#, "item 1: flags is not a whole number"),
        (
            ##"{"subtype":"Square","page":1,"rect":[0,0,9,9],"color":"#12"}"##,
            "item 1: color is not a colour (#rrggbb or a CSS name)"
        ),
        (
            #"{"subtype":"Square","page":1,"rect":[0,0,9,9],"border":{"with":1}}"#,
            "item 1: border has no key with; did you mean width?"
        ),
        (
            #"{"subtype":"Square","page":1,"rect":[0,0,9,9],"border":{"colour":1}}"#,
            "item 1: border has no key colour, only width, dash, style"
        ),
        (
            #"{"subtype":"Highlight","page":1,"quadPoints":[[1,2,3,4]]}"#,
            "item 1: quadPoints is not an array of arrays of 8 numbers"
        ),
        (
            #"{"subtype":"Square","page":1,"rect":[0,0,9,9],"creationDate":"yesterday"}"#,
            "item 1: creationDate is not a time in RFC 3339 format"
        ),
        ("{\"subtype\":\"Square\",\"page\":1,\"rect\":[0,0,9,9]}\n{\"page\":", "line 2: it is not JSON"),
        ("[1]", "item 1: it is not an object"), ("[{", "the annotations are not JSON"),
    ])
    func `Errors name the item and the key`(json: String, message: String) {
        #expect(throws: PDFError.invalidAnnotation(message)) { try list(json) }
    }

    @Test(arguments: [
        ("2026-11-21T09:30:00Z", 1_795_253_400.0), ("2026-11-21T10:30:00+01:00", 1_795_253_400),
        ("2026-11-21T09:30:00.75Z", 1_795_253_400), ("1969-12-31T23:59:59Z", -1),
    ])
    func `Times of every offset are read`(text: String, seconds: Double) throws {
        #expect(try #require(Date(timestamp: text)).timeIntervalSince1970 == seconds)
    }

    @Test func `A change reads back with what it removes`() throws {
        var change = AnnotationChange()
        change.remove(\.color)
        change.contents = ""
        change.borderWidth = 3
        change.geometry = .line(Point(1, 2), Point(3, 4))
        let json = try encoded(change)
        #expect(json == #"{"border":{"width":3},"color":null,"contents":"","line":[1,2,3,4]}"#)
        #expect(try JSONDecoder().decode(AnnotationChange.self, from: Data(json.utf8)) == change)
        #expect(throws: PDFError.invalidAnnotation("page does not apply to a change")) {
            try JSONDecoder().decode(AnnotationChange.self, from: Data(#"{"page":2}"#.utf8))
        }
    }

    @Test func `Foreign subtypes are listed and read back`() throws {
        let link: PDFDictionary = [.subtype: .name("Link"), .rectangle: .numbers([1, 2, 3, 4]), "A": .dictionary([:])]
        let annotation = try #require(Annotation(reading: link, page: 1) { $0 })
        #expect(try list(try encoded([annotation])) == [annotation])
    }

    @Test(arguments: [
        ("red", "#ff0000"), ("RebeccaPurple", "#663399"), ("#FfA500", "#ffa500"), ("#0f8", "#00ff88"),
    ])
    func `Colours are read by name and number`(text: String, hexadecimal: String) {
        #expect(Color(text)?.hexadecimal == hexadecimal)
    }

    @Test(arguments: ["", "#", "#12", "#12345", "#+12345", "reddish", "ff0000", "#ggg"])
    func `Other text is no colour`(text: String) { #expect(Color(text) == nil) }
}
