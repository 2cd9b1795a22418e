/// A colour in DeviceRGB, each component from 0 to 1 (ISO 32000-2, 8.6.4.3).
public struct Color: Sendable, Hashable {
    public var red: Double
    public var green: Double
    public var blue: Double

    public init(red: Double, green: Double, blue: Double) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    public static let black = Color(red: 0, green: 0, blue: 0)
    public static let white = Color(red: 1, green: 1, blue: 1)

    public var components: [Double] { [red, green, blue] }
}
