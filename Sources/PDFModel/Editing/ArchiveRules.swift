/// What PDF/A says about annotations: ISO 19005-1, 6.3 to 6.6; ISO 19005-2 and -3, 6.2 and 6.3; ISO 19005-4, 6.2 and
/// 6.3.
///
/// It is asked of annotations as pdfco writes them, and is no validator: what only the whole document shows, such as its
/// structure, is left out.
struct ArchiveRules {
    let claim: ConformanceClaim
    private let definesRGB: Bool
    private let definesCMYK: Bool

    init(_ claim: ConformanceClaim, of file: PDFFile) throws(PDFError) {
        self.claim = claim
        (definesRGB, definesCMYK) = (
            try file.hasOutputIntent(components: 3), try file.hasOutputIntent(components: 4)
        )
    }

    /// The subtypes of PDF 1.4, which the first part knows, without those that it forbids.
    private static let firstSubtypes: Set<Name> = [
        "Text", "Link", "FreeText", "Line", "Square", "Circle", "Highlight", "Underline", "Squiggly", "StrikeOut",
        "Stamp",
        "Ink", "Popup", "Widget", "PrinterMark", "TrapNet",
    ]
    private static let forbiddenSubtypes: Set<Name> = ["3D", "Sound", "Screen", "Movie"]
    private static let forbiddenActions: Set<Name> = [
        "JavaScript", "Launch", "Sound", "Movie", "ResetForm", "ImportData", "Hide", "SetOCGState", "Rendition",
        "Trans",
        "GoTo3DView",
    ]

    /// Returns what PDF/A forbids in an annotation, each to complete the sentence "the Highlight …".
    func problems(of annotation: PDFDictionary, in update: IncrementalUpdate) throws(PDFError) -> [String] {
        let subtype = try update.resolve(annotation[.subtype] ?? .null).nameValue ?? ""
        guard subtype != "Popup" else { return [] }
        var problems: [String] = []
        let isKnown =
            claim.part == 1 ? Self.firstSubtypes.contains(subtype) : !Self.forbiddenSubtypes.contains(subtype)
        if !isKnown { problems.append("has a subtype that is not allowed") }
        if subtype == "FileAttachment", claim.part == 2 { problems.append("attaches a file that may not be PDF/A") }
        if subtype == "FileAttachment", claim.part > 2,
            let file = try update.resolve(annotation["FS"] ?? .null).dictionaryValue, file["AFRelationship"] == nil
        {
            problems.append("attaches a file without stating its relationship to the document (/AFRelationship)")
        }
        let flags = try update.resolve(annotation[.flags] ?? .null).integerValue ?? 0
        if flags & 4 == 0 { problems.append("is not printed") }
        let hidden = 1 | 2 | 32 | (claim.part == 1 ? 0 : 256)
        if flags & hidden != 0 { problems.append("is hidden") }
        if claim.part == 1, let opacity = try update.resolve(annotation[.opacity] ?? .null).numberValue, opacity < 1 {
            problems.append("is translucent")
        }
        let action = try update.resolve(annotation["A"] ?? .null).dictionaryValue
        if let kind = try update.resolve(action?["S"] ?? .null).nameValue, Self.forbiddenActions.contains(kind) {
            problems.append("has an action of the type \(kind.text)")
        }
        if claim.part == 1, !definesRGB, [Name.color, .interiorColor].contains(where: { annotation[$0] != nil }) {
            problems.append(Self.undefinedColors)
        }
        problems += try appearanceProblems(of: annotation, subtype, in: update)
        return problems.eachOnce
    }

    private static let undefinedColors = "has RGB colours, for which the document has no output intent"

    private func appearanceProblems(
        of annotation: PDFDictionary, _ subtype: Name, in update: IncrementalUpdate
    ) throws(PDFError) -> [String] {
        guard let appearances = try update.resolve(annotation[.appearance] ?? .null).dictionaryValue else {
            return claim.part == 1 || subtype == "Link" ? [] : ["has no appearance"]
        }
        var problems: [String] = []
        if Set(appearances.map(\.key)) != [.normal] { problems.append("has more than a normal appearance") }
        guard let normal = appearances[.normal], case .stream(let form) = try update.resolve(normal) else {
            return problems
        }
        if let reference = normal.referenceValue, !definesRGB, let content = try update.streamData(reference),
            content.usesRGB
        {
            problems.append(Self.undefinedColors)
        }
        return problems + (try resourceProblems(of: form.dictionary, depth: 0, in: update))
    }

    /// Returns the problems of a form's transparency, fonts and images, and of the forms in it.
    private func resourceProblems(
        of form: PDFDictionary, depth: Int, in update: IncrementalUpdate
    ) throws(PDFError) -> [String] {
        guard depth < 8 else { return [] }
        var problems: [String] = []
        if claim.part == 1, form["Group"] != nil || form["SMask"] != nil { problems.append("is transparent") }
        guard let resources = try update.resolve(form[.resources] ?? .null).dictionaryValue else { return problems }
        func values(_ key: Name) throws(PDFError) -> [PDFObject] {
            (try update.resolve(resources[key] ?? .null).dictionaryValue ?? [:]).map(\.value)
        }
        for state in try values(.graphicsState) where claim.part == 1 {
            let state = try update.resolve(state).dictionaryValue ?? [:]
            let opacities = [state[.fillOpacity], state[.strokeOpacity]].compactMap { $0?.numberValue }
            let modes: Set<Name> = ["Normal", "Compatible"]
            let isOpaque =
                !opacities.contains { $0 < 1 } && modes.contains(state[.blendMode]?.nameValue ?? "Normal")
                && state["SMask"]?.nameValue ?? "None" == "None"
            if !isOpaque { problems.append("is transparent") }
        }
        for font in try values(.font) {
            let font = try update.resolve(font).dictionaryValue ?? [:]
            if try !isEmbedded(font, in: update) {
                let name = try update.resolve(font[.baseFont] ?? .null).nameValue?.text ?? "a font"
                problems.append("is set in \(name), which is not embedded")
            }
        }
        for object in try values(.xObject) {
            guard case .stream(let stream) = try update.resolve(object) else { continue }
            let space = try update.resolve(stream.dictionary["ColorSpace"] ?? .null).nameValue
            if space == "DeviceRGB" && !definesRGB || space == "DeviceCMYK" && !definesCMYK {
                problems.append("has an image with colours for which the document has no output intent")
            }
            problems += try resourceProblems(of: stream.dictionary, depth: depth + 1, in: update)
        }
        return problems
    }

    private func isEmbedded(_ font: PDFDictionary, in update: IncrementalUpdate) throws(PDFError) -> Bool {
        var font = font
        switch try update.resolve(font[.subtype] ?? .null).nameValue {
        case "Type3": return true
        case "Type0":
            let descendants = try update.resolve(font["DescendantFonts"] ?? .null).arrayValue ?? []
            font = try update.resolve(descendants.first ?? .null).dictionaryValue ?? [:]
        default: break
        }
        let descriptor = try update.resolve(font["FontDescriptor"] ?? .null).dictionaryValue ?? [:]
        return ["FontFile", "FontFile2", "FontFile3"].contains { descriptor[$0] != nil }
    }
}

extension [UInt8] {
    /// Whether a content stream has an operator that sets an RGB colour (8.6.8).
    fileprivate var usesRGB: Bool {
        split(whereSeparator: SyntaxReader.isSpace).contains {
            $0.elementsEqual("rg".utf8) || $0.elementsEqual("RG".utf8)
        }
    }
}
