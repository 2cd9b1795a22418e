import SystemPackage
import TestSupport
import Testing

/// The icon of a new note is where the reader of the page wants it, upright and whole, however the page is rotated.
struct RotatedNoteTests {
    /// Pages whose origin is not that of the coordinates.
    private static func document(rotation: Int) -> [UInt8] {
        let page = "/Rotate \(rotation) /CropBox [20 10 280 190]"
        var file = HandmadePDF.onePage(page)
        file.table()
        return file.bytes
    }

    /// Places in the upper right corner, by an option, and where the icon is then: its centre from the left and the top.
    private static func places(rotation: Int) -> [(options: [String], center: (Double, Double))] {
        let (wide, high) = rotation % 180 == 0 ? (260.0, 180.0) : (180.0, 260.0)
        // The upper left corner of the icon, as the reader sees it, 100 points from the left and the top.
        let point = [0: "120,90", 90: "120,110", 180: "180,110", 270: "180,90"][rotation]!
        return [
            (["--at", "top-right", "--margin", "30"], (wide - 40, 40)),
            (["--at", "bottom-left", "--margin", "0", "--size", "40x40"], (20, high - 20)),
            (["--rect", "\(point),\(point)"], (110, 110)),
        ]
    }

    /// The page as two versions of MuPDF, poppler and PDFium draw it, where they are installed.
    private static func drawings(of file: FilePath) async throws -> [Raster] {
        var drawings: [Raster] = []
        for renderer in Renderer.installed { drawings.append(try await renderer.draw(file, page: 1, dotsPerInch: 144)) }
        guard PythonReaders.areInstalled else { return drawings }
        return drawings + [try await PythonReaders.drawWithPyMuPDF(file, page: 1, dotsPerInch: 144)]
    }

    @Test(arguments: [0, 90, 180, 270])
    func `A new note is drawn there by every reader`(rotation: Int) async throws {
        for (options, center) in Self.places(rotation: rotation) {
            try await withTemporaryDirectory { directory in
                let file = directory.appending("a.pdf")
                try file.write(Self.document(rotation: rotation))
                let original = try file.copy(into: directory, as: "b.pdf")
                let result = try await CapturedProgram.run(
                    ["annotate", "text", file.string, "--contents", "Here", "--save"] + options)
                #expect(result.exitStatus == 0 && !result.errorText.contains("outside"), "\(result.errorText)")
                let size = options.contains("40x40") ? 40.0 : 20
                let before = try await Self.drawings(of: original)
                for (index, drawing) in try await Self.drawings(of: file).enumerated() {
                    let ink = drawing.changes(from: before[index])
                    let (x, y) = (ink.columns, ink.rows)
                    let found = [x, y].map { Double($0.lowerBound + $0.upperBound + 1) / 4 }
                    #expect(abs(found[0] - center.0) <= 2 && abs(found[1] - center.1) <= 2, "\(index), \(options)")
                    // The icon leaves a part of its rectangle free.
                    #expect(min(Double(x.count), Double(y.count)) / 2 > size * 0.7, "\(index), \(options)")
                }
            }
        }
    }
}
