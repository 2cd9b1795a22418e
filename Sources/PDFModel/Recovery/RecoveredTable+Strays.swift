extension RecoveredTable {
    /// Leaves out objects from the number on that a trailer says to be one more than the highest (ISO 32000-2, Table
    /// 15), where nothing in the document leads to them: a new object with a number above such a stray one is beyond
    /// what readers believe.
    ///
    /// - Returns: whether there were any.
    mutating func dropStrays(from size: Int?, in document: QPDFDocument) -> Bool {
        guard let size, size > 1, highestNumber >= size else { return false }
        var kept = document.numbersReached(from: trailer)
        for case .objectStream(let stream, _) in entries.map(\.place) { kept.insert(stream) }
        // One that cannot be read is not passed over in silence.
        let isStray = { (entry: CrossReferenceEntry) in
            entry.reference.number >= size && !kept.contains(entry.reference.number)
                && (try? document.object(entry.reference))?.isNull == false
        }
        guard entries.contains(where: isStray) else { return false }
        entries.removeAll(where: isStray)
        highestNumber = max(entries.map(\.reference.number).max() ?? 0, size - 1)
        return true
    }
}

extension QPDFDocument {
    /// The numbers of the objects to which a trailer leads, through any others.
    fileprivate func numbersReached(from trailer: PDFDictionary) -> Set<Int> {
        var numbers: Set<Int> = []
        var waiting = Array(trailer.values)
        while let value = waiting.popLast() {
            switch value {
            case .reference(let reference):
                guard numbers.insert(reference.number).inserted, let object = try? object(reference) else { continue }
                waiting.append(object)
            case .array(let items): waiting += items
            case .dictionary(let entries): waiting += entries.values
            case .stream(let stream): waiting += stream.dictionary.values
            default: break
            }
        }
        return numbers
    }
}
