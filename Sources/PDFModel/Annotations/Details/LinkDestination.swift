/// Where a link leads (ISO 32000-2, 12.3.2 and 12.6.4).
public enum LinkDestination: Sendable, Equatable {
    case uri(String)
    /// A page of the document, by its number from 1; `nil` where the document has no such page.
    case page(Int?)
    /// A named destination, and its page.
    case named(String, page: Int?)
    /// Another file, and the page in it, from 1, if the link states it.
    case file(String, page: Int?)
    /// An action of another type, such as `JavaScript`, or what a named action does, such as `NextPage`.
    case action(String)

    init?(
        _ link: AnnotationReader, in file: PDFFile,
        pageNumber: (IndirectReference) throws(PDFError) -> Int?
    ) throws(PDFError) {
        if let destination = link.value("Dest") {
            self = try Self.place(destination, in: file, link, pageNumber)
            return
        }
        guard let action = link.dictionary("A"), let type = action.name("S")?.text else { return nil }
        switch type {
        case "URI": self = .uri(action.string("URI").map { String(decoding: $0.bytes, as: UTF8.self) } ?? "")
        case "GoTo": self = try Self.place(action.value("D") ?? .null, in: file, action, pageNumber)
        case "GoToR", "Launch":
            let name = action.dictionary("F").flatMap { $0.text("UF") ?? $0.text("F") } ?? action.text("F") ?? ""
            let page = action.items("D")?.first?.integerValue
            self = .file(name, page: page.map { $0 + 1 })
        case "Named": self = .action(action.name("N")?.text ?? type)
        default: self = .action(type)
        }
    }

    private static func place(
        _ destination: PDFObject, in file: PDFFile, _ reader: AnnotationReader,
        _ pageNumber: (IndirectReference) throws(PDFError) -> Int?
    ) throws(PDFError) -> LinkDestination {
        switch destination {
        case .array(let items): return .page(try page(items, pageNumber))
        case .name(let name):
            let all = try file.resolve(file.catalog()["Dests"] ?? .null).dictionaryValue
            return .named(name.text, page: try page(of: all?[name], file, pageNumber))
        case .string(let string):
            let names = try file.resolve(file.catalog()["Names"] ?? .null).dictionaryValue
            let found = try NameTree.value(of: string, names?["Dests"] ?? .null, file)
            return .named(string.text, page: try page(of: found, file, pageNumber))
        default: return .page(nil)
        }
    }

    private static func page(
        of destination: PDFObject?, _ file: PDFFile, _ pageNumber: (IndirectReference) throws(PDFError) -> Int?
    ) throws(PDFError) -> Int? {
        let value = try file.resolve(destination ?? .null)
        if let items = value.arrayValue { return try page(items, pageNumber) }
        let items = try file.resolve(value.dictionaryValue?["D"] ?? .null).arrayValue
        guard let items else { return nil }
        return try page(items, pageNumber)
    }

    /// The page of an explicit destination: a reference, or in some files the number, from 0.
    private static func page(
        _ items: [PDFObject], _ pageNumber: (IndirectReference) throws(PDFError) -> Int?
    ) throws(PDFError) -> Int? {
        switch items.first {
        case .reference(let reference): try pageNumber(reference)
        case .integer(let index): index + 1
        default: nil
        }
    }
}

/// A tree that maps strings to values (ISO 32000-2, 7.9.6).
enum NameTree {
    /// Deeper trees are circles.
    private static let depth = 32

    /// Returns the value of a key; `nil` where there is none.
    static func value(of key: PDFString, _ root: PDFObject, _ file: PDFFile) throws(PDFError) -> PDFObject? {
        var node = try file.resolve(root).dictionaryValue
        for _ in 0..<depth {
            guard let current = node else { return nil }
            if let names = try file.resolve(current["Names"] ?? .null).arrayValue {
                for index in stride(from: 0, to: names.count - 1, by: 2)
                where try file.resolve(names[index]).stringValue?.bytes == key.bytes {
                    return names[index + 1]
                }
                return nil
            }
            node = nil
            for kid in try file.resolve(current[.kids] ?? .null).arrayValue ?? [] {
                guard let kid = try file.resolve(kid).dictionaryValue else { continue }
                let limits = try file.resolve(kid["Limits"] ?? .null).arrayValue ?? []
                guard limits.count == 2, let low = try file.resolve(limits[0]).stringValue?.bytes,
                    let high = try file.resolve(limits[1]).stringValue?.bytes,
                    !key.bytes.lexicographicallyPrecedes(low), !high.lexicographicallyPrecedes(key.bytes)
                else { continue }
                node = kid
                break
            }
        }
        return nil
    }
}
