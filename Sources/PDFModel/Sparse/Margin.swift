/// Memory right behind the bytes of a file, which may be written: what a sparse reading needs.
package struct Margin {
    /// Begins where the bytes of the file end, and stays as long as these do.
    var memory: UnsafeMutableRawBufferPointer
    /// Files are read sparsely also where reading them whole is faster; for tests.
    var isAlwaysUsed: Bool

    /// How many bytes a sparse reading may want.
    package static let length = 4 << 20

    package init(_ memory: UnsafeMutableRawBufferPointer, isAlwaysUsed: Bool = false) {
        (self.memory, self.isAlwaysUsed) = (memory, isAlwaysUsed)
    }
}
