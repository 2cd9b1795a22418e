internal import PDFModel
internal import XMLReading

/// Text as XML holds it.
enum XMLText {
    /// Returns the text of an element. A carriage return is a reference, which a parser does not take for a line feed.
    static func content(_ text: String) -> String { escaped(text, isAttribute: false) }

    /// Returns the value of an attribute, in which white space but the space is a reference.
    static func attribute(_ text: String) -> String { escaped(text, isAttribute: true) }

    /// Whether XML 1.0 can hold every character.
    static func holds(_ text: String) -> Bool { text.unicodeScalars.allSatisfy(isAllowed) }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
        default: false
        }
    }

    private static func escaped(_ text: String, isAttribute: Bool) -> String {
        var result = ""
        result.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"" where isAttribute: result += "&quot;"
            case "\r": result += "&#13;"
            case "\n" where isAttribute: result += "&#10;"
            case "\t" where isAttribute: result += "&#9;"
            default:
                if isInvisible(scalar) {
                    result += "&#\(scalar.value);"
                } else if isAllowed(scalar) {
                    result.unicodeScalars.append(scalar)
                }
            }
        }
        return result
    }

    /// Returns XML in which no character does something to a terminal.
    static func markup(_ text: Substring) -> String {
        guard text.unicodeScalars.contains(where: isInvisible) else { return String(text) }
        return text.unicodeScalars.map { isInvisible($0) ? "&#\($0.value);" : String($0) }.joined()
    }

    /// Whether a character is written as a reference: a control character, or one that reorders or breaks lines.
    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x7F...0x9F, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}

/// Writes annotations as XFDF.
struct XFDFWriter {
    private(set) var text = ""
    private(set) var losses = Losses()

    /// The entries that are more or less than one attribute, and those whose loss is reported where they are written.
    private static let otherKeys: Set<Name> = [
        "Type", "Subtype", "F", "BS", "Border", "BE", "L", "LE", "RT", "Q", "Contents", "RC", "DA", "DS", "Vertices",
        "InkList", "A", "Dest", "FS", "Open",
    ]

    mutating func write(_ annotations: [Annotation], of document: DocumentContext) {
        text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        text += "<xfdf xmlns=\"http://ns.adobe.com/xfdf/\" xml:space=\"preserve\">\n"
        if let name = document.fileName { text += "<f href=\"\(XMLText.attribute(name))\"/>\n" }
        if document.identifiers.count == 2 {
            let (original, modified) = (document.identifiers[0], document.identifiers[1])
            text += "<ids original=\"\(HexadecimalText.text(original))\" "
            text += "modified=\"\(HexadecimalText.text(modified))\"/>\n"
        }
        text += "<annots>\n"
        for (annotation, others) in document.withOtherEntries(annotations) { write(annotation, others) }
        text += "</annots>\n</xfdf>\n"
    }

    private mutating func write(_ annotation: Annotation, _ others: PDFDictionary) {
        let element = annotation.subtype.lowercased()
        guard XFDFNames.subtypes[element] == annotation.subtype else { return }
        if annotation.actions != nil {
            losses.add("XFDF cannot hold actions (/A, /AA) of a \(annotation.subtype)")
            var rest = annotation
            rest.actions = nil
            return write(rest, others)
        }
        if let loss = annotation.missingTarget {
            losses.add(loss)
            return
        }
        let own = annotation.entries()
        let kept = losses.drawn(others, of: annotation.subtype)
        let entries = own.merging(kept)
        text += "<\(element) page=\"\(annotation.page - 1)\""
        for row in XFDFNames.attributes {
            guard let value = entries[row.key].flatMap({ Self.attributeValue($0, row.kind) }) else { continue }
            // Readers know one spelling of the intent or the other.
            let names = row.key == "IT" ? row.names : [row.names[0]]
            for name in names { add(name, value) }
        }
        for key in own.keys where !Self.otherKeys.contains(key) && !XFDFNames.keys.contains(key) {
            losses.add("XFDF cannot hold /\(key.text) of a \(annotation.subtype)")
        }
        writeFlags(annotation.flags)
        writeBorder(annotation, entries)
        writeLine(annotation)
        if let offset = kept["CO"]?.numbersValue {
            add("caption-offset-h", DecimalNotation.text(offset[0]))
            add("caption-offset-v", DecimalNotation.text(offset[1]))
        }
        if let target = annotation.inReplyTo {
            add("inreplyto", target)
            add("replyType", annotation.replyType == .group ? "group" : "reply")
        }
        if let style = annotation.wholeTextStyle {
            // Justified text is stated in its style.
            add("justification", [.center: "centered", .right: "right"][style.alignment] ?? "left")
        }
        if annotation.subtype == "FileAttachment", let file = annotation.attachment { writeAttributes(of: file) }
        text += ">"
        writeChildren(of: annotation, entries)
        text += "</\(element)>\n"
        if annotation.isOpen, annotation.popup != .open {
            losses.add("XFDF cannot hold the open state of a note without a pop-up window")
        }
    }

