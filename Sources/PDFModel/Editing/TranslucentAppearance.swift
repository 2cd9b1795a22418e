/// An appearance of another program, wrapped so that it shows with another opacity (ISO 32000-2, 11.6.4.4).
///
/// The old form stays as it is. A form around it is a transparency group that is not isolated, so that a blend mode
/// within it still sees the page, and the outermost form paints that group with the opacity.
struct TranslucentAppearance {
    /// The opacity of the outermost form.
    let opacity: Double
    /// The form within.
    let wrapped: IndirectReference

    private static let content = Array("/Opacity gs /Group Do".utf8)

    /// Recognises what ``add(opacity:around:to:)`` made.
    init?(_ existing: ExistingAppearance, in update: IncrementalUpdate) throws(PDFError) {
        guard existing.content == Self.content, let resources = existing.dictionary[.resources]?.dictionaryValue,
            let state = resources[.graphicsState]?.dictionaryValue?["Opacity"]?.dictionaryValue,
            let opacity = state[.fillOpacity]?.numberValue,
            case .reference(let group)? = resources[.xObject]?.dictionaryValue?["Group"],
            case .stream(let stream) = try update.object(group),
            case .reference(let wrapped)? = stream.dictionary[.resources]?.dictionaryValue?[.xObject]?
                .dictionaryValue?["Wrapped"]
        else { return nil }
        (self.opacity, self.wrapped) = (opacity, wrapped)
    }

    /// Adds the forms around an appearance, and returns the outermost one; `nil` where the appearance has no box.
    static func add(
        opacity: Double, around inner: IndirectReference, _ box: Rectangle?, to update: inout IncrementalUpdate
    ) -> IndirectReference? {
        guard let box else { return nil }
        func form(_ content: [UInt8], _ resources: PDFDictionary, _ group: PDFObject?) -> PDFObject {
            var dictionary: PDFDictionary = [
                .type: .name(.xObject), .subtype: .name(.form), .boundingBox: .rectangle(box),
                .resources: .dictionary(resources),
            ]
            dictionary["Group"] = group
            return .stream(PDFStream(dictionary, data: content))
        }
        let group = update.add(
            form(
                Array("/Wrapped Do".utf8), [.xObject: .dictionary(["Wrapped": .reference(inner)])],
                .dictionary(["S": .name("Transparency"), "I": .boolean(false), "K": .boolean(false)])))
        let state: PDFDictionary = [
            .type: .name(.graphicsState), .fillOpacity: .number(opacity), .strokeOpacity: .number(opacity),
        ]
        return update.add(
            form(
                content,
                [
                    .graphicsState: .dictionary(["Opacity": .dictionary(state)]),
                    .xObject: .dictionary(["Group": .reference(group)]),
                ], nil))
    }
}
