internal import FoundationEssentials
internal import PDFModel

/// Reads one annotation of Instant JSON.
struct InstantJSONReader {
    private let value: JSONValue
    private let document: DocumentContext
    private let attachments: JSONValue

    init(_ value: JSONValue, _ document: DocumentContext, _ attachments: JSONValue) {
        (self.value, self.document, self.attachments) = (value, document, attachments)
    }

    /// The keys that mean something for every type.
    private static let commonKeys: Set<String> = [
        "v", "type", "id", "name", "subject", "pageIndex", "bbox", "opacity", "flags", "createdAt", "updatedAt",
        "creatorName", "note", "pdfObjectId", "isCommentThreadRoot", "blendMode", "permissions", "group", "isEditable",
        "isDeletable", "isSignature", "isDrawnNaturally", "APStreamCache", "rotation", "rootId", "contentType",
        "canReply", "canSetGroup",
    ]

    func annotation(_ losses: inout Losses) throws(FormatError) -> Annotation? {
        guard value.object != nil else { throw FormatError("it is not an object") }
        if let version = value["v"] {
            guard version == .number(1) || version == .number(2) else { throw FormatError("v is neither 1 nor 2") }
        }
        guard let fullType = value["type"]?.string else { throw FormatError("type is missing") }
        guard fullType.hasPrefix(InstantJSONFormat.typePrefix) else {
            throw FormatError("type is not a type of Instant JSON")
        }
        let type = String(fullType.dropFirst(InstantJSONFormat.typePrefix.count))
        guard let subtype = InstantJSONNames.subtypes[type] else {
            losses.add("an annotation of the type \(fullType) is not imported")
            return nil
        }
        let (page, space) = try pageAndSpace()
        var annotation = Annotation(subtype, page: page, rect: try rectangle("bbox", space))
        // A missing property means none, not the default of a new annotation.
        (annotation.color, annotation.interiorColor) = (nil, nil)
        if annotation.border != nil { annotation.border = Border(width: 0) }
        try readCommon(&annotation)
        var keys = Self.commonKeys
        switch InstantJSONNames.family(type) {
        case "note", "comment-marker":
            keys.formUnion(["text", "icon", "color"])
            annotation.icon = InstantJSONNames.icon(value["icon"]?.string ?? "note")
            let icons = AnnotationSubtype.named("Text").values(of: Annotation.schema.icon.untyped)
            if let icon = annotation.icon, !icons.contains(icon) {
                losses.add("a note with the icon \(icon), which pdfco does not draw, becomes a Note")
                annotation.icon = "Note"
            }
            annotation.color = try color("color") ?? Color(red: 1, green: 0.8196, blue: 0)
            try readText(&annotation)
        case "text":
            keys.formUnion([
                "text", "fontSize", "fontColor", "horizontalAlign", "verticalAlign", "backgroundColor", "callout",
                "borderStyle", "borderWidth", "borderColor", "isFitting", "font", "fontStyle",
            ])
            try readFreeText(&annotation, space, &losses)
        case "markup":
            keys.formUnion(["rects", "color"])
            if subtype == "Redact" { keys.formUnion(["fillColor", "outlineColor", "overlayText"]) }
            try readMarkup(&annotation, space)
        case "shape":
            keys.formUnion([
                "strokeWidth", "strokeColor", "fillColor", "strokeDashArray", "cloudyBorderIntensity", "startPoint",
                "endPoint", "lineCaps", "points", "cloudyBorderInset",
            ])
            try readShape(&annotation, space)
        case "ink":
            keys.formUnion(["lines", "lineWidth", "strokeColor"])
            try readInk(&annotation, space)
        case "link":
            keys.formUnion(["action", "borderColor", "borderWidth", "borderStyle"])
            guard try readLink(&annotation, &losses) else { return nil }
        default:
            keys.formUnion(["stampType", "title", "subtitle", "color", "imageAttachmentId", "description", "fileName"])
            try readStamp(&annotation, type, &losses)
        }
        for key in (value.object ?? [:]).keys.sorted() where !keys.contains(key) && value[key]?.isEmpty == false {
            losses.add("\(key) of \(fullType) is not kept")
        }
        return annotation
    }

    func reply(to root: Annotation, _ losses: inout Losses) throws(FormatError) -> Annotation {
        var reply = Annotation("Text", page: root.page, rect: root.rect)
        try readCommon(&reply)
        try readText(&reply)
        reply.inReplyTo = root.name
        guard root.name != nil else { throw FormatError("its root has no id") }
        return reply
    }

