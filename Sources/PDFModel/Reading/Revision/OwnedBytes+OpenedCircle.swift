extension OwnedBytes {
    /// Copies a file whose chain of cross-reference sections forms a cycle, and ends the chain where the cycle closes;
    /// `nil` where the chain has no cycle.
    ///
    /// Everything that the file defines has been found by then, so it needs no repair; but libqpdf refuses to continue.
    /// The file itself stays unchanged: an update chains to its newest section, which is sound.
    convenience init?(openingCircleIn original: UnsafeRawBufferPointer, _ structure: FileStructure?) {
        guard let structure, let history = try? RevisionHistory(original, structure), history.isCircular,
            let last = history.sections.last
        else { return nil }
        let trailer = UnsafeRawBufferPointer(rebasing: original.prefix(structure.headerOffset + last.end))
        guard let key = trailer.lastOccurrence(of: "/Prev", from: structure.headerOffset + last.offset) else {
            return nil
        }
        var copy = Array(original)
        // A key of the same length without a meaning.
        copy[key + 1] = UInt8(ascii: "X")
        self.init(copy)
    }
}
