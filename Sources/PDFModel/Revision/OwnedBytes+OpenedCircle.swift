extension OwnedBytes {
    /// A copy of a file whose chain of cross-reference sections runs in a circle, with the chain ended where the circle
    /// closes; `nil` where the chain is no circle.
    ///
    /// Everything that the file defines is found by then, so it needs no repairing; but libqpdf refuses to go on. The file
    /// itself stays as it is: an update chains to its newest section, which is sound.
    convenience init?(openingCircleIn original: UnsafeRawBufferPointer, _ structure: FileStructure?) {
        guard let structure, let history = try? RevisionHistory(original, structure), history.isCircular,
            let last = history.sections.last
        else { return nil }
        let trailer = UnsafeRawBufferPointer(rebasing: original.prefix(structure.headerOffset + last.end))
        guard let key = trailer.lastOccurrence(of: "/Prev", from: structure.headerOffset + last.offset) else {
            return nil
        }
        var copy = Array(original)
        // A key of the same length that means nothing.
        copy[key + 1] = UInt8(ascii: "X")
        self.init(copy)
    }
}
