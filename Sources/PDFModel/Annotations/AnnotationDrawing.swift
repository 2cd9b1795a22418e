extension Appearance {
    /// An appearance drawn in the coordinates of the page.
    init(of annotation: Annotation) {
        self.init(box: annotation.rect, matrix: .identity, opacity: annotation.opacity)
    }

    /// An appearance drawn in a frame that is upright for the reader of the page.
    init(of annotation: Annotation, in frame: UprightFrame) {
        self.init(
            box: Rectangle(0, 0, frame.width, frame.height), matrix: frame.matrix, opacity: annotation.opacity)
    }
}

extension Annotation {
    /// The normal appearance stream of a ``validated(on:)`` annotation, for `/AP` `/N`: a form XObject (ISO 32000-2,
    /// 12.5.5).
    ///
    /// Its resources are direct objects, so that the appearance is a single indirect object. For a subtype that pdfco
    /// does not create, the stream is empty.
    public func appearance(on page: Page) -> PDFStream { drawing(on: page).stream }

    /// What a ``validated(on:)`` redaction looks like once it is applied, for `/RO` (12.5.6.23); `nil` for other
    /// subtypes.
    func appliedAppearance(on page: Page) -> Appearance? {
        AnnotationSubtype.named(subtype).definition?.drawApplied(self, on: page)
    }

    func drawing(on page: Page) -> Appearance {
        AnnotationSubtype.named(subtype).definition?.draw(self, on: page) ?? Appearance(of: self)
    }
}
