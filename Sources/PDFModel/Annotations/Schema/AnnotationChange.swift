/// The changes that an update makes to an annotation, or the values of a new one: properties of ``AnnotationSchema``
/// with their values.
///
/// ```swift
/// var change = AnnotationChange()
/// change.contents = "Done"
/// change.remove(\.color)
/// ```
@dynamicMemberLookup
public struct AnnotationChange: Sendable {
    /// The properties that have a value or are removed, in the order of the schema.
    public private(set) var properties: [AnnotationProperty] = []
    /// Whether the annotation is drawn anew, even if another program drew it in a way that pdfco cannot, and even if no
    /// property changes.
    public var redraws = false
    /// An annotation that holds the values.
    private(set) var values = Annotation(bare: "", page: 0)

    /// Creates a change that changes nothing.
    public init() {}

    /// Creates the change that gives an annotation the properties of another one of the same subtype. What that one does
    /// not have is removed, where a change can do that.
    ///
    /// - Parameter stated: the properties that change; `nil` for all.
    package init(to annotation: Annotation, stated: Set<AnnotationProperty>? = nil) {
        self.init()
        let schema = Annotation.schema
        for property in AnnotationSubtype.named(annotation.subtype).properties
        where schema.changeable.contains(property) && !schema.switches.contains(property) {
            guard stated?.contains(property) ?? true,
                property.isSet(annotation) || property.isKept(annotation) || property.isRemovable
            else { continue }
            // The shape sets the rectangle.
            if property == schema.rect.untyped, annotation.geometry != .rectangle { continue }
            add(property) { property.copy(annotation, &$0) }
        }
    }

    /// Whether nothing changes.
    public var isEmpty: Bool { properties.isEmpty && !redraws }

    /// The part of the change that says how an annotation of a subtype looks, not which one it is: without its place, text,
    /// author, name, and what is embedded in it.
    package func look(of subtype: String) -> AnnotationChange {
        let schema = Annotation.schema
        let identity =
            schema.place + [
                schema.contents.untyped, schema.author.untyped, schema.name.untyped, schema.image.untyped,
                schema.attachmentData.untyped, schema.attachmentName.untyped,
            ]
        let possible = AnnotationSubtype.named(subtype).properties + schema.switches
        var look = self
        look.properties.removeAll {
            identity.contains($0) || !possible.contains($0) || !schema.changeable.contains($0)
        }
        return look
    }

    /// The value of a property; `nil` where the property stays as it is or is removed.
    public subscript<Value>(dynamicMember path: KeyPath<AnnotationSchema, Property<Value>>) -> Value? {
        get {
            let property = Annotation.schema[keyPath: path]
            return properties.contains(property.untyped) ? property.get(values) : nil
        }
        set {
            let property = Annotation.schema[keyPath: path]
            if let newValue {
                set(property.untyped) { property.set(&$0, newValue) }
            } else {
                properties.removeAll { $0 == property.untyped }
            }
        }
    }

    /// Removes the value of a property, such as the colour or the annotation that this one replies to.
    public mutating func remove<Value>(_ path: KeyPath<AnnotationSchema, Property<Value>>) {
        remove(Annotation.schema[keyPath: path].untyped)
    }

    /// A new geometry, which brings its own rectangle; `nil` where it stays as it is.
    public var geometry: Annotation.Geometry? {
        get { properties.contains { $0 == values.geometry.property } ? values.geometry : nil }
        set {
            properties.removeAll { $0 == values.geometry.property }
            guard let newValue, let property = newValue.property else { return }
            set(property) { $0.geometry = newValue }
        }
    }

    /// Sets a property to the value that its option's arguments denote; returns false where they denote none.
    public mutating func set(_ property: AnnotationProperty, to arguments: [String]) -> Bool {
        var attempt = values
        guard property.parse(arguments, &attempt) else { return false }
        set(property) { $0 = attempt }
        return true
    }

    /// Sets a property whose option takes a file.
    public mutating func set(_ property: AnnotationProperty, to file: AttachedFile) {
        if property == Annotation.schema.image.untyped { self.image = file.data }
        guard property == Annotation.schema.attachmentData.untyped else { return }
        (self.attachmentData, self.attachmentName, self.attachmentType) = (file.data, file.name, file.type)
        (self.attachmentCreation, self.attachmentModification) = (file.creationDate, file.modificationDate)
    }

    mutating func remove(_ property: AnnotationProperty) { set(property, property.remove) }

    /// Sets a property that is later in the schema than all that are set.
    mutating func add(_ property: AnnotationProperty, _ setValue: (inout Annotation) throws -> Void) rethrows {
        try setValue(&values)
        properties.append(property)
    }

    /// Sets a property. Where two properties share an entry, such as the flags and whether the annotation is printed,
    /// the one later in the schema wins, in whatever order they are set.
    mutating func set(_ property: AnnotationProperty, _ setValue: (inout Annotation) throws -> Void) rethrows {
        let all = Annotation.schema.all
        let position = all.firstIndex(of: property) ?? all.count
        let isLast = properties.last.map { all[..<position].contains($0) } ?? true
        guard !isLast else { return try add(property, setValue) }
        let next = properties.firstIndex { all.firstIndex(of: $0) ?? 0 >= position } ?? properties.count
        let (later, before) = (properties[next...], values)
        try setValue(&values)
        for other in later where other != property { other.copy(before, &values) }
        if later.first != property { properties.insert(property, at: next) }
    }
}

extension AnnotationChange: Equatable {
    public static func == (left: Self, right: Self) -> Bool {
        left.redraws == right.redraws && Set(left.properties) == Set(right.properties)
            && left.properties.allSatisfy { $0.isSame(left.values, right.values) }
    }
}

extension Annotation {
    /// The annotation with `change` applied; ``validated(on:)`` checks whether the result is possible.
    public func applying(_ change: AnnotationChange) -> Annotation {
        var changed = self
        for property in change.properties { property.copy(change.values, &changed) }
        return changed
    }
}
