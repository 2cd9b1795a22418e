import PDFModel

/// One page in the JSON object of `pdfco open`.
struct PageReport: Encodable {
    var number: Int
    var label: String?
    /// As the reader sees the page, in 1/72 inch.
    var width: Double
    var height: Double
    var rotation: Int
    var userUnit: Double
    /// In points of default user space: x0, y0, x1, y1.
    var mediaBox: [Double]
    var cropBox: [Double]
    var bleedBox: [Double]?
    var trimBox: [Double]?
    var artBox: [Double]?

    init(_ page: PageDetails) {
        (number, label, rotation, userUnit) = (page.number, page.label, page.rotation, page.userUnit)
        (width, height) = (Self.rounded(page.width), Self.rounded(page.height))
        (mediaBox, cropBox) = (Self.numbers(page.mediaBox), Self.numbers(page.cropBox))
        bleedBox = page.bleedBox.map(Self.numbers)
        trimBox = page.trimBox.map(Self.numbers)
        artBox = page.artBox.map(Self.numbers)
    }

    private static func numbers(_ box: Rectangle) -> [Double] { [box.x0, box.y0, box.x1, box.y1] }

    private static func rounded(_ length: Double) -> Double { (length * 10_000).rounded() / 10_000 }
}
