internal import Cryptography

/// A colour in DeviceRGB, each component from 0 to 1 (ISO 32000-2, 8.6.4.3).
public struct Color: Sendable, Hashable {
    /// From 0 to 1.
    public var red: Double
    /// From 0 to 1.
    public var green: Double
    /// From 0 to 1.
    public var blue: Double

    /// Creates a colour of its components, each from 0 to 1.
    public init(red: Double, green: Double, blue: Double) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// Black.
    public static let black = Color(red: 0, green: 0, blue: 0)
    /// White.
    public static let white = Color(red: 1, green: 1, blue: 1)

    /// Red, green and blue, each from 0 to 1.
    public var components: [Double] { [red, green, blue] }
}

extension Color {
    /// The colour names of CSS, each with its `#rrggbb`.
    public static var names: [(name: String, hexadecimal: String)] {
        ColorNames.all.map { ($0.name, "#" + $0.hexadecimal) }
    }

    /// Reads a CSS colour name in any case, also with spaces or hyphens, `#rrggbb` or `#rgb`; `nil` for any other text.
    public init?(_ text: String) {
        let lowercased = text.lowercased().filter { !" -".contains($0) }
        var digits = lowercased.hasPrefix("#") ? lowercased.dropFirst() : ColorNames.hexadecimal(lowercased) ?? ""
        if digits.count == 3 { digits = Substring(String(digits.flatMap { [$0, $0] })) }
        guard digits.utf8.count == 6, digits.utf8.allSatisfy({ $0 != UInt8(ascii: "+") }),
            let value = UInt32(digits, radix: 16)
        else { return nil }
        let components = [16, 8, 0].map { Self.component(of8Bits: Int(value >> $0) & 0xFF) }
        self.init(red: components[0], green: components[1], blue: components[2])
    }

    /// Reads the components of a colour array: none is transparent (`nil`), one gray, three RGB, four CMYK (ISO
    /// 32000-2, Table 166); `nil` for any other number of components.
    init?(components: [Double]) {
        let parts = components.map { min(max($0, 0), 1) }
        switch parts.count {
        case 1: self.init(red: parts[0], green: parts[0], blue: parts[0])
        case 3: self.init(red: parts[0], green: parts[1], blue: parts[2])
        case 4:
            // 10.4.2.5: the complement of each colour, with black added.
            let rgb = parts.prefix(3).map { 1 - min(1, $0 + parts[3]) }
            self.init(red: rgb[0], green: rgb[1], blue: rgb[2])
        default: return nil
        }
    }

    /// The colour as `#rrggbb`, each component rounded to 8 bits.
    public var hexadecimal: String {
        "#" + components.map { UInt8(Self.bits($0)) }.hexadecimal
    }

    /// The nearest colour that ``hexadecimal`` can represent, as it reads back from a file.
    var rounded: Color {
        Color(
            red: Self.component(of8Bits: Self.bits(red)), green: Self.component(of8Bits: Self.bits(green)),
            blue: Self.component(of8Bits: Self.bits(blue)))
    }

    private static func bits(_ component: Double) -> Int {
        Int(((component > 0 ? min(component, 1) : 0) * 255).rounded())
    }

    private static func component(of8Bits bits: Int) -> Double { DecimalNotation.rounded(Double(bits) / 255) }
}
