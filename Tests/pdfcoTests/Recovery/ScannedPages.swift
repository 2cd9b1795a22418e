import TestSupport

/// A document whose pages draw one image each, under the same name, as scanners make it.
enum ScannedPages {
    /// - Parameter pages: for each page the text whose bytes are the pixels of its image.
    static func document(_ pages: [String]) -> [UInt8] {
        let contents = "q 200 0 0 200 0 0 cm /Im0 Do Q"
        let kids = pages.indices.map { "\(4 + 2 * $0) 0 R" }.joined(separator: " ")
        var objects = [
            2: "<< /Type /Pages /Kids [\(kids)] /Count \(pages.count) >>",
            3: "<< /Length \(contents.utf8.count) >>\nstream\n\(contents)\nendstream",
        ]
        for (index, pixels) in pages.enumerated() {
            objects[4 + 2 * index] = """
                << /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 3 0 R
                /Resources << /XObject << /Im0 \(5 + 2 * index) 0 R >> >> >>
                """
            objects[5 + 2 * index] = """
                << /Type /XObject /Subtype /Image /Width \(pixels.utf8.count) /Height 1 /BitsPerComponent 8
                /ColorSpace /DeviceGray /Length \(pixels.utf8.count) >>
                stream
                \(pixels)
                endstream
                """
        }
        return HandmadePDF.bytes(objects)
    }
}
