/// Where a link leads (ISO 32000-2, 12.3.2 and 12.6.4).
public enum LinkDestination: Sendable, Equatable {
    /// An address, such as `https://example.org/` (12.6.4.8).
    case uri(String)
    /// A page of the document, by its number from 1; `nil` where the document has no such page.
    case page(Int?)
    /// A named destination, and its page.
    case named(String, page: Int?)
    /// Another file, and the page in it, from 1, if the link states it.
    case file(String, page: Int?)
    /// An action of another type, such as `JavaScript`, or what a named action does, such as `NextPage`.
    case action(String)

    /// What a destination looks like in JSON.
    static let expected = "an object with uri, page or name"

    /// Reads where a link leads; `nil` where it says nothing. Page numbers are known where the reader has the file.
    init?(reading link: AnnotationReader) {
        if let destination = link.value("Dest") {
            self.init(destination, link)
            return
        }
        guard let action = link.dictionary("A"), let type = action.name("S")?.text else { return nil }
        switch type {
        case "URI": self = .uri(action.string("URI").map { String(decoding: $0.bytes, as: UTF8.self) } ?? "")
        case "GoTo": self.init(action.value("D") ?? .null, action)
        case "GoToR", "Launch":
            let name = action.dictionary("F").flatMap { $0.text("UF") ?? $0.text("F") } ?? action.text("F") ?? ""
            self = .file(name, page: Page.number(ofIndex: action.items("D")?.first?.integerValue))
        case "Named": self = .action(action.name("N")?.text ?? type)
        default: self = .action(type)
        }
    }

    private init(_ destination: PDFObject, _ reader: AnnotationReader) {
        let text = destination.nameValue?.text ?? destination.stringValue?.text
        guard let text else {
            self = .page(destination.arrayValue.flatMap { reader.file?.pageNumber(in: $0) })
            return
        }
        let place = try? reader.file?.namedDestination(destination)
        self = .named(text, page: place.flatMap { reader.file?.pageNumber(in: $0) })
    }
}

extension PDFFile {
    /// Returns the place of a named destination (12.3.2.4): of a string in the name tree, of a name among those of
    /// PDF 1.1; `nil` where there is no such destination.
    func namedDestination(_ name: PDFObject) throws(PDFError) -> [PDFObject]? {
        let destinations = try derived { file throws(PDFError) in try NamedDestinations(file) }
        let found =
            switch name {
            case .name(let name): destinations.ofNames[name]
            case .string(let string): destinations.ofStrings[string.bytes]
            default: nil as PDFObject?
            }
        let value = try resolve(found ?? .null)
        if let place = value.arrayValue { return place }
        return try resolve(value.dictionaryValue?["D"] ?? .null).arrayValue
    }

    /// Returns the page of an explicit destination: a reference, or in some files the number, from 0.
    func pageNumber(in destination: [PDFObject]) -> Int? {
        switch destination.first {
        case .reference(let reference): try? pageNumber(of: reference)
        case .integer(let index): Page.number(ofIndex: index)
        default: nil
        }
    }

    /// Returns the number of the first page with that object.
    private func pageNumber(of page: IndirectReference) throws(PDFError) -> Int? {
        try derived { file throws(PDFError) in
            var numbers = PageNumbers()
            for (offset, place) in try file.pageTree().places().enumerated() {
                if let reference = place.reference, numbers.ofPages[reference] == nil {
                    numbers.ofPages[reference] = offset + 1
                }
            }
            return numbers
        }.ofPages[page]
    }
}

/// The number of each page object.
private struct PageNumbers {
    var ofPages: [IndirectReference: Int] = [:]
}

/// The named destinations of a document (12.3.2.4).
private struct NamedDestinations {
    /// Those of PDF 1.1.
    var ofNames: PDFDictionary
    /// Those in the name tree (7.9.6), by the bytes of their names.
    var ofStrings: [[UInt8]: PDFObject] = [:]
    /// The nodes that were read: one in several places is read once.
    private var nodes: Set<IndirectReference> = []

    /// Deeper trees are circles.
    private static let depth = 32

    init(_ file: PDFFile) throws(PDFError) {
        ofNames = try file.resolve(file.catalog()["Dests"] ?? .null).dictionaryValue ?? [:]
        let names = try file.resolve(file.catalog()["Names"] ?? .null).dictionaryValue
        try add(names?["Dests"] ?? .null, file, depth: 0)
    }

    private mutating func add(_ node: PDFObject, _ file: PDFFile, depth: Int) throws(PDFError) {
        if let reference = node.referenceValue, !nodes.insert(reference).inserted { return }
        guard depth < Self.depth, let node = try file.resolve(node).dictionaryValue else { return }
        for kid in try file.resolve(node[.kids] ?? .null).arrayValue ?? [] { try add(kid, file, depth: depth + 1) }
        let names = try file.resolve(node["Names"] ?? .null).arrayValue ?? []
        for index in stride(from: 0, to: names.count - 1, by: 2) {
            guard let name = try file.resolve(names[index]).stringValue?.bytes, ofStrings[name] == nil else { continue }
            ofStrings[name] = names[index + 1]
        }
    }
}
