/// The RC4 stream cipher, by which documents of PDF 1.1 to 1.5 are encrypted (ISO 32000-2, 7.6.3.1; RFC 6229 has vectors).
///
/// It has been broken for years: here it only goes on with what a document's author chose, and protects nothing.
enum RC4 {
    /// Encrypts or, which is the same, decrypts.
    ///
    /// - Parameter key: 1 to 256 bytes.
    static func apply(key: [UInt8], to bytes: [UInt8]) -> [UInt8] {
        var state = Array(UInt8.min...UInt8.max)
        var swap: UInt8 = 0
        for index in 0..<256 {
            swap = swap &+ state[index] &+ key[index % key.count]
            state.swapAt(index, Int(swap))
        }
        var first: UInt8 = 0
        var second: UInt8 = 0
        return bytes.map { byte in
            first &+= 1
            second &+= state[Int(first)]
            state.swapAt(Int(first), Int(second))
            return byte ^ state[Int(state[Int(first)] &+ state[Int(second)])]
        }
    }
}
