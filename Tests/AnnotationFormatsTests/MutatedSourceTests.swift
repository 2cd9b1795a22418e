import AnnotationFormats
import FoundationEssentials
import Mutations
import TestSupport
import Testing

@testable import PDFModel

/// Damaged sources are read or refused; nothing else happens. `PDFCO_MUTATIONS` is how many of each format.
struct MutatedSourceTests {
    private static let count =
        ProcessInfo.processInfo.environment["PDFCO_MUTATIONS"].flatMap { Int($0) } ?? TestScope.count(1000)

    private static let fragments = [
        "<", ">", "/>", "</", "&", "&amp;", "&#0;", "&#x10FFFF;", "<![CDATA[", "]]>", "<!--", "<?", "<!DOCTYPE a>",
        "\"", "'",
        "=", "<annots>", "</annots>", "<appearance>", "page=\"99999999999\"", "nan", "1e308", "-0", ",", ";", "{", "}",
        "[",
        "]", ":", "null", "\\u0000", "\\", "[[[[[[[[[[", "\u{0}", "\u{FEFF}", "é", "1 0 R", "<<", ">>", "(", ")",
    ]

    @Test(arguments: [
        ("xfdf", "everything.xfdf"), ("fdf", "acrobat.fdf"), ("instant-json", "instant.json"), ("json", ""),
    ])
    func `A damaged source crashes nothing`(name: String, fixture: String) throws {
        let format = try Exchange.format(name)
        let whole = [fixture].filter { !$0.isEmpty }.map { try? Exchange.fixture($0) }.compactMap(\.self)
        let sources = whole + [format.write(Exchange.everyKind, of: Exchange.document).bytes]
        var (read, refused) = (0, 0)
        for seed in 0..<UInt64(Self.count) {
            var generator = SeededGenerator(state: seed)
            var bytes = sources[Int(seed) % sources.count]
            if name == "fdf", seed % 2 == 0 {
                var mutation = Mutation(seed: seed)
                bytes = mutation.apply(to: bytes)
            } else {
                for _ in 0..<Int.random(in: 1...3, using: &generator) { Self.change(&bytes, &generator) }
            }
            do {
                let imported = try format.read(bytes, for: Exchange.document)
                for annotation in try Exchange.added(imported) {
                    if let valid = try? annotation.validated(on: Exchange.page) {
                        _ = valid.appearance(on: Exchange.page)
                    }
                }
                read += 1
            } catch { refused += 1 }
        }
        #expect(read > 0 && refused > 0)
    }

    private static func change(_ bytes: inout [UInt8], _ generator: inout SeededGenerator) {
        guard !bytes.isEmpty else { return }
        let start = Int.random(in: 0..<bytes.count, using: &generator)
        let range = start..<min(bytes.count, start + Int.random(in: 1...32, using: &generator))
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: bytes[start] ^= 1 << UInt8.random(in: 0...7, using: &generator)
        case 1: bytes.removeSubrange(range)
        case 2:
            let target = Int.random(in: 0..<bytes.count, using: &generator)
            bytes.insert(contentsOf: Array(bytes[range]), at: target)
        case 3:
            bytes.replaceSubrange(
                start..<min(bytes.count, start + 4), with: fragments.randomElement(using: &generator)!.utf8)
        case 4: bytes.insert(contentsOf: fragments.randomElement(using: &generator)!.utf8, at: start)
        default: bytes.insert(contentsOf: "\(Int.random(in: .min ... .max, using: &generator))".utf8, at: start)
        }
    }
}
