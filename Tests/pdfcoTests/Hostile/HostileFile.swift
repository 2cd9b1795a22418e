import TestSupport

/// A file made so that a reader that believes it crashes, hangs or takes all memory.
struct HostileFile: Sendable, CustomStringConvertible {
    var name: String
    private let make: @Sendable () -> [UInt8]

    var bytes: [UInt8] { make() }
    var description: String { name }

    init(_ name: String, _ make: @escaping @Sendable () -> [UInt8]) {
        self.name = name
        self.make = make
    }

    /// A document of one page with something wrong, and its cross-reference table.
    init(
        _ name: String, page: String = "", catalog: String = "", objects: [Int: String] = [:], trailer: String = "",
        size: Int? = nil
    ) {
        self.init(name) {
            var file = HandmadePDF.onePage(page, catalog: catalog, objects: objects)
            file.table(size: size, trailer: trailer)
            return file.bytes
        }
    }

    static let all = pageTrees + sections + streams + nesting + sharing + words

    // MARK: Page trees

    static let pageTrees: [HostileFile] = [
        HostileFile("the page tree is its own kid", objects: [2: "<< /Type /Pages /Count 1 /Kids [2 0 R] >>"]),
        HostileFile(
            "a node has its parent for a kid",
            objects: [
                2: "<< /Type /Pages /Count 2 /Kids [3 0 R 4 0 R] >>",
                4: "<< /Type /Pages /Count 1 /Kids [2 0 R] >>",
            ]),
        HostileFile(
            "4000 nodes share one array of kids, which are these nodes",
            objects: nodes(4000) { _ in "<< /Type /Pages /Count 4000 /Kids 3 0 R >>" }
                .merging([2: "<< /Type /Pages /Count 16000000 /Kids 3 0 R >>", 3: references(4..<4004)]) { $1 }),
        HostileFile(
            "a chain of 20000 nodes",
            objects: nodes(20_000) { "<< /Type /Pages /Count 1 /Kids [\($0 + 1) 0 R] >>" }
                .merging([2: "<< /Type /Pages /Count 1 /Kids [4 0 R] >>"]) { $1 }),
        HostileFile("a negative count", objects: [2: "<< /Type /Pages /Count -1 /Kids [3 0 R] >>"]),
        HostileFile("more pages than numbers", objects: [2: "<< /Count 9223372036854775807 /Kids [3 0 R] >>"]),
        HostileFile(
            "two counts that overflow together",
            objects: [
                2: "<< /Count 9223372036854775807 /Kids [4 0 R 5 0 R] >>",
                4: "<< /Count 9223372036854775807 /Kids [3 0 R] >>", 5: "<< /Count 5 /Kids [3 0 R] >>",
            ]),
    ]

    private static func nodes(_ count: Int, _ body: (Int) -> String) -> [Int: String] {
        Dictionary(uniqueKeysWithValues: (4..<4 + count).map { ($0, body($0)) })
    }

    private static func references(_ numbers: Range<Int>) -> String {
        "[" + numbers.map { "\($0) 0 R" }.joined(separator: " ") + "]"
    }

    // MARK: Cross-reference sections

