internal import PDFModel
internal import XMLReading

/// One annotation element of XFDF.
struct XFDFAnnotation {
    private let node: XMLNode
    private let reader: XMLReader
    private let isChange: Bool

    /// - Parameter isChange: whether the element states only what changes.
    init(_ node: XMLNode, _ reader: XMLReader, isChange: Bool) {
        (self.node, self.reader, self.isChange) = (node, reader, isChange)
    }

    /// The page number, from 1; XFDF counts from 0.
    static func page(of node: XMLNode) throws(FormatError) -> Int {
        guard let text = node["page"] else { throw FormatError("page is missing") }
        guard let number = Page.number(ofIndex: Int(text.trimmed)) else {
            throw FormatError("page is not a whole number from 0")
        }
        return number
    }

    /// Returns the annotation dictionary that the element describes; `nil` for an element that is no annotation.
    func dictionary(_ losses: inout Losses) throws(FormatError) -> AnnotationDictionary? {
        guard let subtype = XFDFNames.subtypes[node.name] else {
            losses.add("the element \(node.name) is ignored")
            return nil
        }
        guard Annotation.supportedSubtypes.contains(subtype) else {
            losses.add("pdfco cannot create a \(subtype) annotation")
            return nil
        }
        var found = AnnotationDictionary(entries: ["Subtype": .name(Name(subtype))], page: try Self.page(of: node))
        found.isChange = isChange
        try readAttributes(&found.entries, &losses)
        try readBorder(&found.entries)
        try readLine(&found.entries)
        try readReply(&found.entries)
        try readChildren(&found, subtype, &losses)
        guard found.entries["Rect"]?.numbersValue?.count == 4 else {
            throw FormatError(found.entries["Rect"] == nil ? "rect is missing" : "rect does not have 4 numbers")
        }
        if let numbers = found.entries["QuadPoints"]?.numbersValue, numbers.isEmpty || !numbers.count.isMultiple(of: 8)
        {
            throw FormatError("coords does not have 8 numbers for each quadrilateral")
        }
        return found
    }

    private func readAttributes(_ entries: inout PDFDictionary, _ losses: inout Losses) throws(FormatError) {
        for attribute in node.element.attributes {
            guard let row = XFDFNames.attributeOfName[attribute.name] else {
                if !XFDFNames.others.contains(attribute.name), !attribute.name.contains(":") {
                    losses.add("the attribute \(attribute.name) of \(node.name) is not kept")
                }
                continue
            }
            if let object = try XFDFValue.object(attribute.value, row.kind, attribute.name) {
                entries[row.key] = object
            }
        }
        if let text = node["flags"] {
            entries["F"] = .integer(try Self.flags(text))
        }
        if let text = node["justification"] {
            let word = text.trimmed.lowercased()
            let code = ["left": 0, "centered": 1, "center": 1, "right": 2, "0": 0, "1": 1, "2": 2][word]
            guard let code else { throw FormatError("justification is not left, centered or right") }
            entries["Q"] = .integer(code)
        }
    }

    private static func flags(_ text: String) throws(FormatError) -> Int {
        if let number = Int(text.trimmed) { return number }
        var flags = 0
        for word in text.split(whereSeparator: { ", \n\t".contains($0) }) {
            guard let bit = XFDFNames.flags.firstIndex(of: word.lowercased()) else {
                throw FormatError("flags has the unknown word '\(word)'")
            }
            flags |= 1 << bit
        }
        return flags
    }

    /// The line is a border style dictionary; a cloudy one has an effect besides (12.5.4).
    private func readBorder(_ entries: inout PDFDictionary) throws(FormatError) {
        var border: PDFDictionary = [:]
        if let text = node["width"], !text.trimmed.isEmpty {
            border["W"] = .number(try XFDFValue.number(text, "width"))
        }
        let dashes = try node["dashes"].map { text throws(FormatError) in try XFDFValue.numbers(text, "dashes") }
        if let word = node["style"]?.trimmed.lowercased(), !word.isEmpty {
            let words = ["dashed": "dash", "beveled": "bevelled"]
            if word == "cloudy" {
                let intensity = try node["intensity"].map { text throws(FormatError) in
                    try XFDFValue.number(text, "intensity")
                }
                entries["BE"] = .dictionary(["S": .name("C"), "I": .number(intensity ?? 1)])
                if dashes?.isEmpty == false { border["S"] = .name("D") }
            } else if let style = XFDFNames.borderStyles.first(where: { $0.0 == words[word] ?? word }) {
                border["S"] = .name(Name(style.1))
            } else {
                throw FormatError("style is not a border style: '\(word)'")
            }
        } else if dashes?.isEmpty == false {
            border["S"] = .name("D")
        }
        if let dashes, !dashes.isEmpty { border["D"] = .numbers(dashes) }
        if !border.isEmpty { entries["BS"] = .dictionary(border) }
        // A link that states no width has no border, as Acrobat writes it.
        if node.name == "link", border["W"] == nil, !isChange {
            entries["BS"] = .dictionary(border.merging(["W": .integer(0)]))
        }
    }

