extension Annotation {
    /// The annotation dictionary (ISO 32000-2, 12.5.2 and 12.5.6), of a ``validated(on:)`` annotation.
    ///
    /// It has every entry but those that refer to other objects: `/P`, `/AP`, `/IRT` and `/Popup`.
    public func entries() -> PDFDictionary {
        var entries = PDFDictionary()
        entries.reserveCapacity(16)
        entries[.type] = .name(.annotation)
        entries[.subtype] = .name(Name(subtype))
        for entry in AnnotationSubtype.named(subtype).entries { entry.write(self, &entries) }
        return entries
    }

    /// ``entries()`` in the place of those in `old`, whose other entries stay as they are.
    ///
    /// What a property was and no longer is disappears, as does what would contradict the new entries: the old form of
    /// the border, distances within the old rectangle, and, where the contents changed, their rich text.
    public func entries(replacing old: PDFDictionary) -> PDFDictionary {
        let new = entries()
        var own: Set<Name> = [.rectangleDifferences]
        for property in Self.schema.all { own.formUnion(property.entry.keys) }
        var kept = old.filter { !own.contains($0.key) }
        if old[.contents] != new[.contents] {
            kept[.richContents] = nil
            kept[.defaultStyle] = nil
        }
        return kept.merging(new)
    }
}
