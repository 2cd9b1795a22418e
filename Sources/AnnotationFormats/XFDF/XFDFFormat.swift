public import PDFModel
internal import XMLReading

/// XFDF (ISO 19444-1), which Acrobat, Foxit, Apryse, Nutrient and others exchange.
public enum XFDFFormat: ReadableFormat {
    public static let name = "xfdf"
    public static let title = "XFDF"
    public static let summary = "ISO 19444-1; Acrobat, Foxit, Apryse and Nutrient exchange it."
    public static let fileExtensions = ["xfdf"]

    static let sizeLimit = 512 << 20

    public static func recognizes(_ beginning: ArraySlice<UInt8>) -> Bool {
        // A regular expression takes long over what is no XML. UTF-16 has a zero byte for each of these characters, and a
        // byte order mark may precede them.
        let first = beginning.first { ![0, 0x09, 0x0A, 0x0D, 0x20, 0xBB, 0xBF, 0xEF, 0xFE, 0xFF].contains($0) }
        guard first == UInt8(ascii: "<") else { return false }
        let text = String(decoding: beginning.filter { $0 != 0 }, as: UTF8.self)
        return text.firstMatch(of: #/<([A-Za-z0-9]+:)?xfdf[\s>]/#) != nil
    }

    public static func read(
        _ bytes: [UInt8], for document: DocumentContext
    ) throws(FormatError) -> ImportedAnnotations {
        do { return try XFDFDocument(bytes).imported } catch {
            throw FormatError("\(error)", at: "line \(error.line), column \(error.column)")
        }
    }

    public static func write(_ annotations: [Annotation], of document: DocumentContext) -> ExportedAnnotations {
        var writer = XFDFWriter()
        writer.write(annotations, of: document)
        return ExportedAnnotations(Array(writer.text.utf8), writer.losses)
    }
}

/// Reads the elements of an XFDF document, one annotation at a time.
private struct XFDFDocument {
    let reader: XMLReader
    var imported = ImportedAnnotations()

    /// What an element in `annots`, `add`, `modify` or `delete` means.
    private enum Command { case add, modify, remove }

    init(_ bytes: [UInt8]) throws(XMLError) {
        reader = try XMLReader(bytes, sizeLimit: XFDFFormat.sizeLimit)
        guard case .start(let root)? = try reader.next(), root.localName == "xfdf" else {
            throw XMLError(.otherFormat("XFDF: the first element is not xfdf"), line: 1, column: 1)
        }
        let scope = XMLNamespaces().adding(root)
        while let event = try reader.next() {
            guard case .start(let element) = event else { continue }
            switch element.localName {
            case "annots", "add": try readAll(.add, in: scope.adding(element))
            case "modify": try readAll(.modify, in: scope.adding(element))
            case "delete": try readAll(.remove, in: scope.adding(element))
            case "fields":
                _ = try XMLNode(element, from: reader)
                imported.losses.add("the values of form fields are not imported")
            case "ids":
                let node = try XMLNode(element, from: reader)
                imported.identifiers = ["original", "modified"].compactMap { node[$0] }.map(HexadecimalText.bytes)
            default:
                let node = try XMLNode(element, from: reader)
                guard XFDFNames.subtypes[node.name] != nil else { continue }
                imported.losses.add("an element \(node.name) that is not in annots is ignored")
            }
        }
    }

    /// Reads the elements up to the end of the one that contains them.
    private mutating func readAll(_ command: Command, in scope: XMLNamespaces) throws(XMLError) {
        while let event = try reader.next() {
            switch event {
            case .start(let element):
                // Apryse writes one annots within each command.
                if element.localName == "annots" {
                    try readAll(command, in: scope.adding(element))
                    continue
                }
                let node = try XMLNode(element, from: reader, in: scope)
                let reader = reader
                imported.add(node.location) { losses throws(FormatError) in
                    try Self.change(command, node, reader, &losses)
                }
            case .end: return
            case .characters: break
            }
        }
    }

    private static func change(
        _ command: Command, _ node: XMLNode, _ reader: XMLReader, _ losses: inout Losses
    ) throws(FormatError) -> ImportedAnnotations.Change? {
        if command == .remove {
            let name = (node["name"] ?? node.text).trimmed
            guard !name.isEmpty else { throw FormatError("it names no annotation") }
            return .remove(name: name, page: node["page"] == nil ? nil : try XFDFAnnotation.page(of: node))
        }
        if node.name == "popup" {
            losses.add("a pop-up window that is not within its annotation is not imported")
            return nil
        }
        let read = try XFDFAnnotation(node, reader, isChange: command == .modify).dictionary(&losses)
        guard command == .modify else { return try read?.addition(&losses) }
        guard let read, let annotation = try read.annotation(&losses) else { return nil }
        guard annotation.name != nil else { throw FormatError("it names no annotation") }
        if annotation.appearance != nil { losses.add("the appearance of a modified annotation is not imported") }
        return .modify(annotation, stated: read.statedProperties)
    }
}

/// Two hexadecimal digits for each byte.
enum HexadecimalText {
    /// The bytes; characters that are no digits are skipped, and a missing last digit is 0 (ISO 32000-2, 7.3.4.3).
    static func bytes(_ text: String) -> [UInt8] {
        let digits = text.utf8.compactMap { byte -> UInt8? in
            switch byte {
            case 0x30...0x39: byte - 0x30
            case 0x41...0x46: byte - 0x37
            case 0x61...0x66: byte - 0x57
            default: nil
            }
        }
        return stride(from: 0, to: digits.count, by: 2).map { place in
            digits[place] << 4 | (place + 1 < digits.count ? digits[place + 1] : 0)
        }
    }

    static func text(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count * 2)
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }
}
