extension RecoveredTable {
    /// Drops objects with numbers from `size` on, which should be one more than the highest number (ISO 32000-2, Table
    /// 15), where nothing in the document leads to them: a new object numbered above such a stray one would be beyond
    /// the numbers that readers accept.
    ///
    /// - Returns: whether there were any.
    mutating func dropStrays(from size: Int?, in document: QPDFDocument) -> Bool {
        guard let size, size > 1, highestNumber >= size else { return false }
        var reached = document.numbersReached(from: trailer)
        for case .objectStream(let stream, _) in entries.map(\.location) { reached.insert(stream) }
        // An unreadable object is not dropped silently.
        let isStray = { (entry: CrossReferenceEntry) in
            entry.reference.number >= size && !reached.contains(entry.reference.number)
                && (try? document.object(entry.reference))?.isNull == false
        }
        guard entries.contains(where: isStray) else { return false }
        entries.removeAll(where: isStray)
        highestNumber = max(entries.map(\.reference.number).max() ?? 0, size - 1)
        return true
    }
}

extension QPDFDocument {
    /// Returns the numbers of all objects reachable from a trailer.
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
