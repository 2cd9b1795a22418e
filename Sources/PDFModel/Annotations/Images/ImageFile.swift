internal import CImages

/// A PNG or JPEG file whose header was read.
struct ImageFile {
    enum Format { case png, jpeg }

    let format: Format
    let bytes: [UInt8]
    let header: cimages_header

    /// The greatest number of pixels; a page of A3 scanned at 600 dpi has 70 million.
    static let pixelLimit = 75_000_000

    /// - Throws: `invalidAnnotation` where the bytes do not begin with the header of an image that can be embedded.
    init(_ bytes: [UInt8]) throws(PDFError) {
        guard let format = Self.format(of: bytes) else {
            throw .invalidAnnotation("the image is neither PNG nor JPEG")
        }
        let bytes = format == .png ? Self.drawnChunks(bytes) : bytes
        var header = cimages_header()
        var problem = cimages_problem()
        let isRead = bytes.withUnsafeBytes {
            switch format {
            case .png: cimages_png_header($0.baseAddress, $0.count, &header, &problem)
            case .jpeg: cimages_jpeg_header($0.baseAddress, $0.count, &header, &problem)
            }
        }
        guard isRead, header.width > 0, header.height > 0 else { throw Self.unreadable(problem) }
        guard Int(header.width) * Int(header.height) <= Self.pixelLimit else {
            throw .invalidAnnotation(
                "the image has \(header.width) x \(header.height) pixels, more than \(Self.pixelLimit / 1_000_000) million"
            )
        }
        (self.format, self.bytes, self.header) = (format, bytes, header)
    }

    private static func format(of bytes: [UInt8]) -> Format? {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return .png }
        return bytes.starts(with: [0xFF, 0xD8]) ? .jpeg : nil
    }

    /// Returns a PNG file without the chunks that change no pixel, such as texts, each of which libpng would unpack.
    private static func drawnChunks(_ bytes: [UInt8]) -> [UInt8] {
        var kept = Array(bytes.prefix(8))
        var place = kept.count
        while bytes.count - place >= 12 {
            let length = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            guard length <= bytes.count - place - 12 else { break }
            let type = bytes[place + 4..<place + 8]
            let isAncillary = type[place + 4] & 0x20 != 0
            if !isAncillary || drawn.contains(where: { type.elementsEqual($0.utf8) }) {
                kept += bytes[place..<place + 12 + length]
            }
            place += 12 + length
        }
        return kept + bytes[place...]
    }

    /// The ancillary chunks about samples and colours (PNG, 11.3).
    private static let drawn = ["tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "sBIT", "bKGD"]

    /// Whether Exif turns rows into columns.
    private var isTurned: Bool { header.orientation > 4 }
    /// In pixels, as viewers of the file show it.
    var width: Int { Int(isTurned ? header.height : header.width) }
    var height: Int { Int(isTurned ? header.width : header.height) }

    /// Maps the unit square, in which an image is painted, to itself as Exif says (Exif 2.3, 4.6.4).
    var orientation: Matrix {
        switch header.orientation {
        case 2: Matrix(-1, 0, 0, 1, 1, 0)
        case 3: Matrix(-1, 0, 0, -1, 1, 1)
        case 4: Matrix(1, 0, 0, -1, 0, 1)
        case 5: Matrix(0, -1, -1, 0, 1, 1)
        case 6: Matrix(0, -1, 1, 0, 0, 1)
        case 7: Matrix(0, 1, 1, 0, 0, 0)
        case 8: Matrix(0, 1, -1, 0, 1, 0)
        default: .identity
        }
    }

    /// Returns the samples of a PNG image, a byte each.
    func samples() throws(PDFError) -> [UInt8] {
        let count = Int(header.width) * Int(header.height) * Int(header.components)
        var problem = cimages_problem()
        var isRead = false
        let samples = [UInt8](unsafeUninitializedCapacity: count) { buffer, used in
            isRead = bytes.withUnsafeBytes {
                cimages_png_decode($0.baseAddress, $0.count, buffer.baseAddress, count, &problem)
            }
            used = isRead ? count : 0
        }
        guard isRead else { throw Self.unreadable(problem) }
        return samples
    }

    /// Throws where a JPEG image is not whole.
    func check() throws(PDFError) {
        var problem = cimages_problem()
        guard bytes.withUnsafeBytes({ cimages_jpeg_check($0.baseAddress, $0.count, &problem) }) else {
            throw Self.unreadable(problem)
        }
    }

    private static func unreadable(_ problem: cimages_problem) -> PDFError {
        let reason = withUnsafeBytes(of: problem.text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        return .invalidAnnotation("the image cannot be read: \(reason.isEmpty ? "it has no pixels" : reason)")
    }
}
