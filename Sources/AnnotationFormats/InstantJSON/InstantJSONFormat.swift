internal import FoundationEssentials
public import PDFModel

/// Instant JSON, versions 1 and 2, of Nutrient (formerly PSPDFKit).
///
/// Coordinates are those of the page as its reader sees it: points from the upper left corner of the crop box, downwards.
/// A reply is a comment of its root.
public enum InstantJSONFormat: ReadableFormat {
    public static let name = "instant-json"
    public static let title = "Instant JSON"
    public static let summary = "Nutrient's format; reads versions 1 and 2, writes version 2."
    public static let fileExtensions: [String] = []
    public static let needsPages = true

    /// The prefix of the types of annotations.
    static let typePrefix = "pspdfkit/"
    private static let format = "https://pspdfkit.com/instant-json/v1"

    public static func recognizes(_ beginning: ArraySlice<UInt8>) -> Bool {
        // A regular expression takes long over a list of pdfco's own.
        let first = UInt8(ascii: "p")
        let isLikely = beginning.indices.contains { index in
            beginning[index] == first
                && (beginning[index...].starts(with: "pspdfkit".utf8) || beginning[index...].starts(with: "pdfId".utf8))
        }
        guard isLikely else { return false }
        let text = String(decoding: beginning, as: UTF8.self)
        return text.drop(while: \.isWhitespace).first.map { "{[".contains($0) } == true
            && text.firstMatch(
                of: #/"format"\s*:\s*"https:\\?/\\?/pspdfkit\.com|"type"\s*:\s*"pspdfkit\\?/|"pdfId"\s*:/#) != nil
    }

    public static func read(
        _ bytes: [UInt8], for document: DocumentContext
    ) throws(FormatError) -> ImportedAnnotations {
        guard let root = try? JSONDecoder().decode(JSONValue.self, from: Data(bytes)) else {
            throw FormatError.noJSON(bytes)
        }
        // One annotation, a list of them, or a document.
        let stated = root.array.map(JSONValue.array) ?? root["annotations"]
        guard root.array != nil || root.object != nil else { throw FormatError("it is not Instant JSON") }
        if let stated, stated.array == nil { throw FormatError("annotations is not an array") }
        let list = stated?.array ?? (root["type"] == nil ? [] : [root])
        var imported = ImportedAnnotations()
        if let identifier = root["pdfId"] {
            imported.identifiers = ["permanent", "changing"].compactMap { key in
                identifier[key]?.string.flatMap { Data(base64Encoded: $0) }.map(Array.init)
            }
        }
        for object in root["skippedPdfObjectIds"]?.array ?? [] {
            guard let number = object.whole, number > 0 else {
                throw FormatError("skippedPdfObjectIds has an item that is not an object number")
            }
            imported.removedObjects.append(IndirectReference(number))
        }
        for key in ["bookmarks", "formFieldValues", "formFields"] where root[key]?.isEmpty == false {
            imported.losses.add("\(key) are not imported")
        }
        let attachments = root["attachments"] ?? .null
        var roots: [CodePoints<String>: Annotation] = [:]
        for (index, item) in list.enumerated() {
            let number = "annotation \(index + 1)"
            imported.add(item["type"]?.string.map { "\(number), \($0)" } ?? number) { losses throws(FormatError) in
                let reader = InstantJSONReader(item, document, attachments)
                guard let annotation = try reader.annotation(&losses) else { return nil }
                // A name is unique on its page only.
                if let name = annotation.name.map(CodePoints.init), roots[name] == nil { roots[name] = annotation }
                if let identifier = item["id"]?.string { roots[CodePoints(identifier)] = annotation }
                return .add(annotation)
            }
        }
        for (index, item) in (root["comments"]?.array ?? []).enumerated() {
            imported.add("comment \(index + 1)") { losses throws(FormatError) in
                guard let root = item["rootId"]?.string else { throw FormatError("rootId is missing") }
                guard let target = roots[CodePoints(root)] else {
                    throw FormatError("rootId does not name an annotation")
                }
                return .add(try InstantJSONReader(item, document, attachments).reply(to: target, &losses))
            }
        }
        return imported
    }

    public static func write(_ annotations: [Annotation], of document: DocumentContext) -> ExportedAnnotations {
        var losses = Losses()
        let pages = Dictionary(grouping: annotations) { $0.name.map(CodePoints.init) }.mapValues { Set($0.map(\.page)) }
        // A name is unique on its page only, an id in the whole document.
        let identifier = { (name: String, page: Int) in
            CodePoints(pages[CodePoints(name)]?.count == 1 ? name : "\(name) on page \(page)")
        }
        let byIdentifier = Dictionary(
            annotations.compactMap { annotation in annotation.name.map { (identifier($0, annotation.page), annotation) }
            },
            uniquingKeysWith: { one, _ in one })
        let rootOf = { (reply: Annotation) in
            reply.isComment ? Self.root(of: reply, identifier, byIdentifier) : nil
        }
        var (written, comments): ([JSONValue], [JSONValue]) = ([], [])
        let roots = Set(annotations.compactMap(rootOf))
        for (annotation, others) in document.withOtherEntries(annotations) {
            losses.add(others, of: annotation.subtype)
            let own = annotation.name.map { identifier($0, annotation.page) }
            let writer = InstantJSONWriter(annotation, own?.wrappedValue, document)
            if let root = rootOf(annotation) {
                if let comment = writer.comment(on: root.wrappedValue, &losses) { comments.append(comment) }
            } else if let value = writer.value(isRoot: own.map(roots.contains) ?? false, &losses) {
                written.append(value)
            }
        }
        var root: [String: JSONValue] = ["format": .string(format), "annotations": .array(written)]
        if !comments.isEmpty { root["comments"] = .array(comments) }
        if document.identifiers.count == 2 {
            let texts = document.identifiers.map { JSONValue.string(Data($0).base64EncodedString()) }
            root["pdfId"] = .object(["permanent": texts[0], "changing": texts[1]])
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let bytes = try? encoder.encode(JSONValue.object(root)) else {
            preconditionFailure("Plain values can always be encoded.")
        }
        return ExportedAnnotations(Array(bytes) + [0x0A], losses)
    }

    /// The identifier of the annotation that a chain of replies begins with; replies are on its page.
    private static func root(
        of reply: Annotation, _ identifier: (String, Int) -> CodePoints<String>,
        _ byIdentifier: [CodePoints<String>: Annotation]
    ) -> CodePoints<String>? {
        var name = reply.inReplyTo
        // Longer chains are circles.
        for _ in 0..<1000 {
            guard let current = name.map({ identifier($0, reply.page) }), let parent = byIdentifier[current] else {
                return nil
            }
            guard parent.isComment, let next = parent.inReplyTo else { return current }
            name = next
        }
        return nil
    }
}

extension Annotation {
    /// Whether Instant JSON has it as a comment.
    fileprivate var isComment: Bool {
        subtype == "Text" && inReplyTo != nil && replyType == .reply && state == nil
    }
}

/// Any JSON value.
enum JSONValue: Codable, Equatable {
    case null
    case boolean(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode([String: JSONValue].self) {
            self = .object(value)
        } else if let value = try? container.decode([JSONValue].self) {
            self = .array(value)
        } else if let value = try? container.decode(Bool.self) {
            self = .boolean(value)
        } else if container.decodeNil() {
            self = .null
        } else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no JSON value")
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .boolean(let value): try container.encode(value)
        case .number(let value): try container.encode(DecimalNotation.rounded(value))
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }

    subscript(_ key: String) -> JSONValue? {
        guard let value = object?[key], value != .null else { return nil }
        return value
    }

    var object: [String: JSONValue]? { if case .object(let value) = self { value } else { nil } }
    var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }
    var string: String? { if case .string(let value) = self { value } else { nil } }
    var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }
    var number: Double? {
        guard case .number(let value) = self, value.isFinite, abs(value) <= 1e9 else { return nil }
        return value
    }
    var whole: Int? { number.flatMap { Int(exactly: $0) } }
    var isEmpty: Bool { array?.isEmpty ?? object?.isEmpty ?? (self == .null) }
}

