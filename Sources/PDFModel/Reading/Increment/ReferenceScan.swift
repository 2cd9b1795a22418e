/// Searches the bytes of a file for references to objects that it does not have.
///
/// Such a reference is null (ISO 32000-2, 7.3.10) until a new object takes its number: then it shows what nobody put
/// there, on a page that the edit never touched.
enum ReferenceScan {
    /// Returns the object numbers at or above `first` to which anything in `bytes` refers. Object streams are not searched.
    static func numbers(from first: Int, in bytes: UnsafeRawBufferPointer) -> Set<Int> {
        var (numbers, start): (Set<Int>, Int) = ([], 0)
        while let position = bytes.firstOccurrence(of: UInt8(ascii: "R"), from: start) {
            if let number = number(before: position, in: bytes), number >= first { numbers.insert(number) }
            start = position + 1
        }
        return numbers
    }

    /// Returns the object number of the reference whose `R` is at `position`; `nil` where there is none.
    private static func number(before position: Int, in bytes: UnsafeRawBufferPointer) -> Int? {
        guard position > 0, SyntaxReader.isSpace(bytes[position - 1]) else { return nil }
        let next = position + 1
        guard next == bytes.count || SyntaxReader.isSpace(bytes[next]) || SyntaxReader.isDelimiter(bytes[next]) else {
            return nil
        }
        var reader = BackwardReader(bytes: bytes, position: position)
        guard reader.integer() != nil else { return nil }
        return reader.integer()
    }
}

/// Reads integers from right to left, each with the white space after it.
private struct BackwardReader {
    let bytes: UnsafeRawBufferPointer
    /// The position after the byte that is read next.
    var position: Int

    mutating func integer() -> Int? {
        let start = position
        while position > 0, SyntaxReader.isSpace(bytes[position - 1]) { position -= 1 }
        guard position < start else { return nil }
        var (value, unit, digits) = (0, 1, 0)
        while position > 0, digits < 10, (0x30...0x39).contains(bytes[position - 1]) {
            position -= 1
            value += Int(bytes[position] - 0x30) * unit
            unit *= 10
            digits += 1
        }
        return digits > 0 ? value : nil
    }
}

extension PDFFile {
    /// Returns the object numbers at or above `first` to which anything in the file refers, as far as the search costs
    /// no more than reading the file.
    func mentionedNumbers(from first: Int) -> Set<Int> {
        guard isReadWhole || count <= Self.longestScan else { return danglingNumbers }
        return ReferenceScan.numbers(from: first, in: bytes).union(danglingNumbers)
    }

    /// The number of bytes that can be searched in less than two milliseconds.
    private static let longestScan = 4 << 20
}
