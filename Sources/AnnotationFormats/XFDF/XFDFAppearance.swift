internal import FoundationEssentials
internal import PDFModel
internal import XMLReading

/// An appearance as XFDF writes it: PDF objects as XML, in base64 (ISO 19444-1, `appearance`).
///
/// `STREAM`, `DICT`, `ARRAY`, `INT`, `FIXED`, `BOOL`, `NAME` and `STRING` are the objects, each with its `KEY` in the one
/// around it. An object with `DEFINE` is referred to elsewhere by an element `REF`.
enum XFDFAppearance {
    static func read(_ text: String) throws(FormatError) -> FormAppearance? {
        let packed = text.filter { !$0.isWhitespace }
        guard !packed.isEmpty else { return nil }
        guard let data = Data(base64Encoded: packed) else { throw FormatError("the appearance is not in base64") }
        let root: XMLNode
        do {
            let reader = try XMLReader(Array(data), sizeLimit: XFDFFormat.sizeLimit)
            guard case .start(let element)? = try reader.next() else { return nil }
            root = try XMLNode(element, from: reader)
        } catch { throw FormatError("the appearance is not XML: \(error), line \(error.line)") }
        // The root is the dictionary /AP, in some files the stream itself.
        let normal = root.name == "STREAM" ? root : root.children.first { $0["KEY"] == "N" }
        guard let normal, normal.name == "STREAM" else { return nil }
        var objects = ReadObjects()
        try objects.collectDefinitions(in: root)
        let form = try objects.object(normal)
        guard let number = form.referenceValue?.number else { return nil }
        let sorted = objects.found.sorted { ($0.key != number ? 1 : 0, $0.key) < ($1.key != number ? 1 : 0, $1.key) }
        guard let appearance = FormAppearance(sorted.map { ($0.key, $0.value) }) else {
            throw FormatError("the appearance is not a form XObject with a BBox")
        }
        return appearance
    }

    private struct ReadObjects {
        var found: [Int: PDFObject] = [:]
        private var definitions: [String: XMLNode] = [:]
        private var numbers: [String: Int] = [:]
        private var next = 1
        private var depth = 0
        /// Elements are nested less deeply; definitions that refer to each other are not limited by that.
        private static let depthLimit = 256

        mutating func collectDefinitions(in node: XMLNode) throws(FormatError) {
            if let name = node["DEFINE"], node.name != "REF" { definitions[name] = node }
            for child in node.children { try collectDefinitions(in: child) }
        }

        /// Returns the object of an element; of a stream, and of one that is referred to, a reference.
        mutating func object(_ node: XMLNode) throws(FormatError) -> PDFObject {
            if node.name == "REF" {
                let name = node["DEFINE"] ?? node["VAL"] ?? node["REF"]
                guard let target = name.flatMap({ definitions[$0] }) else { return .null }
                return try object(target)
            }
            if let name = node["DEFINE"], let number = numbers[name] { return .reference(IndirectReference(number)) }
            guard depth < Self.depthLimit else { throw FormatError("the appearance is nested too deeply") }
            depth += 1
            defer { depth -= 1 }
            let isIndirect = node.name == "STREAM" || node["DEFINE"] != nil && node.name != "REF"
            var number = 0
            if isIndirect {
                number = next
                next += 1
                if let name = node["DEFINE"] { numbers[name] = number }
            }
            let object = try direct(node)
            guard isIndirect else { return object }
            found[number] = object
            return .reference(IndirectReference(number))
        }

        private mutating func direct(_ node: XMLNode) throws(FormatError) -> PDFObject {
            let value = node["VAL"] ?? ""
            switch node.name {
            case "INT": return .integer(Int(value.trimmed) ?? 0)
            case "FIXED": return .real(try real(value))
            case "BOOL": return .boolean(value.trimmed.lowercased() == "true" || value == "1")
            case "NAME": return .name(Name(value))
            case "STRING":
                let isHexadecimal = node["ENCODING"]?.uppercased() == "HEX"
                return .string(isHexadecimal ? PDFString(bytes: HexadecimalText.bytes(value)) : PDFString(text: value))
            case "NULL": return .null
            case "ARRAY":
                var items: [PDFObject] = []
                for child in node.children { items.append(try object(child)) }
                return .array(items)
            case "DICT": return .dictionary(try entries(of: node))
            case "STREAM":
                var entries = try entries(of: node)
                let data = node.children.first { $0.name == "DATA" }
                let isHexadecimal = data?["ENCODING"]?.uppercased() != "ASCII"
                let text = data?.text ?? ""
                if data?["MODE"]?.uppercased() == "RAW" {
                    (entries["Filter"], entries["DecodeParms"]) = (nil, nil)
                }
                let bytes = isHexadecimal ? HexadecimalText.bytes(text) : Array(text.utf8)
                return .stream(PDFStream(entries, data: bytes))
            default: throw FormatError("the appearance has the unknown element \(node.name)")
            }
        }

