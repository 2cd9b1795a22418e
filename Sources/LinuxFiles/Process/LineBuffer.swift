/// Bytes that arrive in pieces of any length, taken as lines.
package struct LineBuffer: Sendable {
    private let terminator: UInt8
    private var bytes: [UInt8] = []
    private var used = 0
    /// Before this, there is no terminator.
    private var searched = 0

    /// - Parameter terminator: the byte that ends a line.
    package init(terminator: UInt8 = 0x0A) { self.terminator = terminator }

    package mutating func append(_ more: some Collection<UInt8>) {
        bytes.removeFirst(used)
        (used, searched) = (0, searched - used)
        bytes += more
    }

    /// Returns the next whole line, without its terminator.
    package mutating func next() -> [UInt8]? {
        guard let end = bytes[searched...].firstIndex(of: terminator) else {
            searched = bytes.count
            return nil
        }
        defer { (used, searched) = (end + 1, end + 1) }
        return Array(bytes[used..<end])
    }

    /// Returns what follows the last terminator; `nil` if nothing does.
    package mutating func rest() -> [UInt8]? {
        defer { (bytes, used, searched) = ([], 0, 0) }
        return used == bytes.count ? nil : Array(bytes[used...])
    }

    /// The number of bytes that have not been taken.
    package var count: Int { bytes.count - used }
}
