import TestSupport

@testable import PDFModel

/// The cross-reference section of an increment, read here from its bytes in the simplest way, so that the writer is not
/// held against the reader of the same module alone.
struct WrittenSection {
    struct Entry: Equatable {
        var number: Int
        var generation: Int
        /// Bytes from the header.
        var offset: Int
    }

    var entries: [Entry] = []
    /// First number and count of each subsection.
    var subsections: [[Int]] = []
    var trailer: String

    /// The last section of a table or an unfiltered stream; `headerOffset` are the bytes before the header.
    init?(of file: [UInt8], headerOffset: Int) {
        guard let keyword = file.indices(of: "startxref").last,
            let line = Self.lines(file[keyword...]).dropFirst().first, let offset = Int(line.drop { $0 == " " }),
            (0...keyword).contains(headerOffset + offset)
        else { return nil }
        let section = file[(headerOffset + offset)..<keyword]
        if section.starts(with: "xref".utf8) {
            let lines = Self.lines(section)
            trailer = lines.drop { $0 != "trailer" }.dropFirst().joined(separator: "\n")
            readTable(lines.dropFirst().prefix { $0 != "trailer" })
        } else {
            let contents = Array(section)
            guard let stream = contents.indices(of: "\nstream\n").first,
                let end = contents.indices(of: "\nendstream").last, end >= stream + 8
            else { return nil }
            trailer = String(decoding: contents[..<stream], as: UTF8.self)
            readStream(Array(contents[(stream + 8)..<end]))
        }
    }

    private mutating func readTable(_ lines: ArraySlice<String>) {
        for line in lines {
            let fields = line.split(separator: " ")
            let numbers = fields.prefix(2).compactMap { Int($0) }
            guard numbers.count == 2 else { continue }
            if fields.count == 2 {
                subsections.append(numbers)
            } else if let subsection = subsections.last {
                let index = entries.count - subsections.dropLast().reduce(0) { $0 + $1[1] }
                entries.append(Entry(number: subsection[0] + index, generation: numbers[1], offset: numbers[0]))
            }
        }
    }

    private mutating func readStream(_ data: [UInt8]) {
        let widths = integers("/W")
        let index = integers("/Index")
        var rest = data[...]
        for start in stride(from: 0, to: index.count - 1, by: 2) {
            subsections.append([index[start], index[start + 1]])
            for number in index[start]..<(index[start] + index[start + 1]) {
                let fields = widths.map { width in
                    defer { rest = rest.dropFirst(width) }
                    return rest.prefix(width).reduce(0) { $0 << 8 | Int($1) }
                }
                guard fields.count == 3, fields[0] == 1 else { return }
                entries.append(Entry(number: number, generation: fields[2], offset: fields[1]))
            }
        }
    }

    /// The integer behind a key of the trailer.
    func integer(_ key: String) -> Int? {
        trailer.firstRange(of: key + " ").flatMap { Int(trailer[$0.upperBound...].prefix { $0.isNumber }) }
    }

    /// The integers in the array behind a key of the trailer.
    func integers(_ key: String) -> [Int] {
        guard let key = trailer.firstRange(of: key + " [") else { return [] }
        return trailer[key.upperBound...].prefix { $0 != "]" }.split(separator: " ").compactMap { Int($0) }
    }

    private static func lines(_ bytes: ArraySlice<UInt8>) -> [String] {
        String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
}