        private func real(_ value: String) throws(FormatError) -> String {
            guard let number = Double(value.trimmed), number.isFinite else {
                throw FormatError("the appearance has '\(value.prefix(40))', which is not a number")
            }
            return DecimalNotation.value(value.trimmed) == nil ? DecimalNotation.text(number) : value.trimmed
        }

        private mutating func entries(of node: XMLNode) throws(FormatError) -> PDFDictionary {
            var entries: [(Name, PDFObject)] = []
            for child in node.children where child.name != "DATA" {
                guard let key = child["KEY"], key != "Length" else { continue }
                entries.append((Name(key), try object(child)))
            }
            return PDFDictionary(entries)
        }
    }

    /// Returns an appearance as base64; `nil` where XML cannot hold one of its names, by which its content refers to fonts
    /// and images.
    static func text(_ appearance: FormAppearance) -> String? {
        guard appearance.objects.allSatisfy({ $0.object.names.allSatisfy(XMLText.holds) }) else { return nil }
        var writer = WrittenObjects(
            objects: Dictionary(uniqueKeysWithValues: appearance.objects.map { ($0.number, $0.object) }))
        writer.text = "<DICT KEY=\"AP\">"
        writer.write(.reference(IndirectReference(appearance.objects[0].number)), key: "N")
        writer.text += "</DICT>"
        return Data(writer.text.utf8).base64EncodedString()
    }

    private struct WrittenObjects {
        let objects: [Int: PDFObject]
        var text = ""
        private var written: Set<Int> = []

        init(objects: [Int: PDFObject]) { self.objects = objects }

        mutating func write(_ object: PDFObject, key: String? = nil, definition: Int? = nil) {
            var attributes = key.map { " KEY=\"\(XMLText.attribute($0))\"" } ?? ""
            if let definition { attributes += " DEFINE=\"\(definition)\"" }
            switch object {
            case .null: text += "<NULL\(attributes)/>"
            case .boolean(let value): text += "<BOOL\(attributes) VAL=\"\(value)\"/>"
            case .integer(let value): text += "<INT\(attributes) VAL=\"\(value)\"/>"
            case .real(let value): text += "<FIXED\(attributes) VAL=\"\(value)\"/>"
            case .name(let name): text += "<NAME\(attributes) VAL=\"\(XMLText.attribute(name.text))\"/>"
            case .string(let string):
                text += "<STRING\(attributes) ENCODING=\"HEX\" VAL=\"\(HexadecimalText.text(string.bytes))\"/>"
            case .array(let items):
                text += "<ARRAY\(attributes)>"
                for item in items { write(item) }
                text += "</ARRAY>"
            case .dictionary(let entries):
                text += "<DICT\(attributes)>"
                for (key, value) in entries { write(value, key: key.text) }
                text += "</DICT>"
            case .stream(let stream):
                text += "<STREAM\(attributes)>"
                for (key, value) in stream.dictionary where key != "Length" { write(value, key: key.text) }
                let mode = stream.dictionary["Filter"] == nil ? "RAW" : "FILTERED"
                text +=
                    "<DATA MODE=\"\(mode)\" ENCODING=\"HEX\">\(HexadecimalText.text(stream.data ?? []))</DATA></STREAM>"
            case .reference(let reference):
                guard let target = objects[reference.number] else {
                    text += "<NULL\(attributes)/>"
                    return
                }
                if written.insert(reference.number).inserted {
                    write(target, key: key, definition: reference.number)
                } else {
                    text += "<REF\(attributes) DEFINE=\"\(reference.number)\"/>"
                }
            }
        }
    }
}

extension XMLText {
    /// Whether XML can hold every byte of a name.
    fileprivate static func holds(_ name: Name) -> Bool { Name(name.text) == name && holds(name.text) }
}

extension PDFObject {
    /// The names in the object.
    fileprivate var names: [Name] {
        switch self {
        case .name(let name): [name]
        case .array(let items): items.flatMap(\.names)
        case .dictionary(let entries): entries.flatMap { [$0.key] + $0.value.names }
        case .stream(let stream): PDFObject.dictionary(stream.dictionary).names
        default: []
        }
    }
}
