/// A PDF file's bytes, what stands where in them, and the numbers that say so.
///
/// A change of length puts every offset behind it wrong, and a reader then sees that and nothing else. ``replace(_:with:)``
/// keeps offsets and lengths right, so that what was changed is read; a change of ``bytes`` alone does not.
struct Layout {
    private(set) var bytes: [UInt8]
    /// The bodies of the objects, between `obj` and `endobj`.
    private(set) var bodies: [Range<Int>] = []
    /// The entries of tables and of cross-reference streams that are not compressed.
    private(set) var entries: [Range<Int>] = []
    /// The decoded data of object streams and cross-reference streams that are not compressed.
    private(set) var structuralData: [Range<Int>] = []
    private var numbers: [StatedNumber] = []

    /// A number in the file that says where something is, or how long.
    fileprivate struct StatedNumber {
        var place: Int
        var width: Int
        var isBinary = false
        /// The two places whose distance is stated: the header, or where data begins, and what is meant.
        var start: Int
        var target: Int
    }

    /// Where numbers that say where something is stand in the file.
    var offsets: [Range<Int>] { numbers.map { $0.place..<$0.place + $0.width } }

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        scan()
    }

    // MARK: Changing

    /// Replaces bytes and keeps right what the file says of those behind them.
    mutating func replace(_ range: Range<Int>, with new: [UInt8]) {
        shift(range, with: new)
        while let narrow = numbers.firstIndex(where: { $0.isTooNarrow }) {
            let old = numbers[narrow]
            let digits = Array("\(old.target - old.start)".utf8)
            numbers[narrow].width = digits.count
            // Behind its first byte, so that the number itself stays among those that are known.
            shift(old.place + 1..<old.place + 1, with: Array(repeating: 0x30, count: digits.count - old.width))
        }
        for number in numbers { number.write(to: &bytes) }
    }

    private mutating func shift(_ range: Range<Int>, with new: [UInt8]) {
        bytes.replaceSubrange(range, with: new)
        let difference = new.count - range.count
        func moved(_ place: Int) -> Int { place >= range.upperBound ? place + difference : place }
        numbers = numbers.compactMap { old in
            guard old.place >= range.upperBound || old.place + old.width <= range.lowerBound || range.isEmpty else {
                return nil
            }
            var number = old
            (number.place, number.start, number.target) = (moved(old.place), moved(old.start), moved(old.target))
            return number
        }
    }

    // MARK: Finding

    private mutating func scan() {
        let header = bytes.prefix(1024).firstRange(of: Array("%PDF-".utf8))?.lowerBound ?? 0
        var bodyStart: Int?
        var place = 0
        while place < bytes.count {
            switch bytes[place] {
            case UInt8(ascii: "s") where matches("startxref", at: place):
                state(numberAfter: place + 9, from: header)
                place += 9
                continue
            case UInt8(ascii: "x") where matches("xref", at: place):
                scanTable(place + 4, header)
                place += 4
                continue
            case UInt8(ascii: "o") where matches("obj", at: place) && place > 0 && bytes[place - 1] == 0x20:
                bodyStart = place + 3
            case UInt8(ascii: "e") where matches("endobj", at: place):
                if let start = bodyStart { bodies.append(start..<place) }
                bodyStart = nil
            case UInt8(ascii: "/") where matches("/Prev ", at: place): state(numberAfter: place + 5, from: header)
            case UInt8(ascii: "/") where matches("/XRefStm ", at: place): state(numberAfter: place + 8, from: header)
            case UInt8(ascii: "s") where matches("stream", at: place) && !matches("endstream", at: place - 3):
                if let start = bodyStart, let end = scanStream(start..<place, header) {
                    place = end
                    continue
                }
            default: break
            }
            place += 1
        }
    }

    /// A stream's length and, in a cross-reference stream, its entries; returns where the data ends.
    private mutating func scanStream(_ dictionary: Range<Int>, _ header: Int) -> Int? {
        var start = dictionary.upperBound + 6
        if start < bytes.count, bytes[start] == 0x0D { start += 1 }
        if start < bytes.count, bytes[start] == 0x0A { start += 1 }
        guard start <= bytes.count, let found = bytes[start...].firstRange(of: Array("endstream".utf8)) else {
            return nil
        }
        var end = found.lowerBound
        let length = place(of: "/Length ", in: dictionary).flatMap { number(at: $0 + 8) }
        if let length, start + length.value <= end {
            end = start + length.value
            numbers.append(StatedNumber(place: length.place, width: length.width, start: start, target: end))
        }
        guard place(of: "/Filter", in: dictionary) == nil else { return end }
        if place(of: "/ObjStm", in: dictionary) != nil { structuralData.append(start..<end) }
        guard place(of: "/XRef", in: dictionary) != nil else { return end }
        structuralData.append(start..<end)
        guard let widthsPlace = place(of: "/W", in: dictionary) else { return end }
        var widths: [Int] = []
        var next = widthsPlace + 2
        while widths.count < 3, let width = number(at: next), width.value <= 8 {
            widths.append(width.value)
            next = width.place + width.width
        }
        let size = widths.reduce(0, +)
        guard widths.count == 3, size > 0 else { return end }
        for entry in stride(from: start, through: end - size, by: size) {
            entries.append(entry..<entry + size)
            guard widths[0] == 0 || bytes[entry + widths[0] - 1] == 1, widths[1] > 0 else { continue }
            let place = entry + widths[0]
            let offset = bytes[place..<place + widths[1]].reduce(0) { $0 << 8 | Int($1) & 0xFF }
            guard (0...bytes.count).contains(offset &+ header) else { continue }
            numbers.append(
                StatedNumber(place: place, width: widths[1], isBinary: true, start: header, target: header + offset))
        }
        return end
    }

    private mutating func scanTable(_ place: Int, _ header: Int) {
        var next = place
        while let first = number(at: next), let count = number(at: first.place + first.width) {
            next = count.place + count.width
            for _ in 0..<count.value {
                guard let offset = number(at: next), offset.width == 10, offset.place + 18 <= bytes.count else {
                    return
                }
                let entry = offset.place..<offset.place + 18
                entries.append(entry)
                if bytes[entry.upperBound - 1] == UInt8(ascii: "n") { state(numberAfter: offset.place, from: header) }
                next = entry.upperBound
            }
        }
    }

    private mutating func state(numberAfter place: Int, from header: Int) {
        guard let number = number(at: place), header + number.value <= bytes.count else { return }
        numbers.append(
            StatedNumber(place: number.place, width: number.width, start: header, target: header + number.value))
    }

    /// The number behind white space and brackets at `place`.
    private func number(at place: Int) -> (value: Int, place: Int, width: Int)? {
        var start = place
        while start < bytes.count, bytes[start] <= 0x20 || bytes[start] == UInt8(ascii: "[") { start += 1 }
        var end = start
        while end < bytes.count, end - start < 12, (0x30...0x39).contains(bytes[end]) { end += 1 }
        guard let value = Int(String(decoding: bytes[min(start, end)..<end], as: UTF8.self)) else { return nil }
        return (value, start, end - start)
    }

    private func place(of word: StaticString, in range: Range<Int>) -> Int? { range.first { matches(word, at: $0) } }

    private func matches(_ word: StaticString, at place: Int) -> Bool {
        guard place >= 0, place + word.utf8CodeUnitCount <= bytes.count else { return false }
        return word.withUTF8Buffer { expected in
            expected.indices.allSatisfy { bytes[place + $0] == expected[$0] }
        }
    }
}

extension Layout.StatedNumber {
    var isTooNarrow: Bool { !isBinary && "\(target - start)".utf8.count > width }

    func write(to bytes: inout [UInt8]) {
        var value = max(0, target - start)
        for position in (place..<place + width).reversed() {
            bytes[position] = isBinary ? UInt8(truncatingIfNeeded: value) : UInt8(0x30 + value % 10)
            value = isBinary ? value >> 8 : value / 10
        }
    }
}
