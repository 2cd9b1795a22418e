internal import Typesetting

/// Characters and the glyphs that show them, which belong together.
struct GlyphCluster {
    var text: String
    /// The index of the font.
    var font: Int
    /// The embedding level: odd if it runs from right to left.
    var level: Int
    /// From left to right.
    var glyphs: [ShapedGlyph]
    /// In thousandths of the font size.
    var width: Int
    /// Whether a line may begin with it.
    var canBeginLine: Bool
    var isSpace: Bool
}

/// One line of text in embedded fonts.
struct EmbeddedLine {
    /// From left to right.
    var clusters: [GlyphCluster]
    var fonts: [SubsetFont]
    /// What each glyph means where it does not say otherwise.
    var meanings: GlyphMeanings

    /// In units of the font size.
    var width: Double { Double(clusters.reduce(0) { $0 + $1.width }) / 1000 }
    var spaceCount: Int { clusters.count(where: \.isSpace) }
}

/// The text that each glyph of a font stands for, for `/ToUnicode`.
struct GlyphMeanings: Equatable {
    /// By the index of the font and the code of the glyph.
    private(set) var texts: [[Int: String]]

    init(_ clusters: some Sequence<GlyphCluster>, fontCount: Int) {
        texts = Array(repeating: [:], count: fontCount)
        var others: [GlyphCluster] = []
        for cluster in clusters {
            if cluster.glyphs.count == 1 { add(cluster) } else { others.append(cluster) }
        }
        // For readers that know no replacement text: the first glyph stands for all of them.
        for cluster in others where !cluster.glyphs.isEmpty { add(cluster) }
    }

    private mutating func add(_ cluster: GlyphCluster) {
        let code = cluster.glyphs[0].code
        if texts[cluster.font][code] == nil { texts[cluster.font][code] = cluster.text }
    }

    /// Whether the glyphs alone do not say what a cluster's text is.
    func lacks(_ cluster: GlyphCluster) -> Bool {
        guard cluster.glyphs.count == 1, let text = texts[cluster.font][cluster.glyphs[0].code] else { return true }
        return !text.isSame(as: cluster.text)
    }
}

/// A shaped text broken into lines, each with its clusters in the order in which they are seen.
struct EmbeddedText {
    private(set) var lines: [EmbeddedLine] = []
    /// The positions of the lines that end a paragraph.
    private(set) var paragraphEnds: Set<Int> = []
    /// The height above the baseline, and the depth below, in units of the font size.
    let ascent: Double
    let depth: Double

    /// - Parameter width: in units of the font size; `nil` breaks lines only at the line breaks of the text.
    init(_ text: String, _ shaped: ShapedText, width: Double?) {
        ascent = Double(shaped.fonts.map(\.ascent).max() ?? 900) / 1000
        depth = Double(shaped.fonts.map { -$0.descent }.max() ?? 250) / 1000
        let texts = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        let paragraphs = zip(texts, shaped.paragraphs).map { Self.clusters(of: $0, $1) }
        let meanings = GlyphMeanings(paragraphs.joined(), fontCount: shaped.fonts.count)
        for (paragraph, clusters) in zip(shaped.paragraphs, paragraphs) {
            for range in Self.lines(of: clusters, width.map { Int($0 * 1000) + 1 }) {
                let seen = Self.inVisualOrder(clusters[range], level: paragraph.level)
                lines.append(EmbeddedLine(clusters: seen, fonts: shaped.fonts, meanings: meanings))
            }
            paragraphEnds.insert(lines.count - 1)
        }
    }

    /// Returns the clusters of a paragraph in the order of its text.
    private static func clusters(of text: Substring, _ paragraph: ShapedParagraph) -> [GlyphCluster] {
        let scalars = Array(text.unicodeScalars)
        let breaks = LineBreaks.before(scalars)
        var found: [(start: Int, cluster: GlyphCluster)] = []
        for run in paragraph.runs {
            var groups: [(start: Int, cluster: GlyphCluster)] = []
            for glyph in run.glyphs {
                if let last = groups.last, last.start == glyph.cluster {
                    groups[groups.count - 1].cluster.glyphs.append(glyph)
                    groups[groups.count - 1].cluster.width += glyph.advance
                } else {
                    let cluster = GlyphCluster(
                        text: "", font: run.font, level: run.level, glyphs: [glyph], width: glyph.advance,
                        canBeginLine: breaks[glyph.cluster], isSpace: false)
                    groups.append((glyph.cluster, cluster))
                }
            }
            found += run.level.isMultiple(of: 2) ? groups : groups.reversed()
        }
        for index in found.indices {
            let end = index + 1 < found.count ? found[index + 1].start : scalars.count
            let own = scalars[found[index].start..<max(end, found[index].start)]
            found[index].cluster.text = String(String.UnicodeScalarView(own))
            found[index].cluster.isSpace = own.allSatisfy { $0 == " " || $0 == "\t" || $0 == "\u{3000}" }
        }
        return found.map(\.cluster)
    }

    /// Returns the lines of a paragraph without the spaces at their ends; one that is wider than a line is broken
    /// between any two clusters.
    private static func lines(of clusters: [GlyphCluster], _ width: Int?) -> [Range<Int>] {
        var lines: [Range<Int>] = []
        var start = 0
        repeat {
            var (end, used) = (start, 0)
            var lastBreak: Int?
            while end < clusters.count {
                let isTooWide = width.map { used + clusters[end].width > $0 } ?? false
                if isTooWide, !clusters[end].isSpace, end > start { break }
                used += clusters[end].width
                end += 1
                if end < clusters.count, clusters[end].canBeginLine { lastBreak = end }
            }
            let next = end < clusters.count ? lastBreak ?? end : end
            var last = next
            while last > start, next < clusters.count, clusters[last - 1].isSpace { last -= 1 }
            lines.append(start..<last)
            start = next
        } while start < clusters.count
        return lines
    }

    /// Reverses what runs from right to left: rules L1 and L2 of Unicode Standard Annex #9.
    private static func inVisualOrder(_ line: ArraySlice<GlyphCluster>, level: Int) -> [GlyphCluster] {
        var seen = Array(line)
        // Spaces at the end of a line belong to the paragraph.
        for index in seen.indices.reversed() {
            guard seen[index].isSpace else { break }
            seen[index].level = level
        }
        let highest = seen.map(\.level).max() ?? 0
        guard highest > 0 else { return seen }
        for level in (1...highest).reversed() {
            var start = 0
            while start < seen.count {
                guard seen[start].level >= level else {
                    start += 1
                    continue
                }
                let end = seen[start...].firstIndex { $0.level < level } ?? seen.count
                seen[start..<end].reverse()
                start = end
            }
        }
        return seen
    }
}

extension ShapedText {
    /// Whether it fits the text: it may come from a file that was damaged.
    func isValid(for text: String) -> Bool {
        let texts = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        guard texts.count == paragraphs.count else { return false }
        for (text, paragraph) in zip(texts, paragraphs) {
            let count = text.unicodeScalars.count
            for run in paragraph.runs {
                guard fonts.indices.contains(run.font), (0...126).contains(run.level) else { return false }
                let widths = fonts[run.font].widths
                for glyph in run.glyphs {
                    let lengths = [glyph.advance, glyph.x, glyph.y]
                    guard (0..<count).contains(glyph.cluster), widths[glyph.code] != nil, (0...0xFFFF) ~= glyph.code,
                        lengths.allSatisfy({ (-100_000...100_000).contains($0) })
                    else { return false }
                }
            }
        }
        return fonts.allSatisfy { $0.box.count == 4 }
    }
}
