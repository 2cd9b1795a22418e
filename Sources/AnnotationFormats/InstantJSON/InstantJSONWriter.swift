internal import FoundationEssentials
internal import PDFModel

/// Writes one annotation as Instant JSON, version 2.
struct InstantJSONWriter {
    private let annotation: Annotation
    private let identifier: String?
    private let page: PageDetails?

    init(_ annotation: Annotation, _ identifier: String?, _ document: DocumentContext) {
        (self.annotation, self.identifier) = (annotation, identifier)
        page = document.page(annotation.page)
    }

    /// The properties that every type holds.
    private static let common: Set<String> = [
        "rect", "name", "flags", "modificationDate", "subject", "author", "opacity", "creationDate", "contents",
        "richContents", "quadPoints", "line", "vertices", "inkList", "color", "interiorColor", "icon", "overlayText",
        "lineEndings", "cloudIntensity", "border.width", "border.style", "border.dash", "callout", "calloutEnding",
        "textBox", "fontSize", "textColor", "alignment", "destination.uri", "destination.page", "replyType",
    ]

    /// Returns the annotation; `nil` where the format has no such type.
    func value(isRoot: Bool, _ losses: inout Losses) -> JSONValue? {
        guard let page, let type = InstantJSONNames.types[annotation.subtype] else {
            losses.add("Instant JSON has no \(annotation.subtype) annotation, which is left out")
            return nil
        }
        guard annotation.state == nil else {
            losses.add("Instant JSON has no review states, which are left out")
            return nil
        }
        if case .named = annotation.destination {
            losses.add("Instant JSON has no links to named destinations, which are left out")
            return nil
        }
        if let loss = annotation.missingTarget {
            losses.add(loss)
            return nil
        }
        let space = InstantJSONSpace(page)
        var object = common()
        object["type"] = .string(InstantJSONFormat.typePrefix + type)
        object["bbox"] = .numbers(space.numbers(annotation.rect))
        if isRoot { object["isCommentThreadRoot"] = .boolean(true) }
        var lost = AnnotationSubtype.named(annotation.subtype).properties(setIn: annotation).subtracting(Self.common)
        switch InstantJSONNames.family(type) {
        case "note":
            object["text"] = text(&losses)
            object["icon"] = .string(InstantJSONNames.word(annotation.icon ?? "Note"))
            object["color"] = color(annotation.color)
        case "text": addFreeText(space, &object, &losses)
        case "markup": addMarkup(space, &object, &lost, &losses)
        case "shape": addShape(space, &object, &lost)
        case "ink": addInk(space, &object, &lost)
        case "link": addLink(&object, &lost)
        default:
            object["stampType"] = .string(annotation.icon ?? "Draft")
            object["color"] = color(annotation.color)
            if annotation.icon == "Custom" { object["title"] = annotation.contents.map(JSONValue.string) }
        }
        if !["Text", "FreeText"].contains(annotation.subtype), object["title"] == nil {
            object["note"] = annotation.contents.map(JSONValue.string)
            if annotation.richContents != nil { lost.insert("richContents") }
        }
        for name in lost.sorted() { losses.add("Instant JSON cannot hold \(name) of a \(annotation.subtype)") }
        return .object(object)
    }

    /// Returns a reply as a comment; `nil` where it has no text.
    func comment(on root: String, _ losses: inout Losses) -> JSONValue? {
        var object = common()
        (object["flags"], object["opacity"]) = (nil, nil)
        object["rootId"] = .string(root)
        object["text"] = text(&losses)
        losses.add("Instant JSON holds only the text, author, name, subject and dates of a reply")
        return .object(object)
    }

    private func common() -> [String: JSONValue] {
        var object: [String: JSONValue] = ["v": .number(2), "pageIndex": .number(Double(annotation.page - 1))]
        object["id"] = identifier.map(JSONValue.string)
        object["name"] = annotation.name.map(JSONValue.string)
        object["subject"] = annotation.subject.map(JSONValue.string)
        object["creatorName"] = annotation.author.map(JSONValue.string)
        object["opacity"] = .number(annotation.opacity)
        object["createdAt"] = annotation.creationDate.map { .string($0.timestamp) }
        object["updatedAt"] = annotation.modificationDate.map { .string($0.timestamp) }
        var words = InstantJSONNames.flags.filter { annotation.flags & $0.bit != 0 }.map { JSONValue.string($0.word) }
        if annotation.flags & 4 == 0 { words.append(.string("noPrint")) }
        object["flags"] = .array(words)
        return object
    }

    private func color(_ color: Color?) -> JSONValue? { color.map { .string($0.hexadecimal) } }

    private func text(_ losses: inout Losses) -> JSONValue {
        guard let rich = annotation.richContents, let start = rich.firstRange(of: "<body"),
            let read = try? RichText(String(rich[start.lowerBound...]))
        else {
            return .object(["format": .string("plain"), "value": .string(annotation.contents ?? "")])
        }
        if read.contents != annotation.contents ?? "" {
            losses.add("Instant JSON holds only one text: the rich text, if the plain text differs")
        }
        return .object(["format": .string("xhtml"), "value": .string(String(rich[start.lowerBound...]))])
    }

