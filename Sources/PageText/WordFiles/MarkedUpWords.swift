internal import PDFModel
internal import XMLReading

/// The words of hOCR (XHTML whose classes and titles say what is where) and of ALTO.
struct MarkedUpWords {
    private var pages: [WordFile.Page] = []
    /// The word that is being read, and how many elements are open in it.
    private var word: (text: String, box: Rectangle, depth: Int)?
    private var hasLine = false

    static func pages(_ bytes: [UInt8]) throws(PageTextError) -> [WordFile.Page] {
        var words = MarkedUpWords()
        do {
            let reader = try XMLReader(withoutDocumentType(bytes), sizeLimit: WordFile.sizeLimit, depthLimit: 64)
            while let event = try reader.next() { try words.read(event) }
        } catch {
            throw .invalidWords("\(error)", line: error.line)
        }
        return words.pages
    }

    /// Blanks a document type declaration that defines nothing, as XHTML has it.
    private static func withoutDocumentType(_ bytes: [UInt8]) -> [UInt8] {
        let head = bytes.prefix(4096)
        let start = Array("<!DOCTYPE".utf8)
        guard let begin = head.indices.first(where: { head[$0...].starts(with: start) }),
            let end = head[begin...].firstIndex(of: UInt8(ascii: ">")),
            !head[begin..<end].contains(UInt8(ascii: "["))
        else { return bytes }
        var bytes = bytes
        for index in begin...end where bytes[index] != 0x0A { bytes[index] = 0x20 }
        return bytes
    }

    private mutating func read(_ event: XMLEvent) throws(XMLError) {
        switch event {
        case .start(let element):
            if word != nil { word?.depth += 1 }
            try start(element)
        case .characters(let text): word?.text += text
        case .end:
            guard let word else { return }
            self.word?.depth -= 1
            guard word.depth == 0 else { return }
            self.word = nil
            add(word.text.split(whereSeparator: \.isWhitespace).joined(separator: " "), word.box)
        }
    }

    private mutating func start(_ element: XMLElement) throws(XMLError) {
        switch element.localName {
        case "Page":
            let width = element["WIDTH"].flatMap(Double.init) ?? 0
            let height = element["HEIGHT"].flatMap(Double.init) ?? 0
            try addPage(element["PHYSICAL_IMG_NR"].map { Int($0) }, width, height, element)
        case "TextLine": hasLine = false
        case "String":
            guard let text = element["CONTENT"] else { return }
            let numbers = ["HPOS", "VPOS", "WIDTH", "HEIGHT"].compactMap { element[$0].flatMap(Double.init) }
            guard numbers.count == 4, numbers.allSatisfy(\.isFinite) else {
                throw Self.error("a word has no position", element)
            }
            add(text, Rectangle(numbers[0], numbers[1], numbers[0] + numbers[2], numbers[1] + numbers[3]))
        case "HYP":
            // It belongs to the word before it.
            guard let page = pages.indices.last, let line = pages[page].lines.indices.last, hasLine,
                let last = pages[page].lines[line].indices.last, let text = element["CONTENT"],
                !pages[page].lines[line][last].text.hasSuffix(text)
            else { return }
            pages[page].lines[line][last].text += text
        default: try startClass(element)
        }
    }

    /// Reads an element of hOCR.
    private mutating func startClass(_ element: XMLElement) throws(XMLError) {
        let classes = element["class"]?.split(separator: " ") ?? []
        if classes.contains("ocr_page") {
            let box = try Self.box(element)
            let number = Self.property("ppageno", element)?.first.map { Page.number(ofIndex: Int($0)) }
            try addPage(number, box.x1, box.y1, element)
        } else if classes.contains("ocrx_word") || classes.contains("ocr_word") {
            guard word == nil else { return }
            word = ("", try Self.box(element), 0)
        } else if classes.contains(where: Self.lineClasses.contains) {
            hasLine = false
        }
    }

    private static let lineClasses: [Substring] = [
        "ocr_line", "ocrx_line", "ocr_header", "ocr_footer", "ocr_caption", "ocr_textfloat",
    ]

    private static func property(_ name: String, _ element: XMLElement) -> [Substring]? {
        // A semicolon in quotation marks is part of a file's name.
        var isQuoted = false
        let parts = element["title"]?.split { character in
            if character == "\"" { isQuoted.toggle() }
            return character == ";" && !isQuoted
        }
        for part in parts ?? [] {
            let words = part.split(separator: " ")
            if let first = words.first, first == name { return Array(words.dropFirst()) }
        }
        return nil
    }

    private static func box(_ element: XMLElement) throws(XMLError) -> Rectangle {
        let numbers = property("bbox", element)?.compactMap { Double($0) } ?? []
        guard numbers.count == 4, numbers.allSatisfy(\.isFinite) else { throw error("an element has no bbox", element) }
        return Rectangle(numbers[0], numbers[1], numbers[2], numbers[3])
    }

    /// - Parameter number: as the file states it; the value is `nil` where that is no number of a page.
    private mutating func addPage(
        _ number: Int??, _ width: Double, _ height: Double, _ element: XMLElement
    ) throws(XMLError) {
        guard width > 0, height > 0 else { throw Self.error("a page has no size", element) }
        // Files of one page each state the number of the first.
        let next = (pages.last?.number ?? 0) + 1
        guard let stated = number ?? next, stated <= Page.numbers.upperBound else {
            throw Self.error("a page has a number that no page can have", element)
        }
        pages.append(WordFile.Page(number: max(stated, next), width: width, height: height, place: element.line))
        hasLine = false
    }

    private mutating func add(_ text: String, _ box: Rectangle) {
        guard !text.isEmpty, let page = pages.indices.last else { return }
        if !hasLine { pages[page].lines.append([]) }
        hasLine = true
        pages[page].lines[pages[page].lines.count - 1].append(WordFile.Word(text: text, box: box))
    }

    private static func error(_ reason: String, _ element: XMLElement) -> XMLError {
        XMLError(.malformed(reason), line: element.line, column: element.column)
    }
}