    static let sections: [HostileFile] =
        ([0, -1, 2_147_483_647, 2_147_483_648, Int.max] as [Int]).map { HostileFile("the size is \($0)", size: $0) }
        + ["999999999", "-1", "99999999999999999999", "1 0 R"].map {
            HostileFile("a section before the first, at \($0)", trailer: "/Prev \($0)")
        } + [
            HostileFile("four sections in a circle") {
                var file = HandmadePDF.onePage()
                file.table(trailer: "/Prev 0000000000")
                for _ in 0..<3 { file.table() }
                let newest = "0000000000\(file.lastSection ?? 0)".suffix(10)
                return file.bytes.replacing("/Prev 0000000000", with: "/Prev \(newest)")
            },
            HostileFile("a chain of 20000 sections, no end of file among them") {
                var file = HandmadePDF.onePage()
                file.table()
                var bytes = file.bytes
                var previous = file.lastSection ?? 0
                for _ in 0..<20_000 {
                    let start = bytes.count
                    bytes += "xref\n0 0\ntrailer\n<< /Size 4 /Root 1 0 R /Prev \(previous) >>\n".utf8
                    previous = start
                }
                return bytes + "startxref\n\(previous)\n%%EOF\n".utf8
            },
            HostileFile("a hidden section that is the section itself", trailer: "/XRefStm 200"),
            CrossReferenceStreamFile.file("a stream that is before itself", "/Prev SELF"),
            CrossReferenceStreamFile.file("entries without width", widths: "[0 0 0]"),
            CrossReferenceStreamFile.file("entries of 2 GB", widths: "[1 2147483647 1]"),
            CrossReferenceStreamFile.file("entries of negative width", widths: "[1 -4 2]"),
            CrossReferenceStreamFile.file("2147483647 entries", "/Index [0 2147483647]"),
            CrossReferenceStreamFile.file("entries beyond all numbers", "/Index [2147483647 2147483647]"),
            CrossReferenceStreamFile.file("a size beyond all files", size: "2147483647"),
        ]

    // MARK: Streams

    static let streams: [HostileFile] = [
        CrossReferenceStreamFile.predicted("a predictor of 2147483647 columns", "/Predictor 12 /Columns 2147483647"),
        CrossReferenceStreamFile.predicted(
            "a predictor of a million colours", "/Predictor 12 /Columns 1000000 /Colors 1000000 /BitsPerComponent 16"),
        CrossReferenceStreamFile.predicted(
            "a predictor of a gigabyte a row", "/Predictor 2 /Columns 268435456 /Colors 4 /BitsPerComponent 16"),
        CrossReferenceStreamFile.bomb("a cross-reference stream that unpacks to gigabytes"),
        CrossReferenceStreamFile.objectStreams(
            "an object stream in itself", [1: (4, 0), 2: (4, 1), 3: (4, 2), 4: (4, 0)], [:]),
        CrossReferenceStreamFile.objectStreams(
            "two object streams in each other", [1: (4, 0), 2: (4, 1), 3: (4, 2), 4: (5, 0), 5: (4, 0)], [:]),
        CrossReferenceStreamFile.objectStreams(
            "object streams that extend each other", [1: (4, 0), 2: (4, 1), 3: (4, 2)],
            [
                4: HostileStream.objects("/Extends 5 0 R /N 3 /First 15"),
                5: HostileStream.objects("/Extends 4 0 R /N 3 /First 15"),
            ]),
        CrossReferenceStreamFile.objectStreams(
            "an object stream of 2147483647 objects", [1: (4, 0), 2: (4, 1), 3: (4, 2)],
            [4: HostileStream.objects("/N 2147483647 /First 15")]),
        CrossReferenceStreamFile.objectStreams(
            "an object stream that begins behind its end", [1: (4, 0), 2: (4, 1), 3: (4, 2)],
            [4: HostileStream.objects("/N 3 /First 2147483647")]),
        CrossReferenceStreamFile.objectStreams(
            "an object stream that unpacks to gigabytes", [1: (4, 0), 2: (4, 1), 3: (4, 2)],
            [4: HostileStream.bomb("/Type /ObjStm /N 3 /First 15")]),
    ]

    // MARK: Nesting

    static let nesting: [HostileFile] = [("[", "]"), ("<</A ", ">>"), ("(", ")")].flatMap { opening, closing in
        [400, 100_000].flatMap { depth in
            let whole =
                String(repeating: opening, count: depth) + (opening == "(" ? "" : "0")
                + String(repeating: closing, count: depth)
            return [
                HostileFile("\(depth) times \(opening)", page: "/X \(whole)"),
                HostileFile("\(depth) times \(opening) and no \(closing)", page: "/X " + whole.prefix(whole.count / 2)),
                HostileFile("\(depth) times \(opening) in the trailer", trailer: "/X \(whole)"),
            ]
        }
    }
}
