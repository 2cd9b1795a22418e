import FoundationEssentials
import SystemPackage
import TestSupport
import Testing

/// Stamps of one's own: words and images.
struct StampTests {
    private static let images = Fixture.directory.appending("images")

    /// Runs lines of a shell in a directory with the images and `a.pdf`, a blank page of 200 x 100 points.
    private func run(_ script: String, in directory: FilePath, status: Int = 0) async throws -> CommandResult {
        for name in try Self.images.list() where !name.hasSuffix(".py") {
            _ = try Self.images.appending(name).copy(into: directory)
        }
        let result = try await PDFCO.shell(
            "set -e; pdfco open --new a.pdf --size 200x100 >new; \(script)", in: directory)
        #expect(result.exitStatus == status, "\(result.errorText)")
        return result
    }

    private struct Colors: Sendable, CustomStringConvertible {
        var image: String
        /// Upper left, upper right, lower left, lower right.
        var fields: [[Int]]
        var description: String { image }

        init(_ image: String, _ fields: [[Int]]) { (self.image, self.fields) = (image, fields) }
    }

    private static let (red, green, blue, white) = ([255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 255])
    /// Of what lies beneath a transparent field.
    private static let yellow = [255, 255, 0]
    private static let (gray, black) = ([85, 85, 85], [0, 0, 0])

