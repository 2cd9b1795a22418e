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
}

/// Memory that can be told how it will be read.
package protocol AdvisedMemory: AnyObject {
    /// - Parameter scattered: whether only a little here and there is read.
    func expectReading(scattered: Bool)
    /// Announces that all bytes of a range will be read.
    func expectReading(of range: Range<Int>)
}
