internal import CImages
internal import Cryptography
internal import FoundationEssentials

/// An image as the objects that embed it: image XObjects (ISO 32000-2, 8.9.5).
struct EmbeddedImage: Sendable, Equatable {
    /// The name under which a content stream uses it; it follows from the file, so that a stream that shows another image
    /// is another stream.
    let resourceName: Name
    /// In pixels.
    let width: Int
    let height: Int
    /// Maps the unit square to itself so that the image is upright.
    let orientation: Matrix
    private let image: PDFStream
    /// The opacity of each pixel (11.6.5.2); `nil` where all are opaque.
    private let mask: PDFStream?

    /// - Throws: `invalidAnnotation` where the file is no whole image.
    init(_ bytes: [UInt8]) throws(PDFError) {
        let file = try ImageFile(bytes)
        (width, height, orientation) = (file.width, file.height, file.orientation)
        resourceName = Name("Im" + SHA256.digits(of: bytes))
        switch file.format {
        case .jpeg:
            try file.check()
            (image, mask) = (Self.jpeg(file), nil)
        case .png: (image, mask) = try Self.png(file)
        }
    }

    var isTransparent: Bool { mask != nil }

    /// A JPEG file is embedded as it is (7.4.8).
    private static func jpeg(_ file: ImageFile) -> PDFStream {
        let components = Int(file.header.components)
        let space: Name = components == 1 ? "DeviceGray" : components == 3 ? "DeviceRGB" : "DeviceCMYK"
        var dictionary = entries(file, space)
        dictionary[.filter] = .name("DCTDecode")
        if file.header.is_rgb { dictionary["DecodeParms"] = .dictionary(["ColorTransform": .integer(0)]) }
        if file.header.is_inverted { dictionary["Decode"] = .numbers([1, 0, 1, 0, 1, 0, 1, 0]) }
        return PDFStream(dictionary, data: file.bytes)
    }

    /// The colours of a PNG file, and its transparency, if any, as an image of its own.
    private static func png(_ file: ImageFile) throws(PDFError) -> (image: PDFStream, mask: PDFStream?) {
        let samples = try file.samples()
        let components = Int(file.header.components)
        let space: Name = components < 3 ? "DeviceGray" : "DeviceRGB"
        guard components.isMultiple(of: 2) else { return (compressed(samples, entries(file, space)), nil) }
        let count = samples.count / components
        var (colors, alpha) = ([UInt8](), [UInt8]())
        colors.reserveCapacity(count * (components - 1))
        alpha.reserveCapacity(count)
        for pixel in stride(from: 0, to: samples.count, by: components) {
            colors += samples[pixel..<(pixel + components - 1)]
            alpha.append(samples[pixel + components - 1])
        }
        let isTransparent = alpha.contains { $0 != 255 }
        return (
            compressed(colors, entries(file, space)),
            isTransparent ? compressed(alpha, entries(file, "DeviceGray")) : nil
        )
    }

    private static func entries(_ file: ImageFile, _ space: Name) -> PDFDictionary {
        [
            .type: .name(.xObject), .subtype: .name("Image"), "Width": .integer(Int(file.header.width)),
            "Height": .integer(Int(file.header.height)), "ColorSpace": .name(space), "BitsPerComponent": .integer(8),
        ]
    }

    private static func compressed(_ samples: [UInt8], _ entries: PDFDictionary) -> PDFStream {
        var stream = PDFStream.compressed(samples)
        stream.dictionary = stream.dictionary.merging(entries)
        return stream
    }

    /// Adds the image; returns its reference.
    func add(to update: inout IncrementalUpdate) -> IndirectReference {
        var image = image
        if let mask { image.dictionary["SMask"] = .reference(update.add(.stream(mask))) }
        return update.add(.stream(image))
    }
}