    @Test(arguments: [
        Colors("rgb.png", [red, green, blue, white]), Colors("rgba.png", [red, green, blue, yellow]),
        Colors("rgba16.png", [red, green, blue, yellow]), Colors("interlaced.png", [red, green, blue, yellow]),
        Colors("palette.png", [red, green, blue, yellow]), Colors("gray.png", [gray, gray, gray, white]),
        Colors("gray1.png", [black, black, black, white]), Colors("gray-alpha.png", [gray, gray, gray, yellow]),
        Colors("rgb.jpg", [red, green, blue, white]), Colors("cmyk.jpg", [red, green, blue, white]),
        Colors("gray.jpg", [[130, 130, 130], [220, 220, 220], [71, 71, 71], white]),
    ])
    private func `Readers draw the colours of an image`(colors: Colors) async throws {
        try await withTemporaryDirectory { directory in
            let script = """
                pdfco annotate square a.pdf --rect 0,0,200,100 --interior-color yellow --border-width 0 --save
                pdfco annotate stamp a.pdf --rect 0,0,200,100 --image \(colors.image) --save
                """
            _ = try await run(script, in: directory)
            let file = directory.appending("a.pdf")
            #expect(try await QPDF.isClean(file))
            for drawn in [try await MuPDF.draw(file, page: 1), try await Poppler.draw(file, page: 1)] {
                let places = [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)]
                for (place, expected) in zip(places, colors.fields) {
                    let found = drawn.color(place.0, place.1)
                    // CMYK has no colour profile: each reader has its own idea of blue.
                    let tolerance = colors.image.hasPrefix("cmyk") ? 130 : 24
                    #expect(
                        zip(found, expected).allSatisfy { abs($0 - $1) <= tolerance }, "\(found) is not \(expected)")
                }
            }
        }
    }

    @Test func `The words of a stamp have the font that is asked for, also after an update`() async throws {
        try await withTemporaryDirectory { directory in
            let serif = "/usr/share/fonts/truetype/dejavu/DejaVuSerif.ttf"
            let script = """
                pdfco annotate stamp a.pdf --rect 10,10,90,40 --contents Checked --font \(serif) --name one --save
                pdfco annotate stamp a.pdf --rect 10,50,90,90 --icon Approved --embed-fonts --name two --save
                pdfco annotate stamp a.pdf --rect 100,10,190,40 --contents Later --font-style italic --name three --save
                pdfco annotate stamp a.pdf --rect 100,50,190,90 --icon Draft --name four --save
                pdfco annotate update a.pdf one --color red --save
                pdfco annotate list a.pdf --json
                """
            let listed = try await run(script, in: directory).outputText
            #expect(listed.contains("DejaVuSerif") && listed.contains("italic"))
            let file = directory.appending("a.pdf")
            let fonts = try await QPDF.objects(of: file)
            #expect(fonts.contains("+DejaVuSerif") && fonts.contains("BoldItalic"), "a stamp is bold")
            #expect(fonts.matches(of: #/\+[A-Za-z]+-Bold\b/#).count > 0)
            #expect(try await Poppler.text(of: file).contains("APPROVED"))
            #expect(try await QPDF.isClean(file))
        }
    }

    @Test func `An image keeps its proportions, is upright on a turned page, and as Exif says`() async throws {
        try await withTemporaryDirectory { directory in
            let script = """
                pdfco annotate stamp a.pdf --at bottom-left --margin 0 --size 40x --image turned.jpg --name one --save
                pdfco annotate stamp a.pdf --at bottom-right --margin 0 --size x20 --image rgb.png --name two --save
                pdfco annotate stamp a.pdf --at top --margin 0 --size 50x90 --image rgb.png --name three --save
                pdfco annotate list a.pdf
                """
            let result = try await run(script, in: directory)
            #expect(result.outputText.contains("Stamp  0,0,40,80  one"), "\(result.outputText)")
            #expect(result.outputText.contains("Stamp  160,0,200,20  two"))
            #expect(result.outputText.contains("Stamp  75,75,125,100  three"))
            let drawn = try await MuPDF.draw(directory.appending("a.pdf"), page: 1, dotsPerInch: 72)
            #expect(drawn.color(0.05, 0.4)[2] > 200, "the left lower field of the file is above on the left")
            #expect(drawn.color(0.15, 0.4)[0] > 200)
            let turned = try await PDFCO.shell(
                "qpdf --rotate=90 a.pdf b.pdf && pdfco annotate stamp b.pdf --rect 0,0,200,100 --image rgb.png --save",
                in: directory)
            #expect(turned.exitStatus == 0, "\(turned.errorText)")
            let upright = try await MuPDF.draw(directory.appending("b.pdf"), page: 1, dotsPerInch: 72)
            // Of 100 x 200 points, the image fills 100 x 50 in the middle.
            #expect(upright.color(0.25, 0.45) == Self.red)
            #expect(upright.color(0.75, 0.45) == Self.green)
            #expect(upright.color(0.25, 0.2) != Self.red)
        }
    }

    @Test(arguments: [
        ("cut.png", "the image cannot be read: read beyond end of data"),
        ("bomb.png", "the image has 60000 x 60000 pixels, more than 75 million"),
        ("cut.jpg", "the image cannot be read: Premature end of JPEG file"),
        ("new", "the image is neither PNG nor JPEG"),
    ])
    func `A file that is no whole image is refused, and the document stays`(
        name: String, reason: String
    ) async throws {
        try await withTemporaryDirectory { directory in
            _ = try await run("cp a.pdf before.pdf", in: directory)
            let result = try await PDFCO.shell(
                "pdfco annotate stamp a.pdf --rect 0,0,20,10 --image \(name) --save", in: directory)
            expectRefusal(result, 65)
            #expect(result.errorText.contains("\(name): \(reason)"), "\(result.errorText)")
            let after = try directory.appending("a.pdf").readBytes()
            #expect(try after == directory.appending("before.pdf").readBytes())
        }
    }

    @Test func `An image is kept by unsaved changes, imports, exports and other changes`() async throws {
        try await withTemporaryDirectory { directory in
            let script = """
                export PDFCO_DATA_DIR=$PWD/data
                add="pdfco annotate stamp a.pdf --rect 0,0,200,100 --name i --image"
                $add rgb.png
                $add rgb.png
                pdfco save a.pdf
                ! $add rgba.png
                pdfco annotate update a.pdf i --opacity 0.5 --author Ann --rect 0,0,100,50 --save
                pdfco annotate update a.pdf i --color red --save
                for format in json xfdf fdf; do
                    pdfco annotate export a.pdf --format $format -o out.$format
                    pdfco open --new $format.pdf --size 200x100
                    pdfco annotate import $format.pdf out.$format --save
                done
                """
            let result = try await run(script, in: directory)
            #expect(result.errorText.contains("1 already applied"), "\(result.errorText)")
            #expect(result.errorText.contains("another annotation"), "\(result.errorText)")
            #expect(result.errorText.contains("stays as it is, because it shows an image"), "\(result.errorText)")
            let expected = try await MuPDF.draw(directory.appending("a.pdf"), page: 1)
            #expect([127, 128].contains(expected.color(0.1, 0.6)[1]), "\(expected.color(0.1, 0.6))")
            for format in ["json", "xfdf", "fdf"] {
                let drawn = try await MuPDF.draw(directory.appending("\(format).pdf"), page: 1)
                #expect(drawn == expected, "\(format)")
            }
        }
    }

    @Test func `Straight strokes stay straight when they change or are exported`() async throws {
        try await withTemporaryDirectory { directory in
            let script = """
                pdfco annotate ink a.pdf --ink-list 10,10,60,90,110,10,160,90 --no-smooth --name i --save
                pdfco annotate update a.pdf i --color red --save
                cp a.pdf straight.pdf
                for format in json xfdf fdf; do
                    pdfco annotate export a.pdf --format $format -o out.$format
                    pdfco open --new $format.pdf --size 200x100
                    pdfco annotate import $format.pdf out.$format --save
                done
                pdfco annotate update a.pdf i --smooth --save
                """
            _ = try await run(script, in: directory)
            let straight = try await MuPDF.draw(directory.appending("straight.pdf"), page: 1)
            for format in ["json", "xfdf", "fdf"] {
                #expect(try await MuPDF.draw(directory.appending("\(format).pdf"), page: 1) == straight, "\(format)")
            }
            #expect(try await MuPDF.draw(directory.appending("a.pdf"), page: 1) != straight)
        }
    }

    @Test func `Jobs and imports have an image in base64`() async throws {
        try await withTemporaryDirectory { directory in
            let script = """
                image=$(base64 -w0 rgb.png)
                stamp='{"subtype":"Stamp","page":1,"rect":[0,0,200,100],"image":"'$image'"}'
                echo "$stamp" >one.json
                pdfco annotate import a.pdf one.json --save
                pdfco open --new b.pdf --size 200x100
                echo '{"file":"b.pdf","edits":[{"add":'"$stamp"'}]}' | pdfco annotate batch -
                """
            _ = try await run(script, in: directory)
            for name in ["a.pdf", "b.pdf"] {
                let drawn = try await MuPDF.draw(directory.appending(name), page: 1)
                #expect(drawn.color(0.25, 0.25) == Self.red, "\(name)")
            }
        }
    }

    @Test func `A stamp shows the words of its contents, and an icon keeps them a comment`() async throws {
        try await withTemporaryDirectory { directory in
            let script = """
                pdfco annotate stamp a.pdf --rect 0,50,100,100 --contents $'Seen by {user}\\npage {page} of {pages}, {n:03}' \
                    --name own --color green --save
                pdfco annotate stamp a.pdf --rect 100,50,200,100 --contents 'a comment' --icon Sold --save
                pdfco annotate list a.pdf --json
                """
            let result = try await run("export USER=ann; \(script)", in: directory)
            #expect(result.outputText.contains(#""icon":"Custom""#), "\(result.outputText)")
            let file = directory.appending("a.pdf")
            let text = try await MuPDF.text(of: file)
            #expect(text.contains("Seen by ann") && text.contains("page 1 of 1, 001"), "\(text)")
            #expect(text.contains("SOLD") && !text.contains("comment"))
            let change = try await PDFCO.shell(
                "pdfco annotate update a.pdf own --contents 'Żółć' --save && pdfco annotate update a.pdf own --color red --save",
                in: directory)
            #expect(change.exitStatus == 0 && !change.errorText.contains("warning"), "\(change.errorText)")
            #expect(try await MuPDF.text(of: file).contains("Żółć"))
            expectRefusal(
                try await CapturedProgram.run(
                    line: "annotate stamp a.pdf --at top --icon Custom --save", in: directory), 64)
        }
    }
}
