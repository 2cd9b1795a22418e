/// A rectangle of the page as the reader sees it: its origin at the reader's lower left, its axes to the reader's right
/// and up.
///
/// A page with `/Rotate` R is turned clockwise by R when shown (ISO 32000-2, 7.7.3.3), so the frame is turned
/// counter-clockwise by R on the page. With R = 90, the page's +y points to the reader's right and its -x up. The
/// reader's lower left is then the corner (x1, y0), and (x, y) of the frame is the point (x1 - y, y0 + x) of the page.
/// The other angles follow in the same way.
package struct UprightFrame {
    package var width: Double
    package var height: Double
    /// Maps the frame to the page.
    package var matrix: Matrix

    package init(_ rectangle: Rectangle, rotation: Int) {
        let isTurned = rotation == 90 || rotation == 270
        width = isTurned ? rectangle.height : rectangle.width
        height = isTurned ? rectangle.width : rectangle.height
        matrix =
            switch rotation {
            case 90: Matrix(0, 1, -1, 0, rectangle.x1, rectangle.y0)
            case 180: Matrix(-1, 0, 0, -1, rectangle.x1, rectangle.y1)
            case 270: Matrix(0, -1, 1, 0, rectangle.x0, rectangle.y1)
            default: Matrix(1, 0, 0, 1, rectangle.x0, rectangle.y0)
            }
    }

    /// The frame's corners on the page, in the order of `/QuadPoints`.
    var quadrilateral: Quadrilateral { Quadrilateral(Rectangle(0, 0, width, height)).mapPoints(matrix.transform) }
}

extension Matrix {
    /// Maps points of the page back to a frame; for matrices that turn by right angles and move.
    package var inverseOfTurn: (Point) -> Point {
        { point in
            let (x, y) = (point.x - e, point.y - f)
            return Point(a * x + b * y, c * x + d * y)
        }
    }
}
