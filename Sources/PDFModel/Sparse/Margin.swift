/// Writable memory right behind the bytes of a file, which a sparse reading needs.
package struct Margin {
    /// Begins where the bytes of the file end, and is valid as long as they are.
    var memory: UnsafeMutableRawBufferPointer
    /// Whether files are read sparsely even where reading them whole is faster; for tests.
    var isAlwaysUsed: Bool

    /// The number of bytes that a sparse reading may need.
    package static let length = 4 << 20

    /// The length of a file in bytes from which it is read sparsely in any case.
    package static let leastLength = 128 << 10

    package init(_ memory: UnsafeMutableRawBufferPointer, isAlwaysUsed: Bool = false) {
        (self.memory, self.isAlwaysUsed) = (memory, isAlwaysUsed)
    }
}