    // MARK: Values

    private func pageAndSpace() throws(FormatError) -> (Int, InstantJSONSpace) {
        guard let number = Page.number(ofIndex: value["pageIndex"]?.whole) else {
            throw FormatError("pageIndex is not a whole number from 0")
        }
        guard let page = document.page(number) else {
            throw FormatError(PDFError.pageOutOfRange(number, pageCount: document.pages.count).description)
        }
        return (number, InstantJSONSpace(page))
    }

    private func numbers(_ found: JSONValue?, _ count: Int) -> [Double]? {
        guard let numbers = found?.array?.compactMap(\.number), numbers.count == count,
            found?.array?.count == count
        else { return nil }
        return numbers
    }

    private func rectangle(_ key: String, _ space: InstantJSONSpace) throws(FormatError) -> Rectangle {
        guard let found = numbers(value[key], 4) else { throw FormatError("\(key) is not an array of 4 numbers") }
        return space.rectangle(found)
    }

    private func point(_ found: JSONValue?, _ key: String, _ space: InstantJSONSpace) throws(FormatError) -> Point {
        guard let found = numbers(found, 2) else { throw FormatError("\(key) is not an array of 2 numbers") }
        return space.point(found[0], found[1])
    }

    private func points(_ found: JSONValue?, _ key: String, _ space: InstantJSONSpace) throws(FormatError) -> [Point] {
        guard let items = found?.array else { throw FormatError("\(key) is not an array of points") }
        var points: [Point] = []
        for item in items { points.append(try self.point(item, key, space)) }
        return points
    }

    private func number(_ key: String) throws(FormatError) -> Double? {
        guard let found = value[key] else { return nil }
        guard let number = found.number else { throw FormatError("\(key) is not a number") }
        return number
    }

    private func string(_ key: String) throws(FormatError) -> String? {
        guard let found = value[key] else { return nil }
        guard let text = found.string else { throw FormatError("\(key) is not a string") }
        return text
    }

    private func color(_ key: String) throws(FormatError) -> Color? {
        guard let text = try string(key), text != "transparent" else { return nil }
        guard let color = Color(text) else { throw FormatError("\(key) is not a colour such as #ff0000") }
        return color
    }

    private func date(_ key: String) throws(FormatError) -> Date? {
        guard let text = try string(key) else { return nil }
        guard let date = Date(timestamp: text) else { throw FormatError("\(key) is not a date in ISO 8601 format") }
        return date
    }

    private func readCommon(_ annotation: inout Annotation) throws(FormatError) {
        let identifier = try string("id")
        annotation.name = try string("name") ?? identifier
        annotation.subject = annotation.subtype == "Link" ? nil : try string("subject")
        let isMarkup = annotation.subtype != "Link"
        if isMarkup {
            annotation.author = try string("creatorName")
            annotation.opacity = try number("opacity") ?? 1
            annotation.creationDate = try date("createdAt")
        }
        annotation.modificationDate = try date("updatedAt")
        annotation.contents = try string("note")
        guard let stated = value["flags"] else { return }
        guard let words = stated.array else { throw FormatError("flags is not an array of words") }
        var flags = 4
        for word in words {
            if word == .string("noPrint") {
                flags &= ~4
            } else if let flag = InstantJSONNames.flags.first(where: { .string($0.word) == word }) {
                flags |= flag.bit
            } else {
                throw FormatError("flags has an unknown word")
            }
        }
        annotation.flags = flags
    }

    /// The text is a string in version 1, an object in version 2.
    private func readText(_ annotation: inout Annotation) throws(FormatError) {
        guard let text = value["text"] else { return }
        if let plain = text.string {
            annotation.contents = plain
            return
        }
        guard let content = text["value"]?.string else {
            if text.object != nil, text["value"] == nil { return }
            throw FormatError("text is neither a string nor an object with format and value")
        }
        guard text["format"]?.string == "xhtml" else {
            annotation.contents = content
            return
        }
        let isBody = content.contains("<body")
        let rich = isBody ? content : "<body xmlns=\"http://www.w3.org/1999/xhtml\">\(content)</body>"
        annotation.contents = try RichText(rich).contents
        annotation.richContents = rich
    }

