internal import FoundationEssentials

/// How properties are stored in an annotation dictionary: in one entry, or in a few that are meaningful only together.
/// It is a class because each annotation that is written passes all of its subtype, and would copy each.
final class AnnotationEntry: Sendable {
    /// The keys that `write` sets, and those that would contradict them.
    let keys: [Name]
    /// Keys of PDF 2.0 that pdfco does not read, and whose values come before those of `keys` in readers that do.
    let overriding: [Name]
    /// Sets the properties from a dictionary; a missing or unreadable entry leaves them as they are.
    let read: @Sendable (AnnotationReader, inout Annotation) -> Void
    let write: @Sendable (Annotation, inout PDFDictionary) -> Void

    init(
        keys: [Name], overriding: [Name] = [], read: @escaping @Sendable (AnnotationReader, inout Annotation) -> Void,
        write: @escaping @Sendable (Annotation, inout PDFDictionary) -> Void
    ) { (self.keys, self.overriding, self.read, self.write) = (keys, overriding, read, write) }

    /// For what the dictionary does not keep, or keeps in the entries of other properties.
    static let none = AnnotationEntry(keys: [], read: { _, _ in }, write: { _, _ in })

    /// The line that draws an annotation (ISO 32000-2, 12.5.4).
    static let border = AnnotationEntry(
        keys: [.borderStyle, .border], read: { $1.border = Border(reading: $0) },
        write: { $1[.borderStyle] = $0.border.map { .dictionary($0.entries) } })

    /// Where a link leads (12.5.6.5); a page is written as its object.
    static let destination = AnnotationEntry(
        keys: ["Dest", "A"], read: { $1.destination = LinkDestination(reading: $0) },
        write: { annotation, entries in
            switch annotation.destination {
            case .uri(let uri):
                entries["A"] = .dictionary(["S": .name("URI"), "URI": .string(PDFString(bytes: Array(uri.utf8)))])
            case .named(let name, _): entries["Dest"] = .text(name)
            case .page, .file, .action, nil: break
            }
        })

    /// An attached file, which is written as objects of its own.
    static let attachment = AnnotationEntry(
        keys: ["FS"], read: { $1.attachment = AttachedFile(reading: $0) }, write: { _, _ in })

    /// The text of a callout within its rectangle (12.5.6.6); without a callout, ``Annotation/rect`` is all.
    static let textBox = AnnotationEntry(
        keys: [.rectangleDifferences],
        read: { entries, annotation in
            guard !annotation.callout.isEmpty, let rect = entries.numbers(.rectangle), rect.count == 4,
                let sides = entries.numbers(.rectangleDifferences), sides.count == 4
            else { return }
            let outer = Rectangle(rect[0], rect[1], rect[2], rect[3])
            guard sides.allSatisfy({ $0 >= 0 }), sides[0] + sides[2] < outer.width, sides[1] + sides[3] < outer.height
            else { return }
            let box = Rectangle(outer.x0 + sides[0], outer.y0 + sides[1], outer.x1 - sides[2], outer.y1 - sides[3])
            annotation.textBox = box.mapCorners(\.rounded)
        },
        write: { annotation, entries in
            guard let box = annotation.textBox else { return }
            let outer = annotation.rect
            entries[.rectangleDifferences] = .numbers([
                box.x0 - outer.x0, box.y0 - outer.y0, outer.x1 - box.x1, outer.y1 - box.y1,
            ])
        })

    /// The alignment of free text: `/Q`, and `/DS` for justified text.
    static let alignment = AnnotationEntry(
        keys: [.alignment, .defaultStyle], read: { _, _ in },
        write: { annotation, entries in
            entries[.alignment] = annotation.textStyle.map { .integer($0.alignment.code) }
            textSetting.write(annotation, &entries)
        })

    /// The default style string, `/DS`; ``textStyle`` reads a part of it, too.
    static let textSetting = AnnotationEntry(
        keys: [.defaultStyle],
        read: { entries, annotation in
            let string = entries.text(.defaultStyle)
            annotation.defaultStyle = TextStyle.beyondDeclarations(string)
            if annotation.textStyle == nil, let string { annotation.textStyle = TextStyle(fontsOf: string) }
        },
        write: { annotation, entries in entries[.defaultStyle] = annotation.styleString.map { .text($0) } })

    /// The text style of free text (12.5.6.6).
    static let textStyle = AnnotationEntry(
        keys: [.defaultAppearance, .alignment], read: { $1.textStyle = TextStyle(reading: $0) },
        write: { annotation, entries in
            guard let style = annotation.textStyle else { return }
            entries[.defaultAppearance] = .string(PDFString(bytes: DefaultAppearance(style).bytes))
            entries[.alignment] = .integer(style.alignment.code)
        })
}

