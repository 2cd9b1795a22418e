internal import FoundationEssentials
internal import PDFModel
internal import XMLReading

/// How XFDF names what an annotation dictionary says (ISO 19444-1).
enum XFDFNames {
    /// The subtypes by their elements, which are called as the subtypes in lower case.
    static let subtypes = Dictionary(
        uniqueKeysWithValues: (Annotation.supportedSubtypes + ["Sound", "Projection", "Watermark", "Widget"]).map {
            ($0.lowercased(), $0)
        })

    /// The words for the flags, from bit 1 on (ISO 32000-2, Table 167).
    static let flags = [
        "invisible", "hidden", "print", "nozoom", "norotate", "noview", "readonly", "locked", "togglenoview",
        "lockedcontents",
    ]

    /// The words for the styles of a border, and those of `/BS`.
    static let borderStyles = [("solid", "S"), ("dash", "D"), ("bevelled", "B"), ("inset", "I"), ("underline", "U")]

    enum Kind { case text, name, numbers, number, color, date, truth }

    /// The attributes that are one entry; the first of several spellings is the one that is written.
    static let attributes: [(names: [String], key: Name, kind: Kind)] = [
        (["rect"], "Rect", .numbers), (["color"], "C", .color), (["title"], "T", .text), (["subject"], "Subj", .text),
        (["name"], "NM", .text), (["date"], "M", .date), (["creationdate"], "CreationDate", .date),
        (["opacity"], "CA", .number), (["intent", "IT"], "IT", .name), (["icon"], "Name", .name),
        (["state"], "State", .text), (["statemodel"], "StateModel", .text), (["coords"], "QuadPoints", .numbers),
        (["interior-color"], "IC", .color), (["callout"], "CL", .numbers), (["fringe"], "RD", .numbers),
        (["overlay-text"], "OverlayText", .text), (["overlay-text-repeat"], "Repeat", .truth),
        (["rotation"], "Rotate", .number), (["symbol"], "Sy", .name),
        (["leaderLength", "leader-length"], "LL", .number),
        (["leaderExtend", "leaderExtended", "leader-extend"], "LLE", .number),
        (["leaderOffset", "leader-offset"], "LLO", .number), (["caption"], "Cap", .truth),
        (["caption-style"], "CP", .name),
    ]

    /// The entries that are an attribute each.
    static let keys = Set(attributes.map(\.key))

    static let attributeOfName: [String: (key: Name, kind: Kind)] = Dictionary(
        attributes.flatMap { row in row.names.map { ($0, (row.key, row.kind)) } }, uniquingKeysWith: { $1 })

    /// The attributes that are read otherwise, or that mean nothing to a document.
    static let others: Set<String> = [
        "page", "flags", "inreplyto", "replyType", "replytype", "width", "style", "intensity", "dashes", "start", "end",
        "head", "tail", "justification", "file", "size", "modification", "creation", "checksum", "mimetype",
        "actiontype", "target", "TextColor", "FontSize", "xmlns", "overlaytext", "OverlayText", "open", "Highlight",
        "caption-offset-h", "caption-offset-v",
    ]
}

/// Namespaces by their prefixes.
typealias XMLNamespaces = [String: String]

extension XMLNamespaces {
    /// Returns these namespaces and those that an element declares.
    func adding(_ element: XMLElement) -> XMLNamespaces {
        var namespaces = self
        for attribute in element.attributes where attribute.name.hasPrefix("xmlns:") {
            namespaces[String(attribute.name.dropFirst(6))] = attribute.value
        }
        return namespaces
    }
}

extension XMLElement {
    /// The prefixes of its name and of its attributes that XML itself does not bind.
    var prefixes: Set<String> {
        let names = [name] + attributes.map(\.name)
        return Set(names.compactMap { name in name.firstIndex(of: ":").map { String(name[..<$0]) } })
            .subtracting(["xml", "xmlns"])
    }
}