    private mutating func add(_ name: String, _ value: String) {
        check(value)
        text += " \(name)=\"\(XMLText.attribute(value))\""
    }

    private mutating func addChild(_ name: String, _ value: String) {
        check(value)
        text += "<\(name)>\(XMLText.content(value))</\(name)>"
    }

    private mutating func check(_ value: String) {
        if !XMLText.holds(value) { losses.add("XFDF cannot hold a control character, which is left out") }
    }

    private static func attributeValue(_ object: PDFObject, _ kind: XFDFNames.Kind) -> String? {
        switch kind {
        case .text, .date: object.stringValue?.text
        case .name: object.nameValue?.text
        case .number: object.numberValue.map(DecimalNotation.text)
        case .numbers: object.numbersValue.map { list($0) }
        case .color:
            object.numbersValue.flatMap {
                $0.count == 3 ? Color(red: $0[0], green: $0[1], blue: $0[2]).hexadecimal.uppercased() : nil
            }
        case .truth: object == .boolean(true) ? "yes" : nil
        }
    }

    private static func list(_ numbers: [Double]) -> String { numbers.map(DecimalNotation.text).joined(separator: ",") }

    private static func list(_ points: [Point]) -> String {
        points.map { list([$0.x, $0.y]) }.joined(separator: ";")
    }

    private mutating func writeFlags(_ flags: Int) {
        let words = XFDFNames.flags.enumerated().filter { flags & 1 << $0.offset != 0 }.map(\.element)
        if !words.isEmpty { add("flags", words.joined(separator: ",")) }
        if flags >> XFDFNames.flags.count != 0 { losses.add("XFDF cannot hold flags beyond LockedContents") }
    }

    private mutating func writeBorder(_ annotation: Annotation, _ entries: PDFDictionary) {
        guard let border = annotation.border else { return }
        add("width", DecimalNotation.text(border.width))
        let code = entries["BS"]?.dictionaryValue?["S"]?.nameValue?.text
        let style = XFDFNames.borderStyles.first { $0.1 == code }?.0 ?? "solid"
        if annotation.cloudIntensity > 0 {
            add("style", "cloudy")
            add("intensity", DecimalNotation.text(annotation.cloudIntensity))
            if !["solid", "dash"].contains(style) {
                losses.add("XFDF cannot hold the \(style) style of a cloudy border")
            }
        } else {
            add("style", style)
        }
        if border.style == .dashed { add("dashes", Self.list(border.dash)) }
    }

    private mutating func writeLine(_ annotation: Annotation) {
        if case .line(let start, let end) = annotation.geometry {
            add("start", Self.list([start.x, start.y]))
            add("end", Self.list([end.x, end.y]))
        }
        if let endings = annotation.lineEndings {
            add("head", endings.start.rawValue)
            add("tail", endings.end.rawValue)
        } else if !annotation.callout.isEmpty, let ending = annotation.calloutEnding {
            add("head", ending.rawValue)
        }
    }

    private mutating func writeAttributes(of file: AttachedFile) {
        add("file", file.name)
        if let type = file.type { add("mimetype", type) }
        if let size = file.size { add("size", "\(size)") }
        if let date = file.creationDate { add("creation", PDFDate.string(date).text) }
        if let date = file.modificationDate { add("modification", PDFDate.string(date).text) }
    }