/// Positions on a page in Instant JSON.
struct InstantJSONSpace {
    private let frame: UprightFrame

    init(_ page: PageDetails) { frame = UprightFrame(page.cropBox, rotation: page.rotation) }

    func point(_ x: Double, _ y: Double) -> Point {
        let point = frame.matrix.transform(Point(x, frame.height - y))
        return Point(DecimalNotation.rounded(point.x), DecimalNotation.rounded(point.y))
    }

    func numbers(_ point: Point) -> [Double] {
        let space = frame.matrix.inverseOfTurn(point)
        return [space.x, frame.height - space.y]
    }

    /// A rectangle as left, top, width and height.
    func rectangle(_ numbers: [Double]) -> Rectangle {
        let (one, other) = (
            point(numbers[0], numbers[1]), point(numbers[0] + numbers[2], numbers[1] + numbers[3])
        )
        return Rectangle(one.x, one.y, other.x, other.y)
    }

    func numbers(_ rectangle: Rectangle) -> [Double] {
        let one = numbers(Point(rectangle.x0, rectangle.y0))
        let other = numbers(Point(rectangle.x1, rectangle.y1))
        return [min(one[0], other[0]), min(one[1], other[1]), abs(one[0] - other[0]), abs(one[1] - other[1])]
    }

    /// The piece of text that a rectangle covers, upright for the reader.
    func quadrilateral(_ numbers: [Double]) -> Quadrilateral {
        let (left, top, right, bottom) = (numbers[0], numbers[1], numbers[0] + numbers[2], numbers[1] + numbers[3])
        return Quadrilateral(
            upperLeft: point(left, top), upperRight: point(right, top), lowerLeft: point(left, bottom),
            lowerRight: point(right, bottom))
    }
}

