/// A page as a PNG image (ISO/IEC 15948).
public struct PagePicture: Sendable, Equatable {
    public var png: [UInt8]
    /// In pixels.
    public var width: Int
    public var height: Int
}

/// Divides a stream of PNG images, one after the other.
struct PictureStream {
    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    /// More than any page of the size that is asked for has.
    private static let limit = 64 << 20

    private var bytes: [UInt8] = []
    /// The offset of the next chunk of the first image.
    private var next = signature.count

    /// Takes more bytes, and returns the images that are complete now.
    mutating func read(_ more: ArraySlice<UInt8>) throws(RenderingError) -> [PagePicture] {
        bytes += more
        guard bytes.count <= Self.limit else { throw .notUnderstood }
        var pictures: [PagePicture] = []
        while let picture = try first() { pictures.append(picture) }
        return pictures
    }

    /// Removes the first image and returns it; `nil` where it is not complete.
    private mutating func first() throws(RenderingError) -> PagePicture? {
        guard zip(bytes, Self.signature).allSatisfy({ $0 == $1 }) else { throw .notUnderstood }
        // A chunk is its length, its type, its data and a checksum.
        while next + 8 <= bytes.count {
            let isLast = bytes[(next + 4)..<(next + 8)].elementsEqual("IEND".utf8)
            let end = next + 12 + number(at: next)
            guard end <= bytes.count else { return nil }
            next = end
            guard isLast else { continue }
            // The first chunk begins with the width and the height.
            let picture = PagePicture(png: Array(bytes[..<end]), width: number(at: 16), height: number(at: 20))
            bytes.removeFirst(end)
            next = Self.signature.count
            return picture
        }
        return nil
    }

    private func number(at offset: Int) -> Int {
        guard offset + 4 <= bytes.count else { return 0 }
        return bytes[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) }
    }
}
