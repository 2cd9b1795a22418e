extension Annotation {
    /// The annotation dictionary (ISO 32000-2, 12.5.2 and 12.5.6) of a ``validated(on:)`` annotation.
    ///
    /// It has every entry except those that refer to other objects: `/P`, `/AP`, `/IRT` and `/Popup`.
    public func entries() -> PDFDictionary {
        var entries = PDFDictionary()
        entries.reserveCapacity(16)
        entries[.type] = .name(.annotation)
        entries[.subtype] = .name(Name(subtype))
        for entry in AnnotationSubtype.named(subtype).entries { entry.write(self, &entries) }
        return entries
    }

    /// Returns `old` with the entries of some properties rewritten, and all others unchanged.
    ///
    /// Entries that would contradict the new ones are removed: the old form of a border, the rich text of contents that
    /// changed (`/RC`, `/DS`), and, where the annotation is redrawn, the distances within its old rectangle (`/RD`).
    ///
    /// - Parameter isRedrawn: whether the annotation gets a new appearance, which fills its rectangle.
    func entries(replacing properties: [AnnotationProperty], in old: PDFDictionary, isRedrawn: Bool) -> PDFDictionary {
        var entries = old
        for property in properties {
            for key in property.entry.keys + property.entry.overriding { entries[key] = nil }
            property.entry.write(self, &entries)
        }
        let schema = Self.schema
        let (isResized, isColored) = (
            properties.contains(schema.fontSize.untyped), properties.contains(schema.textColor.untyped)
        )
        if isResized || isColored, let style = textStyle, let written = old[.defaultAppearance]?.stringValue {
            var appearance = DefaultAppearance(written)
            if isResized { appearance.setFontSize(style.fontSize) }
            if isColored { appearance.setColor(style.color) }
            entries[.defaultAppearance] = .string(PDFString(bytes: appearance.bytes))
            if !properties.contains(schema.alignment.untyped) { entries[.alignment] = old[.alignment] }
        }
        if entries[.contents] != old[.contents] {
            if !properties.contains(Self.schema.richContents.untyped) { entries[.richContents] = nil }
            // What the properties say of the text still holds.
            var annotation = self
            if !properties.contains(Self.schema.defaultStyle.untyped) { annotation.defaultStyle = nil }
            AnnotationEntry.textSetting.write(annotation, &entries)
        }
        if isRedrawn {
            entries[.rectangleDifferences] = nil
            AnnotationEntry.textBox.write(self, &entries)
        }
        return entries
    }
}