    private func readFreeText(
        _ annotation: inout Annotation, _ space: InstantJSONSpace, _ losses: inout Losses
    ) throws(FormatError) {
        try readText(&annotation)
        annotation.contents = annotation.contents ?? ""
        annotation.textStyle = TextStyle(
            fontSize: try number("fontSize") ?? 12, color: try color("fontColor") ?? .black,
            alignment: TextAlignment(rawValue: try string("horizontalAlign") ?? "left") ?? .left)
        annotation.color = try color("backgroundColor")
        annotation.border = Border(width: try number("borderWidth") ?? 0)
        if let style = try string("borderStyle"), let known = Border.Style(rawValue: style) {
            annotation.border?.style = known
        }
        let font = try string("font") ?? "Helvetica"
        if !["helvetica", "arial"].contains(where: font.lowercased().hasPrefix) {
            losses.add("the font \(font) is not kept")
        }
        if value["fontStyle"]?.isEmpty == false { losses.add("fontStyle is not kept") }
        if let vertical = try string("verticalAlign"), vertical != "top" { losses.add("verticalAlign is not kept") }
        guard let callout = value["callout"] else { return }
        var line = [try point(callout["start"], "callout.start", space)]
        if callout["knee"] != nil { line.append(try point(callout["knee"], "callout.knee", space)) }
        line.append(try point(callout["end"], "callout.end", space))
        annotation.callout = line
        annotation.calloutEnding = try ending(callout["cap"], "callout.cap")
        guard let insets = callout["innerRectInset"] else { return }
        guard let sides = numbers(insets, 4), let outer = numbers(value["bbox"], 4) else {
            throw FormatError("callout.innerRectInset is not an array of 4 numbers")
        }
        // Left, top, right and bottom.
        annotation.textBox = space.rectangle([
            outer[0] + sides[0], outer[1] + sides[1], outer[2] - sides[0] - sides[2], outer[3] - sides[1] - sides[3],
        ])
    }

    private func readMarkup(_ annotation: inout Annotation, _ space: InstantJSONSpace) throws(FormatError) {
        let items = value["rects"]?.array ?? []
        var quads: [Quadrilateral] = []
        for item in items {
            guard let found = numbers(item, 4) else { throw FormatError("rects has an item that is not 4 numbers") }
            // Some writers have pieces without a size.
            if found[2] > 0, found[3] > 0 { quads.append(space.quadrilateral(found)) }
        }
        if quads.isEmpty, let box = numbers(value["bbox"], 4) { quads = [space.quadrilateral(box)] }
        annotation.geometry = .quadPoints(quads)
        guard annotation.subtype == "Redact" else {
            annotation.color = try color("color")
            return
        }
        annotation.color = try color("outlineColor")
        annotation.interiorColor = try color("fillColor")
        annotation.overlayText = try string("overlayText")
        if let text = try color("color") { annotation.textStyle?.color = text }
    }

    private func readShape(_ annotation: inout Annotation, _ space: InstantJSONSpace) throws(FormatError) {
        annotation.border = Border(width: try number("strokeWidth") ?? 1)
        annotation.color = try color("strokeColor")
        annotation.interiorColor = try color("fillColor")
        if let dashes = value["strokeDashArray"], !dashes.isEmpty {
            guard let lengths = dashes.array?.compactMap(\.number), lengths.count == dashes.array?.count else {
                throw FormatError("strokeDashArray is not an array of numbers")
            }
            annotation.border?.style = .dashed
            annotation.border?.dash = lengths
        }
        let properties = AnnotationSubtype.named(annotation.subtype).properties
        if properties.contains(Annotation.schema.line.untyped) {
            annotation.geometry = .line(
                try point(value["startPoint"], "startPoint", space), try point(value["endPoint"], "endPoint", space))
        } else if properties.contains(Annotation.schema.vertices.untyped) {
            annotation.geometry = .vertices(try points(value["points"], "points", space))
        }
        if annotation.lineEndings != nil {
            annotation.lineEndings = LineEndings(
                start: try ending(value["lineCaps"]?["start"], "lineCaps.start"),
                end: try ending(value["lineCaps"]?["end"], "lineCaps.end"))
        } else {
            annotation.cloudIntensity = try number("cloudyBorderIntensity") ?? 0
        }
    }

