import CTextShaping
import LinuxFiles
import SystemPackage
import Typesetting

/// The fonts that texts are set in: opens them when they are first needed, and keeps them open.
final class FontLibrary {
    private let index: FontIndex
    private var open: [String: [FontFace]] = [:]
    private var rankings: [Style: [Int: [IndexedFace]]] = [:]
    private let skipped: Set<String>
    private let willRead: (String) throws -> Void

    /// What decides between fonts that have the letters.
    private struct Style: Hashable {
        var isBold: Bool
        var isItalic: Bool
        var language: Language
    }

    init(skipping skipped: Set<String>, _ willRead: @escaping (String) throws -> Void) throws {
        (self.skipped, self.willRead) = (skipped, willRead)
        index = try FontIndex(skipping: skipped, willRead)
    }

    private func faces(inFileAt path: String) throws -> [FontFace] {
        if let faces = open[path] { return faces }
        if skipped.contains(path) { return [] }
        try willRead(path)
        let faces = FontFace.all(inFileAt: FilePath(path))
        // A process serves one run; a run with more fonts than this opens some of them again.
        if open.count >= 64 { open = [:] }
        open[path] = faces
        return faces
    }

    private func face(_ indexed: IndexedFace) throws -> FontFace? {
        let faces = try faces(inFileAt: indexed.path)
        return faces.indices.contains(indexed.index) ? faces[indexed.index] : nil
    }

    /// Returns the font that a request names.
    func named(_ request: TextRequest) throws -> FontFace? {
        guard let name = request.font else { return nil }
        if name.contains("/") {
            guard let face = try faces(inFileAt: name).first else {
                throw TextProblem(.unknownFont, "the font file '\(name)' cannot be read")
            }
            if let obstacle = face.obstacle {
                throw TextProblem(.unusableFont, "the font '\(name)' cannot be used: \(obstacle)")
            }
            return face
        }
        let wanted = name.lowercased()
        let found = index.faces.filter { $0.isNamed(wanted) }
        // A full name such as "Noto Sans Bold" says itself how heavy the font is.
        let ranked = found.map {
            (
                Self.distance($0, isBold: request.isBold, isItalic: request.isItalic), $0.path, $0.index, $0
            )
        }
        .sorted { ($0.0, $0.1, $0.2) < ($1.0, $1.1, $1.2) }
        for (_, _, _, indexed) in ranked { if let face = try face(indexed) { return face } }
        throw TextProblem(.unknownFont, "there is no font named '\(name)'")
    }

    /// Returns the font that suits best among those that have all of `scalars`, or else the first of them; `nil` if no
    /// font has that.
    func font(
        for scalars: [Unicode.Scalar], _ request: TextRequest, language: Language
    ) throws -> FontFace? {
        guard let first = scalars.first else { return nil }
        let style = Style(isBold: request.isBold, isItalic: request.isItalic, language: language)
        let blocks = Set(scalars.map { Int($0.value >> 8) })
        var second: FontFace?
        for indexed in ranking(Int(first.value >> 8), style) {
            guard second == nil || blocks.isSubset(of: indexed.blocks), let face = try face(indexed), face.has(first)
            else { continue }
            if scalars.allSatisfy(face.has) { return face }
            second = second ?? face
        }
        return second
    }

    /// Returns the faces that have any character of a block of 256, best first.
    private func ranking(_ block: Int, _ style: Style) -> [IndexedFace] {
        if let known = rankings[style]?[block] { return known }
        let ranked = index.faces.filter { $0.blocks.contains(block) }
            .map { (Self.rank($0, style), $0.path, $0.index, $0) }
            .sorted { ($0.0, $0.1, $0.2) < ($1.0, $1.1, $1.2) }
            .map(\.3)
        rankings[style, default: [:]][block] = ranked
        return ranked
    }

    /// How far the style of a face is from the one asked for; 0 is the same.
    private static func distance(_ face: IndexedFace, isBold: Bool, isItalic: Bool) -> Int {
        let weight = abs(face.weight - (isBold ? 700 : 400)) / 100
        return weight * 10 + (face.isItalic == isItalic ? 0 : 15) + abs(face.width - 100)
    }

    /// Families for any text, best first. The metrics of Liberation Sans are those of Helvetica.
    private static let usual = ["noto sans", "liberation sans", "dejavu sans", "freesans"]

    /// The lower, the better.
    private static func rank(_ face: IndexedFace, _ style: Style) -> Int {
        let family = face.family.lowercased()
        var rank = distance(face, isBold: style.isBold, isItalic: style.isItalic) * 2
        if let position = usual.firstIndex(of: family) {
            rank += position
        } else if family.hasPrefix("noto sans ") {
            rank += 5
        } else {
            rank += family.contains("sans") ? 10 : 20
        }
        for word in ["mono", "serif", "display", "math", "symbols", " ui", "looped", "condensed"]
        where family.contains(word) { rank += 12 }
        if family.contains("cjk"), !family.hasSuffix(style.language.fontSuffix) { rank += 6 }
        return rank
    }
}