/// The words of Instant JSON.
enum InstantJSONNames {
    /// The types by subtype; the type of a subtype that is not among them follows from its shape.
    private static let ownTypes = [
        "Text": "note", "FreeText": "text", "Redact": "markup/redaction", "Square": "shape/rectangle",
        "Circle": "shape/ellipse", "Ink": "ink", "Link": "link", "Stamp": "stamp",
    ]

    /// The types by subtype; a markup or a shape is called as in PDF.
    static let types: [String: String] = {
        let pairs = Annotation.supportedSubtypes.compactMap { subtype -> (String, String)? in
            if let type = ownTypes[subtype] { return (subtype, type) }
            let properties = AnnotationSubtype.named(subtype).properties
            let schema = Annotation.schema
            if properties.contains(schema.quadPoints.untyped) { return (subtype, "markup/" + subtype.lowercased()) }
            let isShape = properties.contains(schema.line.untyped) || properties.contains(schema.vertices.untyped)
            return isShape ? (subtype, "shape/" + subtype.lowercased()) : nil
        }
        return Dictionary(uniqueKeysWithValues: pairs)
    }()

    /// The subtypes by type.
    static let subtypes = Dictionary(uniqueKeysWithValues: types.map { ($0.value, $0.key) }).merging(
        ["image": "Stamp", "comment-marker": "Text"]) { $1 }

    /// What types have in common: `markup` of `markup/highlight`.
    static func family(_ type: String) -> Substring { type.prefix { $0 != "/" } }

    /// The flags from bit 1 on; `noPrint` is the opposite of bit 3.
    static let flags: [(word: String, bit: Int)] = [
        ("invisible", 1), ("hidden", 2), ("noZoom", 8), ("noRotate", 16), ("noView", 32), ("readOnly", 64),
        ("locked", 128), ("toggleNoView", 256), ("lockedContents", 512),
    ]

    static let lineCaps: [(word: String, ending: LineEnding)] = [
        ("none", .none), ("square", .square), ("circle", .circle), ("diamond", .diamond), ("openArrow", .openArrow),
        ("closedArrow", .closedArrow), ("butt", .butt), ("reverseOpenArrow", .reverseOpenArrow),
        ("reverseClosedArrow", .reverseClosedArrow), ("slash", .slash),
    ]

    static func icon(_ word: String) -> String { word.prefix(1).uppercased() + word.dropFirst() }
    static func word(_ icon: String) -> String { icon.prefix(1).lowercased() + icon.dropFirst() }
}