    private func ending(_ word: JSONValue?, _ key: String) throws(FormatError) -> LineEnding {
        guard let word else { return .none }
        guard let cap = InstantJSONNames.lineCaps.first(where: { .string($0.word) == word }) else {
            throw FormatError("\(key) is not a line cap")
        }
        return cap.ending
    }

    private func readInk(_ annotation: inout Annotation, _ space: InstantJSONSpace) throws(FormatError) {
        annotation.border = Border(width: try number("lineWidth") ?? 1)
        annotation.color = try color("strokeColor")
        var strokes: [[Point]] = []
        for stroke in value["lines"]?["points"]?.array ?? [] {
            let points = try points(stroke, "lines.points", space)
            if !points.isEmpty { strokes.append(points) }
        }
        annotation.geometry = .inkList(strokes)
    }

    private func readLink(_ annotation: inout Annotation, _ losses: inout Losses) throws(FormatError) -> Bool {
        annotation.color = try color("borderColor")
        annotation.border = Border(width: try number("borderWidth") ?? 0)
        if let style = try string("borderStyle"), let known = Border.Style(rawValue: style) {
            annotation.border?.style = known
        }
        guard let action = value["action"] else {
            losses.add("a link without a destination is left out")
            return false
        }
        switch action["type"]?.string {
        case "uri":
            guard let uri = action["uri"]?.string else { throw FormatError("action.uri is missing") }
            annotation.destination = .uri(uri)
        case "goTo":
            guard let page = Page.number(ofIndex: action["pageIndex"]?.whole) else {
                throw FormatError("action.pageIndex is not a whole number from 0")
            }
            annotation.destination = .page(page)
        case let type: annotation.destination = .action(type ?? "none")
        }
        annotation.actions = Self.actions(action)
        guard annotation.actions == nil, let loss = annotation.missingTarget else { return true }
        losses.add(loss)
        return false
    }

    /// What an action that does not only lead to a page or an address is in a document (ISO 32000-2, 12.6.4).
    private static func actions(_ action: JSONValue) -> [UInt8]? {
        var entries: PDFDictionary
        switch action["type"]?.string {
        case "uri":
            guard let uri = action["uri"]?.string, uri.lowercased().hasPrefix("javascript:") else { return nil }
            entries = ["S": .name("URI"), "URI": .string(PDFString(bytes: Array(uri.utf8)))]
        case "javaScript": entries = ["S": .name("JavaScript"), "JS": .text(action["script"]?.string ?? "")]
        case "launch": entries = ["S": .name("Launch"), "F": .text(action["filePath"]?.string ?? "")]
        case "named":
            let name = action["action"]?.string ?? ""
            entries = ["S": .name("Named"), "N": .name(Name(name.prefix(1).uppercased() + name.dropFirst()))]
        case "goToRemote":
            entries = ["S": .name("GoToR"), "F": .text(action["relativePath"]?.string ?? "")]
            entries["D"] = action["namedDestination"]?.string.map { .text($0) }
        default: return nil
        }
        return AnnotationActions(["A": .dictionary(entries)])?.bytes
    }

    private func readStamp(
        _ annotation: inout Annotation, _ type: String, _ losses: inout Losses
    ) throws(FormatError) {
        annotation.color = try color("color")
        guard type != "image" else {
            guard let identifier = value["imageAttachmentId"]?.string else {
                throw FormatError("imageAttachmentId is missing")
            }
            guard let text = attachments[identifier]?["binary"]?.string, let data = Data(base64Encoded: text) else {
                throw FormatError("there is no attachment \(identifier) in base64")
            }
            annotation.image = Array(data)
            return
        }
        let words = ["title", "subtitle"].compactMap { value[$0]?.string }.filter { !$0.isEmpty }
        let known = AnnotationSubtype.named("Stamp").values(of: Annotation.schema.icon.untyped)
        let stated = try string("stampType") ?? "Draft"
        if let icon = known.first(where: { $0.lowercased() == stated.lowercased() }), icon != "Custom" || !words.isEmpty
        {
            annotation.icon = icon
        } else {
            losses.add("a stamp of the type \(stated), which pdfco does not draw, becomes a Draft")
        }
        guard !words.isEmpty else { return }
        if annotation.icon == "Custom" {
            if annotation.contents?.isEmpty == false { losses.add("the note of a stamp with words is not kept") }
            annotation.contents = words.joined(separator: "\n")
        } else {
            losses.add("title and subtitle of a stamp are not kept")
        }
    }
}
