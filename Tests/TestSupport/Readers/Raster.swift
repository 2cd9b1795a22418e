/// A drawn page: three bytes for each pixel, rows from the top.
package struct Raster: Sendable, Equatable {
    package var width: Int
    package var height: Int
    /// How many pixels there are.
    package var area: Int { width * height }

    private var pixels: ArraySlice<UInt8>

    /// Reads the format P6 with 255 levels, which both `pdftoppm` and `mutool draw` write.
    init(portablePixmap bytes: [UInt8]) throws {
        var numbers: [Int] = []
        var position = 2
        while numbers.count < 3, position < bytes.count {
            let digits = bytes[position...].drop { !(48...57).contains($0) }.prefix { (48...57).contains($0) }
            numbers.append(Int(String(decoding: digits, as: UTF8.self)) ?? 0)
            position = digits.endIndex
        }
        guard bytes.starts(with: "P6".utf8), numbers.count == 3, numbers[2] == 255 else {
            throw ReaderError("not a portable pixmap")
        }
        width = numbers[0]
        height = numbers[1]
        pixels = bytes.dropFirst(position + 1).prefix(width * height * 3)
        guard pixels.count == width * height * 3 else { throw ReaderError("the pixmap is cut off") }
    }

    /// The colour of the pixel at fractions of the width, from the left, and of the height, from the top.
    package func color(_ x: Double, _ y: Double) -> [Int] {
        let place = pixels.startIndex + (Int(y * Double(height)) * width + Int(x * Double(width))) * 3
        return pixels[place..<(place + 3)].map(Int.init)
    }

    /// Where two drawings of a page differ, seen from a rectangle of it.
    package struct Difference: Sendable {
        package var insideCount = 0
        package var outsideCount = 0
    }

    /// Counts the differing pixels inside the rectangle, grown by two pixels, and those outside of it that differ by
    /// more than `tolerance` of 255 levels.
    ///
    /// - Parameters:
    ///   - rect: in points of the page as it is shown.
    ///   - geometry: says how large that page is.
    package func difference(
        from other: Raster, around rect: Rect, of geometry: PageGeometry, tolerance: Int = 0
    ) throws -> Difference {
        guard width == other.width, height == other.height else { throw ReaderError("the page has another size") }
        let scale = (x: Double(width) / geometry.width, y: Double(height) / geometry.height)
        let columns = Int(rect.x0 * scale.x) - 2...Int(rect.x1 * scale.x) + 3
        let rows = Int(rect.y0 * scale.y) - 2...Int(rect.y1 * scale.y) + 3
        var difference = Difference()
        for row in 0..<height where self.row(row) != other.row(row) {
            for column in 0..<width {
                let distance = distance(from: other, row, column)
                if rows.contains(row), columns.contains(column) {
                    if distance > 0 { difference.insideCount += 1 }
                } else if distance > tolerance {
                    difference.outsideCount += 1
                }
            }
        }
        return difference
    }

    /// Some of the pixels, such as the dark ones: the first and last columns and rows with any, and how many there are.
    package struct Ink: Sendable, Equatable {
        package var columns = 0...0
        package var rows = 0...0
        package var count = 0

        /// Whether both are of the same shape at the same place, as far as two programs draw alike.
        package func resembles(_ other: Ink) -> Bool {
            let edges = zip(
                [columns.lowerBound, columns.upperBound, rows.lowerBound, rows.upperBound],
                [other.columns.lowerBound, other.columns.upperBound, other.rows.lowerBound, other.rows.upperBound])
            return count > 0 && edges.allSatisfy { abs($0 - $1) <= 2 } && abs(count - other.count) * 4 <= count
        }
    }

    package var ink: Ink { extent { pixels[$0] < 128 } }

    /// The strongly red pixels.
    package var red: Ink { extent { pixels[$0] > 160 && pixels[$0 + 1] < 110 && pixels[$0 + 2] < 110 } }

    /// The pixels that another drawing of the same size has in clearly other colours. MuPDF draws letters a little
    /// differently under a mark.
    package func changes(from other: Raster) -> Ink {
        guard width == other.width, height == other.height else { return Ink() }
        let offset = other.pixels.startIndex - pixels.startIndex
        return extent { place in
            (place..<place + 3).contains { abs(Int(pixels[$0]) - Int(other.pixels[$0 + offset])) > 150 }
        }
    }

    /// - Parameter isCounted: takes the index of the first byte of a pixel.
    private func extent(where isCounted: (Int) -> Bool) -> Ink {
        let counted = (0..<width * height).filter { isCounted(pixels.startIndex + $0 * 3) }
        guard let first = counted.first, let last = counted.last else { return Ink() }
        let columns = counted.map { $0 % width }
        return Ink(columns: columns.min()!...columns.max()!, rows: first / width...last / width, count: counted.count)
    }

    /// By how many of 255 levels the pixel differs in the colour where it differs most.
    private func distance(from other: Raster, _ row: Int, _ column: Int) -> Int {
        let place = (row * width + column) * 3
        var greatest = 0
        for color in place..<place + 3 {
            let (ours, theirs) = (pixels[pixels.startIndex + color], other.pixels[other.pixels.startIndex + color])
            greatest = max(greatest, abs(Int(ours) - Int(theirs)))
        }
        return greatest
    }

    private func row(_ number: Int) -> ArraySlice<UInt8> {
        let start = pixels.startIndex + number * width * 3
        return pixels[start..<start + width * 3]
    }
}
