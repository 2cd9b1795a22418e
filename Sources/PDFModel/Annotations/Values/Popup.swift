/// Whether the pop-up window of an annotation is open at first (ISO 32000-2, 12.5.6.14).
public enum PopupState: String, Sendable, CaseIterable, Codable {
    /// The window is shown when the document is opened.
    case open
    /// The window is hidden until the user opens it.
    case closed

    /// Reads the state of an annotation's pop-up window; `nil` where it has none.
    init?(reading annotation: AnnotationReader) {
        guard let popup = annotation.dictionary(.popup), popup.name(.subtype) == "Popup" else { return nil }
        self = popup.value("Open") == .boolean(true) ? .open : .closed
    }

    /// The usual size of a pop-up window, and its distance from its annotation, in points.
    private static let (width, height, distance) = (180.0, 100.0, 6.0)

    /// Returns the rectangle of a pop-up window: beside the annotation as the reader sees it, within the page.
    static func rect(beside annotation: Rectangle, on page: Page) -> Rectangle {
        let frame = UprightFrame(page.cropBox, rotation: page.rotation)
        let shown = Rectangle(enclosing: annotation.corners.map(frame.matrix.inverseOfTurn)) ?? annotation
        let (width, height) = (min(width, frame.width), min(height, frame.height))
        let left = max(0, min(shown.x1 + distance, frame.width - width))
        let bottom = max(0, min(shown.y1, frame.height) - height)
        let corners = Rectangle(left, bottom, left + width, bottom + height).corners.map(frame.matrix.transform)
        return Rectangle(enclosing: corners) ?? annotation
    }
}
