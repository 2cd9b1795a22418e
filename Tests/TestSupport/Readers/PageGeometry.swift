/// How a page is shown: which part of user space, and turned which way.
package struct PageGeometry: Sendable {
    /// Width and height of the page as it is shown, in points.
    package var width: Double
    package var height: Double
    /// The six numbers that lead from user space to the shown page, whose origin is its top left corner.
    private var transform: [Double]

    init(box: [Double], transform: [Double]) {
        width = box[2] - box[0]
        height = box[3] - box[1]
        self.transform = transform
        self.transform[4] -= box[0]
        self.transform[5] -= box[1]
    }

    /// A rectangle of the shown page, given as fractions of its width and height from the top left corner.
    package func shownRect(_ left: Double, _ top: Double, _ right: Double, _ bottom: Double) -> Rect {
        Rect(left * width, top * height, right * width, bottom * height)
    }

    /// The same rectangle in user space.
    package func userSpaceRect(_ shown: Rect) -> Rect {
        let first = userSpacePoint(shown.x0, shown.y0)
        let second = userSpacePoint(shown.x1, shown.y1)
        return Rect(first.x, first.y, second.x, second.y)
    }

    /// Where a rectangle of user space is shown.
    package func shownRect(_ rect: Rect) -> Rect {
        func shown(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
            (
                x * transform[0] + y * transform[2] + transform[4],
                x * transform[1] + y * transform[3] + transform[5]
            )
        }
        let first = shown(rect.x0, rect.y0)
        let second = shown(rect.x1, rect.y1)
        return Rect(first.x, first.y, second.x, second.y)
    }

    private func userSpacePoint(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
        let determinant = transform[0] * transform[3] - transform[1] * transform[2]
        let u = x - transform[4]
        let v = y - transform[5]
        return (
            (u * transform[3] - v * transform[2]) / determinant,
            (v * transform[0] - u * transform[1]) / determinant
        )
    }
}

/// A rectangle with its corners in order.
package struct Rect: Sendable {
    package var x0, y0, x1, y1: Double

    package init(_ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double) {
        self.x0 = min(x0, x1)
        self.y0 = min(y0, y1)
        self.x1 = max(x0, x1)
        self.y1 = max(y0, y1)
    }

    /// As `--rect` wants it, rounded to hundredths of a point.
    package var argument: String {
        [x0, y0, x1, y1].map { value in "\((value * 100).rounded() / 100)" }.joined(separator: ",")
    }
}
