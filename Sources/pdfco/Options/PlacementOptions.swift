import ArgumentParser
import PDFModel

/// The position of an annotation as the reader of the page sees it; no options for a kind that no rectangle places.
struct PlacementOptions<Kind: AnnotationKind>: ListedOptions {
    private(set) var at: String?
    private var margin: String?
    private var size: String?

    /// Whether a rectangle places the kind.
    static var apply: Bool { Kind.place.contains(Annotation.schema.rect.untyped) }

    init() {}

    init(_ values: OptionValues) throws {
        guard Self.apply else { return }
        at = try values.value(of: "at")
        (margin, size) = (try values.value(of: "margin"), try values.value(of: "size"))
    }

    static var options: [ListedOption] {
        guard apply else { return [] }
        let anchors = Placement.Anchor.allCases.map(\.rawValue)
        return [
            .value(
                "at", "place", help: "The position on the page as it is displayed: \(anchors.joined(separator: ", ")).",
                completion: .list(anchors)),
            .value(
                "margin", "length", isSeldom: true,
                help: "With --at: the distance from the edges, such as 36, 10mm or 5%; the default is 36."),
            .value("size", "widthxheight", help: sizeHelp),
        ]
    }

    private static var sizeHelp: String {
        let help = "With --at or --beside: width and height, such as 150x50, 5cmx2cm or 30%x10%"
        return canKeepProportions ? "\(help); with --image and --at, one is enough: 150x or x50." : "\(help)."
    }

    private static var canKeepProportions: Bool {
        AnnotationSubtype.named(Kind.subtype).properties.contains(Annotation.schema.image.untyped)
    }

    /// The first option given that needs another one, and what it needs.
    ///
    /// - Parameter isBeside: whether `--beside` is given.
    func firstWithoutPlace(isBeside: Bool) -> (option: String, needs: String)? {
        guard at == nil else { return nil }
        if margin != nil { return ("--margin", "--at") }
        return size == nil || isBeside ? nil : ("--size", "--at or --beside")
    }

    /// Returns width and height; `nil` without `--size`.
    func lengths() throws(CommandFailure) -> [Placement.Length]? {
        try OptionValue<[Placement.Length]>.size(size, for: "--size")
    }

    /// Returns the placement; `nil` without `--at` and without a usual one.
    ///
    /// - Parameters:
    ///   - hasImage: whether an image is placed, whose proportions give the side that `--size` leaves open.
    ///   - usual: where it is without `--at`.
    func placement(hasImage: Bool, at usual: Placement.Anchor?) throws(CommandFailure) -> Placement? {
        guard let anchor = try OptionValue<Placement.Anchor>.word(at, for: "--at") ?? usual else { return nil }
        let margin: Placement.Length? = try OptionValue<Placement.Length>.length(margin, for: "--margin")
        if hasImage, let size, let open = try OptionValue<Placement.Length>.openSize(size) {
            return Placement(anchor, margin: margin ?? .points(36), width: open.width, height: open.height)
        }
        guard let lengths = try lengths() ?? Kind.usualSize.map({ [.points($0.width), .points($0.height)] }) else {
            throw CommandFailure(
                kind: "usage", problem: "--at needs a size", hint: "add --size WIDTHxHEIGHT", exitStatus: .usage)
        }
        return Placement(anchor, margin: margin ?? .points(36), width: lengths[0], height: lengths[1])
    }
}

extension OptionValue<Placement.Length> {
    /// Reads a size of one side, such as `150x` or `x50`; `nil` where both are stated.
    static func openSize(
        _ size: String
    ) throws(CommandFailure) -> (width: Placement.Length?, height: Placement.Length?)? {
        guard size.count > 1, size.hasPrefix("x") || size.hasSuffix("x") else { return nil }
        let both = size.hasPrefix("x") ? "1\(size)" : "\(size)1"
        let lengths: [Placement.Length] = try OptionValue<[Placement.Length]>.size(both, for: "--size")
        return size.hasPrefix("x") ? (nil, lengths[1]) : (lengths[0], nil)
    }

    static var length: Self {
        OptionValue(expected: "a length such as 36, 36pt, 10mm, 1cm, 1in or 5%") { Placement.Length($0) }
    }
}

extension OptionValue<[Placement.Length]> {
    static var size: Self {
        OptionValue(expected: "a width and a height such as 150x50, 5cmx2cm or 30%x10%") { text in
            let parts = text.split(separator: "x", omittingEmptySubsequences: false).compactMap {
                Placement.Length(String($0))
            }
            return parts.count == 2 && parts.allSatisfy { $0 != .points(0) && $0 != .percent(0) } ? parts : nil
        }
    }
}