    private func readLine(_ entries: inout PDFDictionary) throws(FormatError) {
        if node.name == "line" {
            guard let start = node["start"], let end = node["end"] else { throw FormatError("start or end is missing") }
            let points = try XFDFValue.numbers(start, "start") + XFDFValue.numbers(end, "end")
            guard points.count == 4 else { throw FormatError("start and end do not have 2 numbers each") }
            entries["L"] = .numbers(points)
            let offsets = [node["caption-offset-h"], node["caption-offset-v"]]
            if offsets.contains(where: { $0 != nil }) {
                entries["CO"] = .numbers(
                    try XFDFValue.numbers(offsets.map { $0 ?? "0" }.joined(separator: ","), "caption-offset"))
            }
        }
        let (head, tail) = (node["head"]?.trimmed, node["tail"]?.trimmed)
        if node.name == "freetext" {
            if let head, !head.isEmpty { entries["LE"] = .name(Name(head)) }
        } else if head != nil || tail != nil {
            entries["LE"] = .array([head, tail].map { .name(Name($0.flatMap { $0.isEmpty ? nil : $0 } ?? "None")) })
        }
    }

    private func readReply(_ entries: inout PDFDictionary) throws(FormatError) {
        if let parent = node["inreplyto"], !parent.isEmpty { entries["IRT"] = .dictionary(["NM": .text(parent)]) }
        guard let word = (node["replyType"] ?? node["replytype"])?.trimmed.lowercased(), !word.isEmpty else { return }
        guard let type = ["reply": "R", "r": "R", "group": "Group"][word] else {
            throw FormatError("replyType is not reply or group")
        }
        entries["RT"] = .name(Name(type))
    }

    private func readChildren(
        _ found: inout AnnotationDictionary, _ subtype: String, _ losses: inout Losses
    ) throws(FormatError) {
        for child in node.children {
            switch child.name {
            case "contents": found.entries["Contents"] = .text(child.text)
            case "contents-richtext":
                if !child.children.isEmpty {
                    found.entries["RC"] = .text(richText(child))
                } else if !child.text.trimmed.isEmpty {
                    found.entries["Contents"] = found.entries["Contents"] ?? .text(child.text)
                }
            case "defaultappearance": found.entries["DA"] = .text(child.text)
            case "defaultstyle": found.entries["DS"] = .text(child.text)
            case "popup":
                let isOpen = ["yes", "true"].contains(child["open"]?.trimmed.lowercased())
                let window: PDFDictionary = ["Subtype": .name("Popup"), "Open": .boolean(isOpen)]
                if subtype != "FreeText" { found.entries["Popup"] = .dictionary(window) }
            case "vertices": found.entries["Vertices"] = .numbers(try XFDFValue.numbers(child.text, "vertices"))
            case "inklist":
                var strokes: [PDFObject] = []
                for gesture in child.children where gesture.name == "gesture" {
                    strokes.append(.numbers(try XFDFValue.numbers(gesture.text, "gesture")))
                }
                found.entries["InkList"] = .array(strokes)
            case "appearance": found.appearance = try XFDFAppearance.read(child.text)
            case "OnActivation", "BorderStyleAlt", "data", "Dest": break
            default: losses.add("an element \(child.name) in \(node.name) is not kept")
            }
        }
        if subtype == "Link" { try readDestination(&found, &losses) }
        if subtype == "FileAttachment", !isChange || node.child("data") != nil { try readFile(&found) }
    }

