/// Bytes in memory that keep their address as long as this object lives.
package final class OwnedBytes {
    package let bytes: UnsafeRawBufferPointer

    package convenience init(_ contents: [UInt8]) { self.init(UnsafeRawBufferPointer(start: nil, count: 0), contents) }

    /// Creates a copy of `beginning` followed by `rest`.
    init(_ beginning: UnsafeRawBufferPointer, _ rest: [UInt8]) {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: beginning.count + rest.count, alignment: 16)
        memory.copyBytes(from: beginning)
        UnsafeMutableRawBufferPointer(rebasing: memory[beginning.count...]).copyBytes(from: rest)
        bytes = UnsafeRawBufferPointer(memory)
    }

    deinit { bytes.deallocate() }

    /// Returns a copy of a file in which libqpdf 12 takes `number` for one that an object can have; `nil` where it does so
    /// in the file.
    static func lengthened(_ file: UnsafeRawBufferPointer, for number: Int) -> OwnedBytes? {
        let spaces = padding(behind: file.count, for: number)
        let ending = FileStructure(file).map { "\nstartxref\n\($0.startXRef)\n%%EOF\n" } ?? ""
        return spaces.isEmpty ? nil : OwnedBytes(file, spaces + ending.utf8)
    }

    /// Returns the spaces without which libqpdf 12 takes a number for one that no object of the file can have: it is above a
    /// third of the file's length in bytes.
    static func padding(behind count: Int, for number: Int) -> [UInt8] {
        let missing = max(0, min(number, CrossReferenceEntry.numberLimit)) * 3 - count
        return Array(repeating: 0x20, count: max(0, missing))
    }
}

/// Memory that can be told how it will be read.
package protocol AdvisedMemory: AnyObject {
    /// - Parameter scattered: whether only a little here and there is read.
    func expectReading(scattered: Bool)
    /// Announces that all bytes of a range will be read.
    func expectReading(of range: Range<Int>)
}
