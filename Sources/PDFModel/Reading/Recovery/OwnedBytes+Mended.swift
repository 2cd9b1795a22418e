extension OwnedBytes {
    /// Copies a hybrid file, and lists after it the objects that its tables list as free for readers that know no
    /// cross-reference streams (ISO 32000-2, 7.5.8.4); `nil` where there are none.
    ///
    /// libqpdf 12 takes such an object for a deleted one.
    convenience init?(
        listingHiddenObjectsOf original: UnsafeRawBufferPointer, _ structure: FileStructure?,
        _ history: RevisionHistory?
    ) {
        guard let structure, let history, history.sections.contains(where: { !$0.hidden.isEmpty }),
            let index = try? CrossReferenceIndex(original, headerOffset: structure.headerOffset, history),
            let hidden = try? index.hiddenEntries(), !hidden.isEmpty
        else { return nil }
        var trailer = index.trailer.carriedOver
        trailer[.size] = .integer(index.size)
        trailer[.previous] = .integer(structure.startXRef)
        var writer = ObjectWriter(stringsAreHexadecimal: true)
        // Nothing refers to an object of that number.
        writer.text("\n\(CrossReferenceEntry.numberLimit) 0 obj\n")
        writer.write(.stream(CrossReferenceEntry.stream(hidden, trailer: trailer)))
        writer.text("\nendobj\nstartxref\n\(original.count + 1 - structure.headerOffset)\n%%EOF\n")
        self.init(original, writer.bytes)
    }
}

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
