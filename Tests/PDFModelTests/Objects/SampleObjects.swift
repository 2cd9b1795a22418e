import Mutations

@testable import PDFModel

/// Objects of every kind, nested, the same for the same seed.
struct SampleObjects {
    private var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(state: seed) }

    mutating func object(depth: Int = 0) -> PDFObject {
        switch number(0...(depth < 4 ? 10 : 6)) {
        case 0: return .null
        case 1: return .boolean(Bool.random(using: &generator))
        case 2:
            return .integer([0, 1, -1, 65535, -2_147_483_648, 2_147_483_647, number(-9999...9999)].random(&generator))
        case 3: return .number(Double(number(-9_999_999...9_999_999)) / 10_000)
        case 4: return .string(PDFString(bytes: bytes(0...40)))
        case 5: return .name(name())
        case 6: return .reference(IndirectReference(number(1...3), generation: 0))
        case 7, 8: return .array((0..<number(0...6)).map { _ in object(depth: depth + 1) })
        default: return .dictionary(dictionary(depth: depth + 1))
        }
    }

    mutating func dictionary(depth: Int = 0) -> PDFDictionary {
        var entries: PDFDictionary = [:]
        for _ in 0..<number(0...6) { entries[name()] = object(depth: depth) }
        return entries
    }

    /// Any bytes but NUL, which a name cannot hold (7.3.5).
    private mutating func name() -> Name {
        Bool.random(using: &generator)
            ? Name("Key\(number(0...99))") : Name(bytes: bytes(1...12).map { $0 == 0 ? 1 : $0 })
    }

    private mutating func bytes(_ count: ClosedRange<Int>) -> [UInt8] {
        let isText = Bool.random(using: &generator)
        return (0..<number(count)).map { _ in UInt8(number(isText ? 0x20...0x7E : 0...255)) }
    }

    private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
}

extension Array {
    fileprivate func random(_ generator: inout SeededGenerator) -> Element {
        self[Int.random(in: indices, using: &generator)]
    }
}

extension PDFObject {
    /// As it reads back: entries whose value is null are none (7.3.7).
    var withoutNullEntries: PDFObject {
        switch self {
        case .array(let items): .array(items.map(\.withoutNullEntries))
        case .dictionary(let entries): .dictionary(entries.filter { $0.value != .null }.mapValues(\.withoutNullEntries))
        default: self
        }
    }
}
