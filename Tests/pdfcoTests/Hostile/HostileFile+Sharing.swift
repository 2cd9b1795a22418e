import TestSupport

extension HostileFile {
    /// Files in which many objects share one that is long, so that all together are without end.
    static let sharing: [HostileFile] = [
        HostileFile("400 pages share 400 annotations") {
            var objects = [
                2: "<< /Type /Pages /Count 400 /Kids [\(list(4..<404))] >>",
                3: "[" + String(repeating: "<< /Subtype /Text /Rect [1 1 2 2] >> ", count: 400) + "]",
            ]
            for number in 4..<404 { objects[number] = "<< /Type /Page /Parent 2 0 R /Annots 3 0 R >>" }
            return HandmadePDF.bytes(objects)
        },
        HostileFile("400 annotations share 10000 numbers") {
            var file = HandmadePDF.onePage("/Annots [\(list(5..<405))]")
            file.object(4, "[" + String(repeating: "1 ", count: 10_000) + "]")
            for number in 5..<405 {
                file.object(number, "<< /Subtype /Ink /Rect 4 0 R /InkList [4 0 R] /QuadPoints 4 0 R >>")
            }
            file.table()
            return file.bytes
        },
        HostileFile("2000 fields share an array of kids, which are these fields") {
            var file = HandmadePDF.onePage(catalog: "/AcroForm << /Fields 4 0 R >>")
            file.object(4, "[\(list(5..<2005))]")
            for number in 5..<2005 { file.object(number, "<< /T (a) /Kids 4 0 R >>") }
            file.table()
            return file.bytes
        },
        HostileFile("6000 fields, each the kid of the one before") {
            var file = HandmadePDF.onePage(catalog: "/AcroForm << /Fields [4 0 R] >>")
            for number in 4..<6_004 { file.object(number, "<< /T (aaaaaaaa) /Kids [\(number + 1) 0 R] >>") }
            file.table()
            return file.bytes
        },
        HostileFile("6000 annotations that reply to each other in a circle") {
            var file = HandmadePDF.onePage("/Annots [\(list(4..<6_004))]")
            for number in 4..<6_004 {
                let other = number == 4 ? 6_003 : number - 1
                file.object(number, "<< /Subtype /Text /Rect [1 1 9 9] /NM (\(number)) /IRT \(other) 0 R >>")
            }
            file.table()
            return file.bytes
        },
    ]

    /// Files of nothing but one word or character, and words of every character.
    static let words: [HostileFile] =
        [
            "1 0 obj\n", "trailer\n", "trailer<</Root 1 0 R/Prev 9>>\n", "startxref\n", "xref\n", "endobj\n", "<<", "[",
            "(",
            "1 0 obj<</Length 5>>stream\n", "1 \n", " \n", "%\n", "%pdfco-increment 2 base=",
            "%pdfco-increment 1 base=1 length=2 sha256=0123456789abcdef\n",
            "%pdfco-increment 2 base=9 length=999999999 blocks=0123",
        ].map { word in
            HostileFile("nothing but \(word.split(separator: "\n").first ?? "line ends")") {
                Array("%PDF-1.7\n".utf8) + Array(repeatElement(Array(word.utf8), count: 10_000).joined())
            }
        } + [
            HostileFile("many marks of increments behind a document") {
                var file = HandmadePDF.onePage()
                file.table()
                return file.bytes
                    + Array(repeatElement(Array("%pdfco-increment 2 base=".utf8), count: 10_000).joined())
            },
            HostileFile("names and strings of every byte") {
                let escapes = (0...255).map { "\\" + octal($0) }.joined()
                let names = (1...255).map { "#" + hexadecimal($0) }.joined()
                let raw = (0...255).map { hexadecimal($0) }.joined()
                let annotation = "/Subtype /\(names) /Rect [1 1 9 9] /\(names) 1 /NM (\(escapes)) /Contents <\(raw)>"
                return HostileFile("", page: "/Annots [<< \(annotation) >>]").bytes
            },
            HostileFile("numbers of 400 digits") {
                let digits = String(repeating: "9", count: 400)
                return HostileFile(
                    "",
                    page: """
                        /MediaBox [-\(digits).0 0 \(digits).0 \(digits)] /Rotate \(digits) /Annots [<< /Subtype /Square \
                        /Rect [0 -\(digits).5 \(digits).5 1] /F \(digits) /C [\(digits)] /BS << /W \(digits).0 >> >>]
                        """
                ).bytes
            },
        ]

    private static func list(_ numbers: Range<Int>) -> String { numbers.map { "\($0) 0 R" }.joined(separator: " ") }

    private static func octal(_ byte: Int) -> String { String(("000" + String(byte, radix: 8)).suffix(3)) }

    private static func hexadecimal(_ byte: Int) -> String { String(("00" + String(byte, radix: 16)).suffix(2)) }
}