    private mutating func writeChildren(of annotation: Annotation, _ entries: PDFDictionary) {
        if let contents = annotation.contents { addChild("contents", contents) }
        if let rich = annotation.richContents {
            if let element = XFDFRichText.element(rich) {
                text += "<contents-richtext>\(element.markup)</contents-richtext>"
                if !XFDFRichText.isDeclarationOnly(element.beginning) {
                    losses.add("XFDF cannot hold what precedes the body of rich text")
                }
            } else {
                losses.add("XFDF cannot hold rich text that is not XHTML")
            }
        }
        if let style = entries["DA"]?.stringValue?.text { addChild("defaultappearance", style) }
        if let style = entries["DS"]?.stringValue?.text { addChild("defaultstyle", style) }
        switch annotation.geometry {
        case .vertices(let points): addChild("vertices", Self.list(points))
        case .inkList(let strokes):
            text += "<inklist>"
            for stroke in strokes { addChild("gesture", Self.list(stroke)) }
            text += "</inklist>"
        default: break
        }
        if let destination = annotation.destination { write(destination) }
        if let data = annotation.attachment?.data {
            text += "<data MODE=\"raw\" encoding=\"hex\" length=\"\(data.count)\">\(HexadecimalText.text(data))</data>"
        }
        if let appearance = annotation.appearance.flatMap(FormAppearance.init) {
            if let text = XFDFAppearance.text(appearance) {
                addChild("appearance", text)
            } else {
                losses.add(
                    "XFDF cannot hold names that are not UTF-8: the appearance of a \(annotation.subtype) is left out")
            }
        }
        if let popup = annotation.popup {
            let rect = annotation.rect
            let window = Self.list([rect.x1 + 6, rect.y1 - 100, rect.x1 + 186, rect.y1])
            text += "<popup page=\"\(annotation.page - 1)\" rect=\"\(window)\" flags=\"print,nozoom,norotate\" "
            text += "open=\"\(popup == .open ? "yes" : "no")\"/>"
        }
    }

    private mutating func write(_ destination: LinkDestination) {
        let action: String
        switch destination {
        case .uri(let uri): action = "<URI Name=\"\(XMLText.attribute(uri))\"/>"
        case .page(let page?): action = "<GoTo><Dest><XYZ Page=\"\(page - 1)\"/></Dest></GoTo>"
        case .named(let name, _): action = "<GoTo><Dest><Named Name=\"\(XMLText.attribute(name))\"/></Dest></GoTo>"
        case .page(nil), .file, .action: return
        }
        text += "<OnActivation><Action Trigger=\"U\">\(action)</Action></OnActivation>"
    }
}

/// Rich text as an element of XFDF.
enum XFDFRichText {
    /// The body of rich text as XFDF has it, and what is before it; `nil` where that is not one element with a namespace for
    /// each prefix.
    static func element(_ text: String) -> (beginning: Substring, markup: String)? {
        guard let start = text.firstRange(of: "<body")?.lowerBound, isElement(text[start...]) else { return nil }
        return (text[..<start], XMLText.markup(text[start...]))
    }

    private static func isElement(_ text: Substring) -> Bool {
        do {
            let reader = try XMLReader(Array(text.utf8), sizeLimit: XFDFFormat.sizeLimit)
            guard case .start(let element)? = try reader.next() else { return false }
            let node = try XMLNode(element, from: reader)
            return try reader.next() == nil && node.undeclaredPrefixes.isEmpty
        } catch { return false }
    }

    /// Whether the text is white space and an XML declaration at most.
    static func isDeclarationOnly(_ text: Substring) -> Bool {
        text.trimmed.isEmpty || text.trimmed.wholeMatch(of: #/<\?xml[^>]*\?>/#) != nil
    }
}

extension XFDFFormat {
    /// Whether both texts are the same in XFDF, which holds no XML declaration.
    package static func isSameRichText(_ one: String, _ other: String) -> Bool {
        guard let one = XFDFRichText.element(one), let other = XFDFRichText.element(other) else { return false }
        return String.haveSameCodePoints(one.markup.trimmed, other.markup.trimmed)
    }
}
