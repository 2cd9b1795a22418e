/// The entries of a dictionary object (ISO 32000-2, 7.3.7), in the byte order of their keys.
///
/// Most dictionaries have about a dozen entries: a sorted array finds, compares and writes them with less work than a
/// hash table, and always in the same order.
public struct PDFDictionary: Sendable {
    private struct Entry: Sendable, Hashable {
        var key: Name
        var value: PDFObject
    }

    private var entries: [Entry] = []

    /// Creates an empty dictionary.
    public init() {}

    /// Reserves room for `count` entries, so that adding them does not reallocate.
    mutating func reserveCapacity(_ count: Int) { entries.reserveCapacity(count) }

    /// Creates a dictionary; of entries with the same key the last one wins.
    public init(_ elements: some Sequence<(Name, PDFObject)>) {
        entries.reserveCapacity(elements.underestimatedCount)
        var isSorted = true
        for (key, value) in elements {
            if !isSorted || entries.last.map({ $0.key < key }) ?? true {
                entries.append(Entry(key: key, value: value))
            } else if entries.count < Self.few {
                self[key] = value
            } else {
                isSorted = false
                entries.append(Entry(key: key, value: value))
            }
        }
        if !isSorted { sort() }
    }

    /// The number of entries up to which each is inserted at its place; more are sorted together.
    private static let few = 64

    private mutating func sort() {
        let sorted = entries.enumerated().sorted { ($0.element.key, $0.offset) < ($1.element.key, $1.offset) }
        entries.removeAll(keepingCapacity: true)
        for (_, entry) in sorted {
            if entries.last?.key == entry.key { entries.removeLast() }
            entries.append(entry)
        }
    }

    /// The value of a key; assigning `nil` removes the entry.
    public subscript(key: Name) -> PDFObject? {
        get {
            let position = position(of: key)
            return position < entries.count && entries[position].key == key ? entries[position].value : nil
        }
        set {
            let position = position(of: key)
            let isThere = position < entries.count && entries[position].key == key
            switch (newValue, isThere) {
            case (let value?, true): entries[position].value = value
            case (let value?, false): entries.insert(Entry(key: key, value: value), at: position)
            case (nil, true): entries.remove(at: position)
            case (nil, false): break
            }
        }
    }

    /// The position of the entry of that key, or where it would be inserted.
    private func position(of key: Name) -> Int {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].key < key { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Returns these entries and those of `other`, which win where both have a key.
    public func merging(_ other: PDFDictionary) -> PDFDictionary {
        PDFDictionary((entries + other.entries).map { ($0.key, $0.value) })
    }

    /// Returns the entries that meet a condition, in their order.
    public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> PDFDictionary {
        var result = self
        result.entries = try entries.filter { try isIncluded(($0.key, $0.value)) }
        return result
    }

    /// Returns the dictionary with other values for the same keys.
    public func mapValues<Failure>(
        _ transform: (PDFObject) throws(Failure) -> PDFObject
    ) throws(Failure) -> PDFDictionary {
        var result = self
        for position in entries.indices { result.entries[position].value = try transform(entries[position].value) }
        return result
    }

    /// The keys, in the order of the entries.
    public var keys: some Sequence<Name> { entries.lazy.map(\.key) }
    /// The values, in the order of the entries.
    public var values: some Sequence<PDFObject> { entries.lazy.map(\.value) }
}

extension PDFDictionary: RandomAccessCollection {
    public typealias Element = (key: Name, value: PDFObject)

    public var startIndex: Int { 0 }
    public var endIndex: Int { entries.count }

    public subscript(position: Int) -> Element {
        let entry = entries[position]
        return (entry.key, entry.value)
    }
}

extension PDFDictionary: Hashable {}

extension PDFDictionary: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral elements: (Name, PDFObject)...) {
        entries.reserveCapacity(elements.count)
        for (key, value) in elements { self[key] = value }
    }
}