/// An element with what it contains.
struct XMLNode {
    var element: XMLElement
    var children: [XMLNode] = []
    /// The characters of the element and of those in it.
    var text = ""
    /// The offset after the element, in bytes.
    var end = 0
    /// The namespaces that the elements around this one declare, by prefix.
    let scope: XMLNamespaces

    var name: String { element.localName }

    /// Reads the rest of an element whose start tag was read.
    init(_ element: XMLElement, from reader: XMLReader, in scope: XMLNamespaces = [:]) throws(XMLError) {
        (self.element, self.scope) = (element, scope)
        let inner = scope.adding(element)
        while let event = try reader.next() {
            switch event {
            case .start(let child):
                let child = try XMLNode(child, from: reader, in: inner)
                text += child.text
                children.append(child)
            case .characters(let characters): text += characters
            case .end(_, let end):
                self.end = end
                return
            }
        }
    }

    func child(_ name: String) -> XMLNode? { children.first { $0.name.lowercased() == name.lowercased() } }

    /// The first element of that name within this one.
    func descendant(_ name: String) -> XMLNode? {
        for child in children {
            if child.name == name { return child }
            if let found = child.descendant(name) { return found }
        }
        return nil
    }

    /// The prefixes in it that it does not declare.
    var undeclaredPrefixes: Set<String> {
        let all = children.reduce(element.prefixes) { $0.union($1.undeclaredPrefixes) }
        return all.subtracting(XMLNamespaces().adding(element).keys)
    }

    /// Declarations of the prefixes in it that are declared around it, each after a space.
    var missingDeclarations: Set<String> {
        Set(
            undeclaredPrefixes.compactMap { prefix in
                scope[prefix].map { " xmlns:\(prefix)=\"\(XMLText.attribute($0))\"" }
            })
    }

    subscript(_ attribute: String) -> String? { element[attribute] }

    var location: String { "line \(element.line), \(name)" }
}

/// Values as XFDF writes them: white space around numbers, names and words means nothing.
enum XFDFValue {
    static func numbers(_ text: String, _ attribute: String) throws(FormatError) -> [Double] {
        var numbers: [Double] = []
        for part in text.split(whereSeparator: { ",; \n\r\t".contains($0) }) {
            guard let number = Double(part), number.isFinite, abs(number) <= 1e9 else {
                throw FormatError("\(attribute) has '\(part.prefix(40))', which is not a number")
            }
            numbers.append(number)
        }
        return numbers
    }

    static func number(_ text: String, _ attribute: String) throws(FormatError) -> Double {
        let found = try numbers(text, attribute)
        guard found.count == 1 else { throw FormatError("\(attribute) is not a number") }
        return found[0]
    }

    static func object(_ text: String, _ kind: XFDFNames.Kind, _ attribute: String) throws(FormatError) -> PDFObject? {
        switch kind {
        case .text: return .text(text)
        case .name: return text.trimmed.isEmpty ? nil : .name(Name(text.trimmed))
        case .numbers: return .numbers(try numbers(text, attribute))
        case .number: return text.trimmed.isEmpty ? nil : .number(try number(text, attribute))
        case .truth: return .boolean(["yes", "true", "1"].contains(text.trimmed.lowercased()))
        case .color:
            let word = text.trimmed
            guard !word.isEmpty, word.lowercased() != "none", word.lowercased() != "transparent" else { return nil }
            guard let color = Color(word) else { throw FormatError("\(attribute) is not a colour such as #FF0000") }
            return .numbers(color.components)
        case .date:
            let word = text.trimmed
            guard !word.isEmpty else { return nil }
            guard let date = date(word) else {
                throw FormatError("\(attribute) is not a date such as D:20261121093000Z")
            }
            return .string(PDFDate.string(date))
        }
    }

    /// A date as PDF writes it (ISO 32000-2, 7.9.4), or as RFC 3339 does.
    static func date(_ text: String) -> Date? {
        text.dropFirst(4).first == "-" ? Date(timestamp: text) : PDFDate.date(text)
    }
}
