import Testing
import XMLReading

struct XMLReaderTests {
    private func events(_ text: String, depthLimit: Int = 64) throws(XMLError) -> [XMLEvent] {
        try events(Array(text.utf8), depthLimit: depthLimit)
    }

    private func events(_ bytes: [UInt8], depthLimit: Int = 64) throws(XMLError) -> [XMLEvent] {
        let reader = try XMLReader(bytes, sizeLimit: 1 << 24, depthLimit: depthLimit)
        var events: [XMLEvent] = []
        while let event = try reader.next() { events.append(event) }
        return events
    }

    @Test func `Elements come with their attributes in order, their characters whole and their positions`() throws {
        let events = try events("<a>\n <x:b two='2' one='&lt;'/>one &amp;\ntwo&#233;<![CDATA[<]]></a>")
        try #require(events.count == 6)
        guard case .start(let inner) = events[2] else {
            Issue.record("not a start: \(events[2])")
            return
        }
        #expect((inner.name, inner.localName, inner.line, inner.column) == ("x:b", "b", 2, 2))
        #expect(inner.start == 5)
        #expect(inner.attributes.map(\.name) == ["two", "one"])
        #expect(inner["one"] == "<")
        #expect(events[3] == .end(name: "x:b", end: 30))
        #expect(events[4] == .characters("one &\ntwoé<"))
    }

    @Test func `More events come than are handled at a time`() throws {
        let events = try events("<a>" + String(repeating: "<b>x</b>", count: 10_000) + "</a>")
        #expect(events.count == 30_002)
        #expect(events.filter { $0 == .characters("x") }.count == 10_000)
    }

    @Test(arguments: [
        ("<?xml version='1.0' encoding='ISO-8859-1'?><a>\u{E9}</a>", Encoding.isoLatin1),
        ("<?xml version='1.0' encoding='utf-16'?><a>\u{E9}</a>", .utf16LittleEndian), ("<a>\u{E9}</a>", .utf8),
    ]) func `The text of a range is as written, in each encoding`(text: String, encoding: Encoding)
        throws
    {
        let bytes = encoding.bytes(of: text)
        let reader = try XMLReader(bytes, sizeLimit: 1000)
        var (start, end) = (0, 0)
        while let event = try reader.next() {
            if case .start(let element) = event { start = element.start }
            if case .characters(let text) = event { #expect(text == "\u{E9}") }
            if case .end(_, let offset) = event { end = offset }
        }
        #expect(reader.text(start..<end) == "<a>\u{E9}</a>")
    }

    @Test func `An error has its line and column, and comes again`() throws {
        let reader = try XMLReader(Array("<a>\n  <b></c></a>".utf8), sizeLimit: 100)
        for _ in 1...2 {
            let error = #expect(throws: XMLError.self) { while try reader.next() != nil {} }
            #expect(error == XMLError(.malformed("mismatched tag"), line: 2, column: 8))
        }
    }

    @Test func `A document type declaration is refused before its entities are read`() {
        let bomb = "<!DOCTYPE a [<!ENTITY b 'bbbb'><!ENTITY c '&b;&b;&b;'>]><a>&c;</a>"
        for text in [bomb, "<!DOCTYPE a SYSTEM '/etc/passwd'><a/>"] {
            let error = #expect(throws: XMLError.self) { try events(text) }
            #expect(error?.reason == .documentType)
        }
        #expect(throws: XMLError(.malformed("undefined entity"), line: 1, column: 4)) { try events("<a>&c;</a>") }
    }

    @Test func `Depth and size have limits`() throws {
        let deep = String(repeating: "<a>", count: 5) + String(repeating: "</a>", count: 5)
        #expect(try events(deep, depthLimit: 5).count == 10)
        let error = #expect(throws: XMLError.self) { try events(deep, depthLimit: 4) }
        #expect(error?.reason == .tooDeep(limit: 4))
        #expect(throws: XMLError(.tooLarge(limit: 3), line: 1, column: 1)) {
            try XMLReader(Array("<a/>".utf8), sizeLimit: 3)
        }
    }

    @Test(arguments: [
        "", " ", "<", "<a", "<a>", "a", "<a/><a/>", "<a b=1/>", "<a b='1' b='2'/>", "\u{FEFF}", "<a>\u{0}</a>",
    ])
    func `What is not well-formed is an error`(text: String) {
        #expect(throws: XMLError.self) { try events(text) }
    }

    @Test func `A token of many megabytes is read once`() throws {
        let text = String(repeating: "abcdefghij", count: 800_000)
        #expect(try events("<a b='\(text)'>\(text)</a>").count == 3)
    }
}

extension XMLReaderTests {
    enum Encoding: Sendable {
        case isoLatin1, utf16LittleEndian, utf8

        func bytes(of text: String) -> [UInt8] {
            switch self {
            case .isoLatin1: text.unicodeScalars.map { UInt8($0.value) }
            case .utf16LittleEndian: [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
            case .utf8: Array(text.utf8)
            }
        }
    }
}
