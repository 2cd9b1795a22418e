/// Bytes in memory that stay where they are as long as this object lives.
package final class OwnedBytes {
    package let bytes: UnsafeRawBufferPointer

    package init(_ contents: [UInt8]) {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: contents.count, alignment: 16)
        memory.copyBytes(from: contents)
        bytes = UnsafeRawBufferPointer(memory)
    }

    deinit { bytes.deallocate() }
}
