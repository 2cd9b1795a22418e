/// A default appearance string (`/DA`, 12.7.4.3): the operators of a content stream that set a font and a colour, among others.
struct DefaultAppearance {
    private(set) var bytes: [UInt8]
    /// The name of the font in the default resources; `nil` where it selects none.
    private(set) var font: Name?
    private(set) var fontSize: Double?
    /// The colour of text, where it is one of DeviceGray, DeviceRGB or DeviceCMYK.
    private(set) var color: Color?
    /// Where the size stands.
    private var sizeRange: Range<Int>?
    /// Where the operator that sets the colour stands, with its operands.
    private var colorRange: Range<Int>?

    private struct Operand {
        var object: PDFObject
        var range: Range<Int>
    }

    init(_ string: PDFString) {
        // A text string in UTF-16 has nothing that is not ASCII, either.
        bytes = string.bytes.starts(with: [0xFE, 0xFF]) ? Array(string.text.utf8) : string.bytes
        read()
    }

    private mutating func read() {
        (font, fontSize, color, sizeRange, colorRange) = (nil, nil, nil, nil, nil)
        var operands: [Operand] = []
        bytes.withUnsafeBytes { bytes in
            var reader = SyntaxReader(bytes, at: 0)
            while true {
                reader.skipSpace()
                let start = reader.position
                guard start < bytes.count else { return }
                if let object = reader.object() {
                    operands.append(Operand(object: object, range: start..<reader.position))
                    continue
                }
                while !reader.isAtEndOfWord { reader.position += 1 }
                if reader.position == start { reader.position += 1 }
                set(String(decoding: bytes[start..<reader.position], as: UTF8.self), operands, end: reader.position)
                operands = []
            }
        }
    }

    private mutating func set(_ word: String, _ operands: [Operand], end: Int) {
        switch word {
        case "Tf":
            guard let size = operands.last, let value = size.object.numberValue else { return }
            (fontSize, sizeRange) = (value, size.range)
            font = operands.dropLast().last?.object.nameValue
        case "g", "rg", "k":
            let own = operands.suffix(word == "g" ? 1 : word == "rg" ? 3 : 4)
            guard let first = own.first, let read = Color(components: own.compactMap(\.object.numberValue)) else {
                return
            }
            (color, colorRange) = (read, first.range.lowerBound..<end)
        case "cs", "sc", "scn": (color, colorRange) = (nil, nil)
        default: break
        }
    }
}

extension DefaultAppearance {
    /// Creates the string of a style, with the font name usual for form fields.
    init(_ style: TextStyle) {
        self.init(
            PDFString(
                bytes: Array("\(Self.operation(style.color)) /Helv \(DecimalNotation.text(style.fontSize)) Tf".utf8)))
    }

    /// Sets the size, and nothing else; with the font of a new string where none is selected.
    mutating func setFontSize(_ size: Double) {
        let number = DecimalNotation.text(size)
        replace(sizeRange, with: sizeRange == nil ? "/Helv \(number) Tf" : number)
    }

    /// Sets the colour, and nothing else.
    mutating func setColor(_ color: Color) { replace(colorRange, with: Self.operation(color)) }

    private mutating func replace(_ range: Range<Int>?, with text: String) {
        if let range { bytes.replaceSubrange(range, with: text.utf8) } else { bytes += " \(text)".utf8 }
        read()
    }

    private static func operation(_ color: Color) -> String {
        color.components.map(DecimalNotation.text).joined(separator: " ") + " rg"
    }
}
