internal import PDFModel

/// An image as the appearance of a stamp: JPEG, and PNG without transparency and interlacing, in their own compression.
enum ImageAppearance {
    static func form(_ data: [UInt8]) throws(FormatError) -> FormAppearance {
        let image: PDFStream?
        if data.starts(with: [0xFF, 0xD8]) {
            image = jpeg(data)
        } else if data.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            image = try png(data)
        } else {
            throw FormatError("the image is neither JPEG nor PNG")
        }
        guard let image else { throw FormatError("the image cannot be read") }
        let form = PDFStream(
            [
                "BBox": .numbers([0, 0, 1, 1]),
                "Resources": .dictionary(["XObject": .dictionary(["Im": .reference(IndirectReference(2))])]),
            ], data: Array("/Im Do".utf8))
        guard let appearance = FormAppearance([(1, .stream(form)), (2, .stream(image))]) else {
            throw FormatError("the image cannot be read")
        }
        return appearance
    }

    private static func image(
        _ width: Int, _ height: Int, _ space: PDFObject, _ bits: Int, _ filter: Name, _ data: [UInt8]
    ) -> PDFStream {
        PDFStream(
            [
                "Type": .name("XObject"), "Subtype": .name("Image"), "Width": .integer(width),
                "Height": .integer(height), "ColorSpace": space, "BitsPerComponent": .integer(bits),
                "Filter": .name(filter),
            ], data: data)
    }

    /// Reads the size from the frame header (ITU T.81, B.2.2).
    private static func jpeg(_ data: [UInt8]) -> PDFStream? {
        var position = 2
        while position + 9 < data.count, data[position] == 0xFF {
            let marker = data[position + 1]
            let length = Int(data[position + 2]) << 8 | Int(data[position + 3])
            if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
                let height = Int(data[position + 5]) << 8 | Int(data[position + 6])
                let width = Int(data[position + 7]) << 8 | Int(data[position + 8])
                let spaces: [UInt8: Name] = [1: "DeviceGray", 3: "DeviceRGB", 4: "DeviceCMYK"]
                guard width > 0, height > 0, let space = spaces[data[position + 9]] else { return nil }
                return image(width, height, .name(space), 8, "DCTDecode", data)
            }
            guard length >= 2 else { return nil }
            position += 2 + length
        }
        return nil
    }

    /// Reads the chunks (ISO/IEC 15948): the predictors of PNG are those of PDF (ISO 32000-2, 7.4.4.4).
    private static func png(_ data: [UInt8]) throws(FormatError) -> PDFStream? {
        func number(_ position: Int) -> Int {
            data[position..<(position + 4)].reduce(0) { $0 << 8 | Int($1) }
        }
        var (position, header, palette, compressed): (Int, Int?, [UInt8], [UInt8]) = (8, nil, [], [])
        while position + 12 <= data.count {
            let length = number(position)
            let start = position + 8
            guard length >= 0, length <= data.count - start - 4 else { return nil }
            switch Array(data[(position + 4)..<start]) {
            case Array("IHDR".utf8): header = length >= 13 ? start : nil
            case Array("PLTE".utf8): palette = Array(data[start..<(start + length)])
            case Array("tRNS".utf8): throw FormatError("the image is transparent, which pdfco does not import")
            case Array("IDAT".utf8): compressed += data[start..<(start + length)]
            default: break
            }
            position = start + length + 4
        }
        guard let header else { return nil }
        let (width, height, bits, kind) = (number(header), number(header + 4), Int(data[header + 8]), data[header + 9])
        guard data[header + 12] == 0 else { throw FormatError("the image is interlaced, which pdfco does not import") }
        guard kind & 4 == 0 else { throw FormatError("the image is transparent, which pdfco does not import") }
        guard width > 0, height > 0, [1, 2, 4, 8, 16].contains(bits), [0, 2, 3].contains(kind) else { return nil }
        let space: PDFObject =
            switch kind {
            case 0: .name("DeviceGray")
            case 2: .name("DeviceRGB")
            default:
                .array([
                    .name("Indexed"), .name("DeviceRGB"), .integer(palette.count / 3 - 1),
                    .string(PDFString(bytes: palette)),
                ])
            }
        guard kind != 3 || palette.count >= 3 else { return nil }
        var stream = image(width, height, space, bits, "FlateDecode", compressed)
        stream.dictionary["DecodeParms"] = .dictionary([
            "Predictor": .integer(15), "Colors": .integer(kind == 2 ? 3 : 1), "BitsPerComponent": .integer(bits),
            "Columns": .integer(width),
        ])
        return stream
    }
}
