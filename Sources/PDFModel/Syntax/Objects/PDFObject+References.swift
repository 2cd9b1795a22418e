extension PDFObject {
    /// The highest object number of any reference within the object; 0 where there is none.
    var highestReference: Int {
        switch self {
        case .reference(let reference): reference.number
        case .array(let items): items.reduce(0) { max($0, $1.highestReference) }
        case .dictionary(let entries): entries.values.reduce(0) { max($0, $1.highestReference) }
        case .stream(let stream): stream.dictionary.values.reduce(0) { max($0, $1.highestReference) }
        default: 0
        }
    }

    /// Returns the object without the entries of dictionaries, at any depth, whose values are references in `dead`.
    func omitting(_ dead: Set<IndirectReference>) -> PDFObject {
        func remaining(_ entries: PDFDictionary) -> PDFDictionary {
            entries.filter { $0.value.referenceValue.map { !dead.contains($0) } ?? true }
                .mapValues { $0.omitting(dead) }
        }
        return switch self {
        case .array(let items): .array(items.map { $0.omitting(dead) })
        case .dictionary(let entries): .dictionary(remaining(entries))
        case .stream(let stream): .stream(PDFStream(remaining(stream.dictionary), data: stream.data))
        default: self
        }
    }

    /// Returns the object with the references of `written` where it has null in their place in an array: libqpdf 12 reads
    /// a reference to nothing so.
    ///
    /// - Parameter withKeys: whether references in dictionaries are restored as well.
    func restoring(_ written: PDFObject, withKeys: Bool = false) -> PDFObject {
        func restored(_ entries: PDFDictionary, _ others: PDFDictionary) -> PDFDictionary {
            let own = entries.map { ($0.key, $0.value.restoring(others[$0.key] ?? .null, withKeys: withKeys)) }
            let lost = others.filter { withKeys && $0.value.referenceValue != nil && entries[$0.key] == nil }
            return PDFDictionary(own).merging(lost)
        }
        return switch (self, written) {
        case (.array(let items), .array(let others)) where items.count == others.count:
            .array(
                zip(items, others).map { item, other in
                    item.isNull && other.referenceValue != nil
                        ? other : item.restoring(other, withKeys: withKeys)
                })
        case (.dictionary(let entries), .dictionary(let others)): .dictionary(restored(entries, others))
        case (.stream(let stream), .stream(let other)):
            .stream(PDFStream(restored(stream.dictionary, other.dictionary), data: stream.data))
        default: self
        }
    }
}
