/// The size of a page in points, 1/72 inch.
public struct PageSize: Sendable, Equatable {
    /// In points.
    public var width: Double
    /// In points.
    public var height: Double

    /// The minimum and maximum that readers support, in points (ISO 32000-1, Annex C.2).
    private static let limits = 3.0...14_400.0

    /// Creates a size; `nil` for one that readers need not support.
    public init?(width: Double, height: Double) {
        guard Self.limits.contains(width), Self.limits.contains(height) else { return nil }
        (self.width, self.height) = (width, height)
    }

    /// Reads `a0` to `a10`, `b0` to `b10` (ISO 216), `letter`, `legal`, `tabloid`, or width and height as
    /// `WIDTHxHEIGHT`, in points or followed by the unit `mm` or `in`. The suffix `-landscape` exchanges width and
    /// height. `nil` for any other text.
    public init?(_ text: String) {
        let text = text.lowercased()
        let landscape = "-landscape"
        if text.hasSuffix(landscape) {
            guard let size = PageSize(String(text.dropLast(landscape.count))) else { return nil }
            self.init(width: size.height, height: size.width)
        } else if let (width, height) = Self.paper(text) ?? Self.lengths(text) {
            self.init(width: width, height: height)
        } else {
            return nil
        }
    }

    private static func paper(_ name: String) -> (width: Double, height: Double)? {
        switch name {
        case "letter": return (612, 792)
        case "legal": return (612, 1008)
        case "tabloid": return (792, 1224)
        default: break
        }
        let first: [Character: (Int, Int)] = ["a": (841, 1189), "b": (1000, 1414)]
        guard var (width, height) = name.first.flatMap({ first[$0] }), let number = Int(name.dropFirst()),
            (0...10).contains(number), name == "\(name.prefix(1))\(number)"
        else { return nil }
        // Each size is half of the previous one, in whole millimetres.
        for _ in 0..<number { (width, height) = (height / 2, width) }
        return (points(width), points(height))
    }

    private static func points(_ millimetres: Int) -> Double { Double(millimetres) * 72 / 25.4 }

    private static func lengths(_ text: String) -> (width: Double, height: Double)? {
        let units: [(suffix: String, points: Double)] = [("mm", 72 / 25.4), ("in", 72), ("pt", 1), ("", 1)]
        guard let unit = units.first(where: { text.hasSuffix($0.suffix) }) else { return nil }
        let parts = text.dropLast(unit.suffix.count).split(separator: "x", omittingEmptySubsequences: false)
        guard parts.count == 2, let width = Double(parts[0]), let height = Double(parts[1]) else { return nil }
        return (width * unit.points, height * unit.points)
    }
}
