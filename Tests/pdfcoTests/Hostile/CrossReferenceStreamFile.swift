import TestSupport

/// Documents of one page whose cross-reference stream lies.
enum CrossReferenceStreamFile {
    /// A sound document, but for what is said of its stream; `SELF` in it is the stream's place.
    static func file(
        _ name: String, _ entries: String = "", widths: String = "[1 4 2]", size: String = "5"
    ) -> HostileFile {
        HostileFile(name) {
            var file = HandmadePDF.onePage()
            let start = file.end
            let own = entries.split(separator: "SELF", omittingEmptySubsequences: false).joined(separator: "\(start)")
            let data = section(offsets(file.bytes, 1...3).merging([4: start]) { $1 }, [:], count: 5)
            file.bytes(4, HostileStream.stream("/Type /XRef /Root 1 0 R /W \(widths) /Size \(size) \(own)", data))
            file.finish("", startXRef: start)
            return file.bytes
        }
    }

    /// A document whose cross-reference stream says it was predicted.
    static func predicted(_ name: String, _ parameters: String) -> HostileFile {
        // 35 zeros, deflated (RFC 1951).
        let data: [UInt8] = [0x78, 0x9C, 0x63, 0x60, 0x20, 0x1E, 0x00, 0x00, 0x00, 0x23, 0x00, 0x01]
        return ending(name) {
            HostileStream.stream(
                "/Type /XRef /Root 1 0 R /W [1 4 2] /Size 5 /Filter /FlateDecode /DecodeParms << \(parameters) >>", data
            )
        }
    }

    static func bomb(_ name: String) -> HostileFile {
        ending(name) { HostileStream.bomb("/Type /XRef /Root 1 0 R /W [1 4 2] /Size 500000000") }
    }

    /// A document whose objects are in object streams, by their numbers and places there, with further objects as they are.
    static func objectStreams(
        _ name: String, _ compressed: [Int: (stream: Int, index: Int)], _ objects: [Int: [UInt8]]
    ) -> HostileFile {
        HostileFile(name) {
            var file = HandmadePDF()
            for (number, body) in objects.sorted(by: { $0.key < $1.key }) { file.bytes(number, body) }
            let start = file.end
            let own = offsets(file.bytes, objects.keys.sorted()).merging([6: start]) { $1 }
            let data = section(own, compressed, count: 7)
            file.bytes(6, HostileStream.stream("/Type /XRef /Root 1 0 R /W [1 4 2] /Size 7", data))
            file.finish("", startXRef: start)
            return file.bytes
        }
    }

    private static func ending(_ name: String, _ section: @escaping @Sendable () -> [UInt8]) -> HostileFile {
        HostileFile(name) {
            var file = HandmadePDF.onePage()
            let start = file.end
            file.bytes(4, section())
            file.finish("", startXRef: start)
            return file.bytes
        }
    }

    private static func offsets(_ bytes: [UInt8], _ numbers: some Sequence<Int>) -> [Int: Int] {
        Dictionary(
            uniqueKeysWithValues: numbers.map { number in
                (number, (bytes.indices(of: "\n\(number) 0 obj").first ?? 0) + 1)
            })
    }

    /// The entries, each of one, four and two bytes.
    private static func section(
        _ offsets: [Int: Int], _ compressed: [Int: (stream: Int, index: Int)], count: Int
    ) -> [UInt8] {
        (0..<count).flatMap { number -> [UInt8] in
            var (kind, second, third) = (0, 0, 65_535)
            if let offset = offsets[number] { (kind, second, third) = (1, offset, 0) }
            if let place = compressed[number] { (kind, second, third) = (2, place.stream, place.index) }
            return ([kind] + [24, 16, 8, 0].map { second >> $0 & 0xFF } + [third >> 8, third & 0xFF]).map { UInt8($0) }
        }
    }
}