    /// The body in an element, with the namespaces declared around it; a body around its content if it has something else.
    private func richText(_ element: XMLNode) -> String {
        if let body = element.descendant("body"), body.text.trimmed == element.text.trimmed {
            let name = reader.text(body.element.start..<body.element.tagEnd).prefix {
                !$0.isWhitespace && !"/>".contains($0)
            }
            let text = reader.text(body.element.start..<body.end)
            return name + body.missingDeclarations.sorted().joined() + text.dropFirst(name.count)
        }
        let content = reader.text(element.element.tagEnd..<element.end)
        // A tag has this character only at its beginning.
        let inner = String(content.unicodeScalars[..<(content.unicodeScalars.lastIndex(of: "<") ?? content.endIndex)])
        let hasParagraphs = ["p", "div", "li"].contains { element.descendant($0) != nil }
        let declarations = element.children.reduce(into: Set()) { $0.formUnion($1.missingDeclarations) }.sorted()
            .joined()
        return "<body xmlns=\"http://www.w3.org/1999/xhtml\"\(declarations)>"
            + (hasParagraphs ? inner : "<p>\(inner)</p>") + "</body>"
    }

    /// Where a link leads: the first action, or what Nutrient writes as attributes.
    private func readDestination(_ found: inout AnnotationDictionary, _ losses: inout Losses) throws(FormatError) {
        if let border = node.child("BorderStyleAlt"), let text = border["Width"] {
            let width = try XFDFValue.number(text, "Width")
            let styles: PDFDictionary = ["W": .number(width)]
            found.entries["BS"] = .dictionary((found.entries["BS"]?.dictionaryValue ?? [:]).merging(styles))
        }
        if node["actiontype"]?.lowercased() == "uri", let target = node["target"] {
            found.entries["A"] = Self.uriAction(target)
        } else if let uri = node.descendant("URI"), let address = uri["Name"] {
            found.entries["A"] = Self.uriAction(address)
        } else if let name = (node.descendant("GoTo") ?? node).descendant("Named")?["Name"],
            node.descendant("Dest") != nil
        {
            found.entries["Dest"] = .text(name)
        } else if let destination = node.descendant("Dest")?.children.first,
            let page = Page.number(ofIndex: destination["Page"].flatMap { Int($0.trimmed) })
        {
            found.targetPage = page
        } else if let action = node.descendant("Action")?.children.first {
            found.entries["A"] = .dictionary(Self.action(action))
        }
    }

    /// An action that is no address and leads to no page of the document.
    private static func action(_ element: XMLNode) -> PDFDictionary {
        var action: PDFDictionary = ["S": .name(Name(element.name))]
        switch element.name {
        case "Named": action["N"] = element["Name"].map { .name(Name($0)) }
        case "Launch", "GoToR":
            if let name = element.descendant("File")?["OriginalName"] { action["F"] = .text(name) }
            if let isNew = element["NewWindow"] { action["NewWindow"] = .boolean(isNew.lowercased() == "true") }
        case "JavaScript": action["JS"] = .text(element["Name"] ?? element.text)
        default: break
        }
        return action
    }

    private static func uriAction(_ address: String) -> PDFObject {
        .dictionary(["S": .name("URI"), "URI": .string(PDFString(bytes: Array(address.utf8)))])
    }

    private func readFile(_ found: inout AnnotationDictionary) throws(FormatError) {
        guard let data = node.child("data") else { throw FormatError("it attaches nothing: data is missing") }
        let encoding = (data["encoding"] ?? data["ENCODING"] ?? "hex").lowercased()
        let mode = (data["MODE"] ?? data["mode"] ?? "raw").lowercased()
        guard encoding == "hex" || encoding == "ascii", mode == "raw" else {
            throw FormatError("data has the encoding \(encoding) and the mode \(mode), which pdfco does not read")
        }
        found.attached = encoding == "hex" ? HexadecimalText.bytes(data.text) : Array(data.text.utf8)
        guard found.attached?.count ?? 0 <= AttachedFile.sizeLimit else {
            throw FormatError("the attached file is larger than \(AttachedFile.sizeLimit >> 20) MiB")
        }
        var parameters: PDFDictionary = [:]
        for (attribute, key) in [("creation", Name("CreationDate")), ("modification", "ModDate")] {
            if let text = node[attribute] { parameters[key] = try XFDFValue.object(text, .date, attribute) }
        }
        var stream: PDFDictionary = ["Params": .dictionary(parameters)]
        stream["Subtype"] = node["mimetype"].map { .name(Name($0)) }
        found.entries["FS"] = .dictionary([
            "UF": .text(node["file"] ?? ""), "EF": .dictionary(["UF": .dictionary(stream)]),
        ])
    }
}
