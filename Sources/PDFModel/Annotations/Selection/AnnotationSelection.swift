public import FoundationEssentials

/// Which annotations of a document are meant: those that meet every condition.
public struct AnnotationSelection: Sendable {
    /// Words that name them as users type them: names (`/NM`), beginnings of names, or objects such as `12 0 R`; empty where the
    /// name does not matter.
    public var names: [String] = []
    /// The pages on which they are.
    public var pages = PageRange.all
    /// Authors (`/T`), one of which is the annotation's; empty where the author does not matter.
    public var authors: [String] = []
    /// Subtypes, one of which is the annotation's, as in the standard or as a command: `StrikeOut` or `strike-out`.
    public var subtypes: [String] = []
    /// The earliest time of the last change; annotations without a date were not changed since then.
    public var since: Date?
    /// Review states, one of which is the annotation's; empty where the state does not matter.
    public var states: [ReviewCondition] = []
    /// A rectangle that contains the annotation's, in points of default user space.
    public var area: Rectangle?
    /// A regular expression that occurs in the contents.
    public var contents: String?

    /// Creates a selection of all annotations.
    public init() {}

    /// Whether it has no condition but the pages.
    public var isEveryAnnotation: Bool {
        names.isEmpty && authors.isEmpty && subtypes.isEmpty && since == nil && states.isEmpty && area == nil
            && contents == nil
    }

    /// Returns the annotations that are meant.
    ///
    /// - Parameter annotations: all annotations of ``pages``; replies state the review of others.
    public func selected(from annotations: [ListedAnnotation]) -> [ListedAnnotation] {
        if isEveryAnnotation { return annotations }
        let reviews = states.isEmpty ? [:] : Review.reviews(in: annotations)
        let pattern = contents.flatMap { try? Regex($0) }
        let kinds = Set(subtypes.map { Self.letters(of: $0) })
        let named = Set(names.flatMap { annotations.named($0).compactMap(\.identity) })
        return annotations.filter { listed in
            let annotation = listed.annotation
            guard names.isEmpty || listed.identity.map(named.contains) == true,
                authors.isEmpty || annotation.author.map(authors.contains) == true,
                kinds.isEmpty || kinds.contains(Self.letters(of: annotation.subtype)),
                area?.contains(annotation.rect) ?? true
            else { return false }
            if let since {
                guard let date = annotation.lastDate, date >= since else {
                    return false
                }
            }
            if contents != nil {
                guard let pattern, let text = annotation.contents, text.firstMatch(of: pattern) != nil else {
                    return false
                }
            }
            guard !states.isEmpty else { return true }
            let review = listed.identity.flatMap { reviews[$0] }
            return states.contains { $0.isMet(by: listed, review) }
        }
    }

    private static func letters(of subtype: String) -> String { subtype.lowercased().filter { $0 != "-" } }
}

extension [ListedAnnotation] {
    /// Returns those that a word names: its name, or its object, `12 0 R` or `(12 0 R)`; otherwise those whose names begin with
    /// the word, if it has four characters or more. What precedes the digits of a generated name may be left out; a number in any
    /// other name is whole, so that `item-1`, removed before, is not `item-10`.
    package func named(_ word: String) -> [ListedAnnotation] {
        let exact = filter { $0.annotation.name == word }
        if !exact.isEmpty { return exact }
        let object = IndirectReference(identifier: word)
        let objects = object.map { object in filter { $0.reference == object } } ?? []
        guard objects.isEmpty, word.count >= 4 else { return objects }
        let beginnings = [word, Annotation.generatedPrefix + word].map { [UInt8]($0.utf8) }
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        return filter { listed in
            guard let name = listed.annotation.name else { return false }
            return beginnings.contains { beginning in
                guard name.utf8.starts(with: beginning) else { return false }
                let ends = [beginning.last, name.utf8.dropFirst(beginning.count).first]
                return Annotation.short(name) != name || !ends.allSatisfy { $0.map(digits.contains) == true }
            }
        }
    }
}

extension Annotation {
    /// When it was last changed, as far as it says.
    package var lastDate: Date? { modificationDate ?? creationDate }

    /// The beginning of a name that is derived from what the annotation is.
    package static let generatedPrefix = "pdfco-"

    /// A name as people read and type it: of a generated one, eight characters.
    package static func short(_ name: String) -> String {
        let digits = name.hasPrefix(generatedPrefix) ? name.dropFirst(generatedPrefix.count) : name[...]
        let isGenerated =
            digits.utf8.count == (digits.startIndex > name.startIndex ? 16 : 36)
            && digits.utf8.allSatisfy { $0 == 0x2D || (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
        return isGenerated ? String(digits.prefix(8)) : name
    }
}

extension AnnotationSubtype {
    /// Whether it is a markup annotation (ISO 32000-2, 12.5.6.2): one by which people comment on a document.
    package var isMarkup: Bool { properties.contains(Annotation.schema.author.untyped) }
}

extension ListedAnnotation {
    /// Whether it is a comment, and no reply to another one.
    package var beginsThread: Bool {
        AnnotationSubtype.named(annotation.subtype).isMarkup && !annotation.isReply
    }

    /// Whether it is the pop-up window of another annotation.
    package var isWindow: Bool { annotation.subtype == "Popup" && details.parent != nil }

    /// Which annotation of a document it is. A name is unique on its page only, and not in every file.
    public enum Identity: Hashable, Sendable {
        /// An annotation that is an object of its own.
        case object(IndirectReference)
        /// A direct object, by its name and its page.
        case named(String, page: Int)
    }

    /// Which annotation it is; `nil` for a direct object without a name.
    public var identity: Identity? {
        reference.map(Identity.object) ?? annotation.name.map { .named($0, page: annotation.page) }
    }

    /// Which annotation it replies to; `nil` for no reply.
    public var target: Identity? {
        details.target.map(Identity.object) ?? annotation.inReplyTo.map { .named($0, page: annotation.page) }
    }

    /// The identifier by which edits and replies refer to it: its name, or its object where it has none; `nil` for a
    /// direct object without a name.
    public var identifier: String? { annotation.name ?? reference?.description }
}

extension IndirectReference {
    /// Reads the identifier by which edits refer to an object: `12 0 R`, or that in parentheses.
    package init?(identifier word: String) {
        var object = word[...]
        while object.utf8.count > 1, object.hasPrefix("("), object.hasSuffix(")") {
            object = object.dropFirst().dropLast()
        }
        let numbers = object.split(separator: " ").prefix(2).compactMap { Int($0) }
        guard numbers.count == 2, numbers[0] > 0 else { return nil }
        self.init(numbers[0], generation: numbers[1])
        guard description == object else { return nil }
    }

    /// Returns the identifier by which edits refer to an object: in parentheses where an annotation has that as its
    /// name, which comes first.
    package func identifier(besides isName: (String) -> Bool) -> String {
        var word = description
        while isName(word) { word = "(\(word))" }
        return word
    }
}
