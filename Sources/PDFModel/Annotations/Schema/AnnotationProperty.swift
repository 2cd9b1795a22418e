/// A property that annotations can have.
///
/// Each property is defined once, in ``AnnotationSchema``; reading, writing, JSON, changing and checking are derived from
/// the definition.
public final class AnnotationProperty: Sendable {
    /// Its key in the JSON form; for a property within another one, such as the width of a border, both keys:
    /// `border.width`.
    public let name: String
    /// What it is, in a sentence or two.
    package let about: String
    /// Whether its entry in the dictionary is its own.
    private let hasOwnEntry: Bool
    /// What the value of the property's key looks like in JSON, to complete the sentence "… is not".
    let expected: String
    /// What its value looks like as an argument, to complete the sentence "--option takes …".
    package let expectedArgument: String
    /// The type of the property's own value in JSON.
    package let json: JSONType
    let entry: AnnotationEntry
    /// The key in JSON; `member` is the key within its value.
    let key: String
    let member: String?

    let isSet: @Sendable (Annotation) -> Bool
    /// Whether a document keeps its value, even if that is the one that readers assume.
    let isKept: @Sendable (Annotation) -> Bool
    let isSame: @Sendable (Annotation, Annotation) -> Bool
    /// Copies the value from one annotation to another, with its consequences for other properties.
    let copy: @Sendable (_ from: Annotation, _ to: inout Annotation) -> Void
    /// Sets the value that the first annotation has as it reads back from a file; `nil` where every value does so as it is.
    let round: (@Sendable (_ of: Annotation, _ in: inout Annotation) -> Void)?
    /// Returns what is wrong with the value, as a sentence; `nil` where nothing can be.
    let problem: (@Sendable (Annotation) -> String?)?
    let decode: @Sendable (KeyedDecodingContainer<AnyKey>, AnyKey, inout Annotation) throws -> Void
    let encode: @Sendable (Annotation, inout KeyedEncodingContainer<AnyKey>, AnyKey) throws -> Void
    /// Removes the value.
    let remove: @Sendable (inout Annotation) -> Void
    /// Sets the value that the arguments denote; returns false where they denote none.
    let parse: @Sendable ([String], inout Annotation) -> Bool
    /// Whether a change can remove the value.
    let isRemovable: Bool

    fileprivate init<Value: Equatable>(
        _ name: String, _ type: ValueType<Value>, entry: AnnotationEntry, expected: String?, omitting omitted: Value?,
        isRemovable: Bool, about: String, hasOwnEntry: Bool,
        get: @escaping @Sendable (Annotation) -> Value?,
        set: @escaping @Sendable (inout Annotation, Value?) -> Void,
        change: @escaping @Sendable (inout Annotation, Value) -> Void
    ) {
        let keys = name.split(separator: ".", maxSplits: 1).map(String.init)
        self.name = name
        (key, member) = (keys[0], keys.count > 1 ? keys[1] : nil)
        self.expected = expected ?? type.expected
        expectedArgument = type.expectedArgument
        json = type.json
        self.entry = entry
        (self.about, self.hasOwnEntry) = (about, hasOwnEntry)
        self.isRemovable = isRemovable
        isSet = { annotation in get(annotation).map { $0 != omitted } ?? false }
        isKept = { get($0) != nil && !entry.keys.isEmpty }
        isSame = { left, right in
            switch (get(left), get(right)) {
            case (nil, nil): true
            case (let left?, let right?): type.areSame(left, right)
            default: false
            }
        }
        copy = { source, target in if let value = get(source) { change(&target, value) } else { set(&target, nil) } }
        if let rounded = type.rounded {
            round = { source, target in if let value = get(source) { set(&target, rounded(value)) } }
        } else {
            round = nil
        }
        if let problem = type.problem { self.problem = { get($0).flatMap(problem) } } else { problem = nil }
        decode = { values, key, annotation in set(&annotation, try type.decode(values, key)) }
        encode = { annotation, values, key in
            if let value = get(annotation) {
                try type.encode(value, &values, key)
            } else {
                try values.encodeNil(forKey: key)
            }
        }
        remove = { set(&$0, nil) }
        parse = { texts, annotation in
            if isRemovable, Value.self == Color.self, texts == ["none"] {
                set(&annotation, nil)
                return true
            }
            guard let value = type.parse(texts) else { return false }
            set(&annotation, value)
            return true
        }
    }
}

extension AnnotationProperty {
    /// The entries of a dictionary that hold it, maybe with others.
    package var keys: [Name] { entry.keys }

    /// The words that its value is one of; empty where it is something else.
    package var words: [String] { if case .word(let words) = json { words } else { [] } }

    /// What it is, in a sentence or two, with its key in the dictionary.
    var summary: String {
        guard hasOwnEntry, let end = about.firstRange(of: ". ")?.lowerBound ?? about.indices.last else { return about }
        return "\(about[..<end]) (`/\(entry.keys[0].text)`)\(about[end...])"
    }
}

extension AnnotationProperty: Hashable {
    public static func == (left: AnnotationProperty, right: AnnotationProperty) -> Bool { left === right }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A property whose values are of one type.
public struct Property<Value: Equatable & Sendable>: Sendable {
    /// The property without the type of its values.
    public let untyped: AnnotationProperty
    let get: @Sendable (Annotation) -> Value?
    let set: @Sendable (inout Annotation, Value?) -> Void

    /// Creates a property that has an entry of its own.
    ///
    /// - Parameters:
    ///   - omitting: the value that is not written, because readers assume it.
    ///   - isRemovable: whether a change can remove the value.
    ///   - about: what it is, in a sentence or two.
    ///   - change: sets the value in an existing annotation, where setting it has further consequences.
    init(
        _ name: String, _ type: ValueType<Value>, _ entry: EntryValue<Value>, omitting omitted: Value? = nil,
        isRemovable: Bool = false, about: String,
        get: @escaping @Sendable (Annotation) -> Value?, set: @escaping @Sendable (inout Annotation, Value?) -> Void,
        change: (@Sendable (inout Annotation, Value) -> Void)? = nil
    ) {
        let whole = AnnotationEntry(
            keys: [entry.key], overriding: entry.overriding,
            read: { entries, annotation in if let value = entry.read(entries) { set(&annotation, value) } },
            write: { annotation, entries in
                guard let value = get(annotation), value != omitted else { return }
                entries[entry.key] = entry.object(value)
            })
        (self.get, self.set) = (get, set)
        untyped = AnnotationProperty(
            name, type, entry: whole, expected: nil, omitting: omitted, isRemovable: isRemovable, about: about,
            hasOwnEntry: true, get: get, set: set, change: change ?? { set(&$0, $1) })
    }

    /// Creates a property that is stored in part of an entry, or in none.
    ///
    /// - Parameter expected: what the JSON object that contains the property looks like.
    init(
        _ name: String, _ type: ValueType<Value>, in entry: AnnotationEntry, expected: String? = nil,
        omitting omitted: Value? = nil, isRemovable: Bool = false, about: String,
        get: @escaping @Sendable (Annotation) -> Value?, set: @escaping @Sendable (inout Annotation, Value?) -> Void,
        change: (@Sendable (inout Annotation, Value) -> Void)? = nil
    ) {
        (self.get, self.set) = (get, set)
        untyped = AnnotationProperty(
            name, type, entry: entry, expected: expected, omitting: omitted, isRemovable: isRemovable,
            about: about, hasOwnEntry: false, get: get, set: set, change: change ?? { set(&$0, $1) })
    }
}
