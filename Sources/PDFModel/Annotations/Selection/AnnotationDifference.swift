/// What differs between the annotations of two documents, or of two states of one.
package struct AnnotationDifference: Sendable {
    /// An annotation that both have, and that differs.
    package struct Change: Sendable {
        /// As it is in the first.
        package var before: ListedAnnotation
        /// As it is in the second.
        package var after: ListedAnnotation

        /// The keys in the JSON form whose values differ.
        package var properties: [String] {
            Annotation.schema.all.filter { !$0.isSame(before.annotation, after.annotation) }.map(\.name)
        }
    }

    /// The annotations that only the second has.
    package private(set) var added: [ListedAnnotation] = []
    /// The annotations that both have, with different values.
    package private(set) var changed: [Change] = []
    /// The annotations that only the first has.
    package private(set) var removed: [ListedAnnotation] = []

    /// Compares two lists. An annotation is the same one if its name is, where no other in its list has that name; in one
    /// document, if its object is; or if everything else of it is.
    ///
    /// - Parameter areOfOneDocument: whether an object is the same in both.
    package init(from old: [ListedAnnotation], to new: [ListedAnnotation], areOfOneDocument: Bool) {
        var (old, new) = (old.map(Optional.some), new.map(Optional.some))
        func match<Key: Hashable>(_ key: (ListedAnnotation) -> Key?) {
            let (places, others) = (Self.onlyPlaces(in: old, by: key), Self.onlyPlaces(in: new, by: key))
            for (key, there) in others {
                guard let here = places[key], let before = old[here], let after = new[there],
                    before.annotation.subtype == after.annotation.subtype
                else { continue }
                (old[here], new[there]) = (nil, nil)
                if !before.isSame(as: after) { changed.append(Change(before: before, after: after)) }
            }
        }
        match(\.annotation.name)
        if areOfOneDocument { match(\.reference) }
        // What is left has no name, or one that others have.
        var left = Dictionary(grouping: old.indices.filter { old[$0] != nil }) { Self.place(of: old[$0]) }
        for index in new.indices where new[index] != nil {
            let place = Self.place(of: new[index])
            guard let same = left[place]?.firstIndex(where: { old[$0]?.isSame(as: new[index]) == true }),
                let found = left[place]?.remove(at: same)
            else { continue }
            (old[found], new[index]) = (nil, nil)
        }
        (added, removed) = (new.compactMap(\.self), old.compactMap(\.self))
        changed.sort { $0.after.order < $1.after.order }
    }

    /// Returns the places of the annotations whose key no other one has.
    private static func onlyPlaces<Key: Hashable>(
        in list: [ListedAnnotation?], by key: (ListedAnnotation) -> Key?
    ) -> [Key: Int] {
        var places: [Key: Int?] = [:]
        for (place, listed) in list.enumerated() {
            guard let key = listed.flatMap(key) else { continue }
            places.updateValue(places[key] == nil ? place : nil, forKey: key)
        }
        return places.compactMapValues(\.self)
    }

    private static func place(of listed: ListedAnnotation?) -> String {
        listed.map { "\($0.annotation.page) \($0.annotation.subtype) \($0.annotation.rect)" } ?? ""
    }

    /// Whether there is no difference.
    package var isEmpty: Bool { added.isEmpty && changed.isEmpty && removed.isEmpty }
}

extension ListedAnnotation {
    fileprivate func isSame(as other: ListedAnnotation?) -> Bool {
        annotation == other?.annotation && details.field == other?.details.field
    }

    fileprivate var order: (Int, Int, String) { (annotation.page, reference?.number ?? 0, annotation.name ?? "") }
}