/// How one value is stored as an entry of a dictionary.
struct EntryValue<Value: Sendable>: Sendable {
    var key: Name
    /// Keys of PDF 2.0 whose values come before this one.
    var overriding: [Name] = []
    /// Returns `nil` where the entry is missing, unreadable or of another type.
    var read: @Sendable (AnnotationReader) -> Value?
    var object: @Sendable (Value) -> PDFObject
}

extension EntryValue<String> {
    /// A text string (7.9.2.2).
    static func text(_ key: Name) -> Self { Self(key: key, read: { $0.text(key) }, object: { .text($0) }) }

    static func name(_ key: Name) -> Self {
        Self(key: key, read: { $0.name(key)?.text }, object: { .name(Name($0)) })
    }
}

extension EntryValue<Int> {
    /// A whole number; a missing one is read as 0.
    static func integer(_ key: Name) -> Self {
        Self(key: key, read: { $0.integer(key) ?? 0 }, object: { .integer($0) })
    }
}

extension EntryValue<Bool> {
    static func truth(_ key: Name) -> Self {
        Self(
            key: key, read: { if case .boolean(let value)? = $0.value(key) { value } else { nil } },
            object: { .boolean($0) })
    }
}

extension EntryValue<ReplyType> {
    static let replyType = Self(
        key: "RT", read: { $0.name("RT") == "Group" ? .group : nil },
        object: { .name($0 == .group ? "Group" : "R") })
}

extension EntryValue<Double> {
    /// The opacity of an annotation; PDF 2.0 has another one for all but its lines.
    static let opacity = Self(
        key: .opacity, overriding: [.fillOpacity], read: { $0.number(.opacity) }, object: { .number($0) })
}

extension EntryValue<Double> {
    /// The intensity of a cloudy border effect (Table 169), 0 where there is none.
    static let cloudIntensity = Self(
        key: .borderEffect,
        read: { entries in
            guard let effect = entries.dictionary(.borderEffect), effect.name("S") == "C" else { return nil }
            return effect.number("I") ?? 0
        }, object: { .dictionary(["S": .name("C"), "I": .number($0)]) })
}

extension EntryValue<Color> {
    static func color(_ key: Name) -> Self {
        Self(key: key, read: { $0.color(key) }, object: { .numbers($0.components) })
    }
}

extension EntryValue<Date> {
    /// A date (7.9.4).
    static func date(_ key: Name) -> Self {
        Self(key: key, read: { $0.text(key).flatMap(PDFDate.date) }, object: { .string(PDFDate.string($0)) })
    }
}

extension EntryValue<LineEndings> {
    static let lineEndings = Self(key: .lineEndings, read: { LineEndings(reading: $0) }, object: { $0.object })
}

extension EntryValue<LineEnding> {
    /// The ending of a callout: a name, in some files the first of an array; none where a callout states none.
    static let calloutEnding = Self(
        key: .lineEndings,
        read: { entries in
            guard entries.points("CL") != nil else { return nil }
            let name = entries.name(.lineEndings) ?? entries.items(.lineEndings)?.first?.nameValue
            return name.flatMap { LineEnding(rawValue: $0.text) } ?? LineEnding.none
        }, object: { .name(Name($0.rawValue)) })
}

extension EntryValue<Rectangle> {
    static func rectangle(_ key: Name) -> Self {
        Self(
            key: key,
            read: { entries in
                guard let sides = entries.numbers(key), sides.count == 4 else { return nil }
                return Rectangle(sides[0], sides[1], sides[2], sides[3])
            }, object: { .rectangle($0) })
    }
}

extension EntryValue<[Point]> {
    /// Points as pairs of numbers.
    static func points(_ key: Name, count: Int? = nil) -> Self {
        Self(
            key: key, overriding: key == .vertices ? [.path] : [],
            read: { entries in
                guard let points = entries.points(key), count == nil || points.count == count else { return nil }
                return points
            }, object: { .numbers($0.flatMap(\.numbers)) })
    }
}

extension EntryValue<[[Point]]> {
    static func strokes(_ key: Name) -> Self {
        Self(
            key: key, overriding: [.path],
            read: { entries in
                guard let lists = entries.items(key) else { return nil }
                let strokes = lists.compactMap { entries.numbers(in: $0).flatMap { Point.list($0) } }
                return strokes.count == lists.count ? strokes : nil
            }, object: { .array($0.map { .numbers($0.flatMap(\.numbers)) }) })
    }
}

extension EntryValue<[Quadrilateral]> {
    static func quadrilaterals(_ key: Name) -> Self {
        Self(
            key: key, read: { $0.points(key).flatMap(Quadrilateral.list) },
            object: { .numbers($0.flatMap(\.numbers)) })
    }
}