    private func addFreeText(_ space: InstantJSONSpace, _ object: inout [String: JSONValue], _ losses: inout Losses) {
        let style = annotation.textStyle ?? TextStyle()
        object["text"] = text(&losses)
        object["font"] = .string("Helvetica")
        object["fontSize"] = .number(style.fontSize)
        object["fontColor"] = color(style.color)
        object["horizontalAlign"] = .string(style.alignment.rawValue)
        object["verticalAlign"] = .string("top")
        object["backgroundColor"] = color(annotation.color)
        if let border = annotation.border {
            object["borderWidth"] = .number(border.width)
            object["borderStyle"] = .string(border.style.rawValue)
            if border.style == .dashed { losses.add("Instant JSON cannot hold border.dash of a FreeText") }
        }
        guard let start = annotation.callout.first, let end = annotation.callout.last else { return }
        var callout: [String: JSONValue] = [
            "start": .numbers(space.numbers(start)), "end": .numbers(space.numbers(end)),
            "cap": .string(Self.cap(annotation.calloutEnding ?? .none)),
        ]
        if annotation.callout.count == 3 { callout["knee"] = .numbers(space.numbers(annotation.callout[1])) }
        if let box = annotation.textBox {
            let (inner, outer) = (space.numbers(box), space.numbers(annotation.rect))
            let (left, top) = (inner[0] - outer[0], inner[1] - outer[1])
            callout["innerRectInset"] = .numbers([left, top, outer[2] - inner[2] - left, outer[3] - inner[3] - top])
        }
        object["callout"] = .object(callout)
    }

    private static func cap(_ ending: LineEnding) -> String {
        InstantJSONNames.lineCaps.first { $0.ending == ending }?.word ?? "none"
    }

    private func addMarkup(
        _ space: InstantJSONSpace, _ object: inout [String: JSONValue], _ lost: inout Set<String>,
        _ losses: inout Losses
    ) {
        var quads: [Quadrilateral] = []
        if case .quadPoints(let found) = annotation.geometry { quads = found }
        var rects: [JSONValue] = []
        for quad in quads {
            guard let box = Rectangle(enclosing: quad.points) else { continue }
            let numbers = space.numbers(box)
            if space.quadrilateral(numbers) != quad {
                losses.add("Instant JSON holds upright rectangles, not quadrilaterals at an angle")
            }
            rects.append(.numbers(numbers))
        }
        object["rects"] = .array(rects)
        if annotation.subtype == "Redact" {
            object["outlineColor"] = color(annotation.color)
            object["fillColor"] = color(annotation.interiorColor)
            object["overlayText"] = annotation.overlayText.map(JSONValue.string)
            object["color"] = color(annotation.textStyle?.color)
            if annotation.textStyle?.fontSize != 10 { lost.insert("fontSize") }
            if annotation.textStyle?.alignment != .center { lost.insert("alignment") }
        } else {
            object["color"] = color(annotation.color)
            if annotation.subtype == "Highlight" { object["blendMode"] = .string("multiply") }
        }
    }

    private func addShape(_ space: InstantJSONSpace, _ object: inout [String: JSONValue], _ lost: inout Set<String>) {
        object["strokeColor"] = color(annotation.color)
        object["fillColor"] = color(annotation.interiorColor)
        if let border = annotation.border {
            object["strokeWidth"] = .number(border.width)
            if border.style == .dashed {
                object["strokeDashArray"] = .numbers(border.dash)
            } else if border.style != .solid {
                lost.insert("border.style")
            }
        }
        if annotation.cloudIntensity > 0 { object["cloudyBorderIntensity"] = .number(annotation.cloudIntensity) }
        switch annotation.geometry {
        case .line(let start, let end):
            object["startPoint"] = .numbers(space.numbers(start))
            object["endPoint"] = .numbers(space.numbers(end))
        case .vertices(let points): object["points"] = .array(points.map { .numbers(space.numbers($0)) })
        default: break
        }
        if let endings = annotation.lineEndings {
            object["lineCaps"] = .object([
                "start": .string(Self.cap(endings.start)), "end": .string(Self.cap(endings.end)),
            ])
        }
    }

    private func addInk(_ space: InstantJSONSpace, _ object: inout [String: JSONValue], _ lost: inout Set<String>) {
        object["strokeColor"] = color(annotation.color)
        object["lineWidth"] = .number(annotation.border?.width ?? 1)
        if annotation.border?.style != .solid { lost.insert("border.style") }
        guard case .inkList(let strokes) = annotation.geometry else { return }
        object["lines"] = .object([
            "points": .array(strokes.map { .array($0.map { .numbers(space.numbers($0)) }) }),
            "intensities": .array(strokes.map { .numbers($0.map { _ in 0.5 }) }),
        ])
    }

    private func addLink(_ object: inout [String: JSONValue], _ lost: inout Set<String>) {
        for key in ["opacity", "subject", "creatorName", "createdAt"] { object[key] = nil }
        object["borderColor"] = color(annotation.color)
        object["borderWidth"] = .number(annotation.border?.width ?? 0)
        object["borderStyle"] = .string((annotation.border?.style ?? .solid).rawValue)
        if annotation.border?.style == .dashed { lost.insert("border.dash") }
        if case .quadPoints = annotation.geometry { lost.insert("quadPoints") }
        switch annotation.destination {
        case .uri(let uri): object["action"] = .object(["type": .string("uri"), "uri": .string(uri)])
        case .page(let page?):
            object["action"] = .object(["type": .string("goTo"), "pageIndex": .number(Double(page - 1))])
        default: break
        }
    }
}

extension JSONValue {
    static func numbers(_ numbers: [Double]) -> JSONValue { .array(numbers.map(JSONValue.number)) }
}
