extension Annotation {
    /// The annotation dictionary (ISO 32000-2, 12.5.2 and 12.5.6), of a ``validated(on:)`` annotation.
    ///
    /// It has every entry but those that refer to other objects: `/P`, `/AP`, `/IRT` and `/Popup`.
    public func entries() -> PDFDictionary {
        var entries = PDFDictionary()
        entries.reserveCapacity(16)
        entries[.type] = .name(.annotation)
        entries[.subtype] = .name(Name(subtype))
        entries[.rectangle] = .rectangle(rect)
        entries[.flags] = .integer(flags)
        entries[.contents] = contents.map(PDFObject.text)
        entries[.name] = name.map(PDFObject.text)
        entries[.author] = author.map(PDFObject.text)
        entries[.subject] = subject.map(PDFObject.text)
        entries[.color] = color.map { .numbers($0.components) }
        entries[.interiorColor] = interiorColor.map { .numbers($0.components) }
        if opacity != 1 { entries[.opacity] = .number(opacity) }
        entries[.borderStyle] = border.map { .dictionary($0.entries) }
        entries[.icon] = icon.map { .name(Name($0)) }
        entries[.lineEndings] = lineEndings?.object
        if let textStyle {
            entries[.defaultAppearance] = .string(textStyle.defaultAppearance)
            entries[.alignment] = .integer(textStyle.alignment.code)
        }
        entries[.creationDate] = creationDate.map { .string(PDFDate.string($0)) }
        entries[.modified] = modificationDate.map { .string(PDFDate.string($0)) }
        switch geometry {
        case .rectangle: break
        case .quadPoints(let quads): entries[.quadPoints] = .numbers(quads.flatMap(\.numbers))
        case .line(let start, let end): entries[.line] = .numbers(start.numbers + end.numbers)
        case .vertices(let points): entries[.vertices] = .numbers(points.flatMap(\.numbers))
        case .inkList(let strokes): entries[.inkList] = .array(strokes.map { .numbers($0.flatMap(\.numbers)) })
        }
        return entries
    }

    /// ``entries()`` in the place of those in `old`, whose other entries stay as they are.
    ///
    /// What a property was and no longer is disappears, as does what would contradict the new entries: the old form of
    /// the border, distances within the old rectangle, and, where the contents changed, their rich text.
    public func entries(replacing old: PDFDictionary) -> PDFDictionary {
        let own: Set<Name> = [
            .contents, .name, .author, .subject, .color, .interiorColor, .opacity, .borderStyle, .border, .icon,
            .lineEndings, .defaultAppearance, .alignment, .creationDate, .modified, .quadPoints, .line, .vertices,
            .inkList,
            .rectangleDifferences,
        ]
        let new = entries()
        var kept = old.filter { !own.contains($0.key) }
        if old[.contents] != new[.contents] {
            kept[.richContents] = nil
            kept[.defaultStyle] = nil
        }
        return kept.merging(new)
    }
}
