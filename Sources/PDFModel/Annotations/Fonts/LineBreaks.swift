internal import CUnistring

/// Where lines of a text may be broken (Unicode Standard Annex #14).
enum LineBreaks {
    /// Returns for each scalar whether a line may begin with it.
    static func before(_ scalars: [Unicode.Scalar]) -> [Bool] {
        guard !scalars.isEmpty else { return [] }
        var breaks = [CChar](repeating: 0, count: scalars.count)
        cunistring_line_breaks(scalars.map(\.value), scalars.count, &breaks)
        return breaks.map { $0 == CChar(UC_BREAK_POSSIBLE) }
    }
}
