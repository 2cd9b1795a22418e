/// Reads a value of libqpdf in the form of `cqpdf_value` (CQPDF.h).
struct ValueDecoder {
    private let bytes: UnsafeRawBufferPointer
    private var position = 0
    /// References to numbers from this one on lead nowhere.
    private let size: Int
    /// The object numbers at or above `size` to which the values refer.
    private(set) var danglingNumbers: Set<Int> = []

    init(_ bytes: UnsafeRawBufferPointer, size: Int) { (self.bytes, self.size) = (bytes, size) }

    mutating func value() -> PDFObject {
        let kind = bytes[position]
        position += 1
        switch kind {
        case UInt8(ascii: "t"): return .boolean(true)
        case UInt8(ascii: "f"): return .boolean(false)
        case UInt8(ascii: "i"): return .integer(Int(number(Int64.self)))
        case UInt8(ascii: "r"): return .real(String(decoding: text(), as: UTF8.self))
        case UInt8(ascii: "s"): return .string(PDFString(bytes: Array(text())))
        case UInt8(ascii: "n"): return .name(Name(bytes: text()))
        case UInt8(ascii: "R"): return reference()
        case UInt8(ascii: "["):
            let count = Int(number(UInt32.self))
            return .array((0..<count).map { _ in value() })
        case UInt8(ascii: "<"): return .dictionary(entries())
        case UInt8(ascii: "S"):
            position += 1
            return .stream(PDFStream(entries(), data: nil))
        default: return .null
        }
    }

    private mutating func entries() -> PDFDictionary {
        let count = Int(number(UInt32.self))
        return PDFDictionary((0..<count).map { _ in (Name(bytes: text()), value()) })
    }

    private mutating func reference() -> PDFObject {
        let (number, generation) = (Int(number(Int32.self)), Int(number(Int32.self)))
        if number >= size { danglingNumbers.insert(number) }
        return .reference(IndirectReference(number, generation: generation))
    }

    private mutating func number<Number: FixedWidthInteger & BitwiseCopyable>(_ type: Number.Type) -> Number {
        defer { position += MemoryLayout<Number>.size }
        return bytes.loadUnaligned(fromByteOffset: position, as: type)
    }

    private mutating func text() -> UnsafeRawBufferPointer.SubSequence {
        let count = Int(number(UInt32.self))
        defer { position += count }
        return bytes[position..<position + count]
    }
}
