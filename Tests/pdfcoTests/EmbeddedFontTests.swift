import FoundationEssentials
import SystemPackage
import TestSupport
import Testing

/// Text in scripts that Helvetica does not have.
struct EmbeddedFontTests {
    /// Each has what its script is known for, such as marks, joined
    /// letters or another direction.
    static let texts = [
        "Latin": "Łódź, Šibenik, ș ț", "Greek": "Ελληνικά κείμενα", "Cyrillic": "Проверено в Москве",
        "Hebrew": "שלום עולם", "Arabic": "مرحبا بالعالم", "Devanagari": "नमस्ते दुनिया हिन्दी", "Thai": "สวัสดีชาวโลก ที่นี่",
        "Chinese": "你好，世界", "Japanese": "こんにちは世界", "Korean": "안녕하세요 세계",
    ]

    private func add(
        _ file: FilePath, _ text: String, _ options: [String] = [], _ others: [String: String] = [:]
    ) async throws -> CommandResult {
        let place = ["--rect", "72,400,400,500", "--font-size", "20", "--contents", text]
        return try await PDFCO.command(
            ["annotate", "free-text", file.string] + place + options + ["--save"],
            environment: PDFCO.fixedClock.merging(others) { $1 }
        ).run()
    }

    /// Whether a font that the text needs is missing on this machine; says so in the output of the run.
    private func lacksFont(_ result: CommandResult) -> Bool {
        guard result.exitStatus == 65, result.errorText.contains("no font has") else { return false }
        print("skipped: \(result.errorText)")
        return true
    }

    /// The text as poppler extracts it, without the marks of direction that it adds.
    private func extracted(_ file: FilePath) async throws -> String {
        let text = try await Poppler.text(of: file)
        let marks = Set("\u{202A}\u{202B}\u{202C}\u{200E}\u{200F}".unicodeScalars)
        let plain = String(
            String.UnicodeScalarView(text.unicodeScalars.filter { !marks.contains($0) && $0 != "\u{C}" }))
        return plain.split(separator: "\n").joined(separator: " ")
    }

    /// The program that sets texts waits for the next one as long as there are any to come.
    @Test(.enabled("It takes 40 s") { !TestScope.isShort })
    func `A session sets texts whatever time lies between them`() async throws {
        try await withTemporaryDirectory { directory in
            _ = try Fixture.named("table.pdf").copy(into: directory)
            let line = "echo 'annotate free-text --rect 72,400,400,500 --contents \"Łódź\"'"
            let result = try await PDFCO.shell(
                "(\(line); sleep 40; \(line)) | pdfco open table.pdf --script - --timeout 100; pdfco annotate list table.pdf",
                in: directory)
            if lacksFont(result) { return }
            #expect(result.exitStatus == 0 && !result.errorText.contains("error"), "\(result.errorText)")
            #expect(
                result.outputText.split(separator: "\n").count(where: { $0.contains("Łódź") }) == 2,
                "\(result.outputText)")
        }
    }

    @Test(arguments: texts.keys.sorted())
    func `A script is extracted as it was typed, and drawn alike by three readers`(script: String) async throws {
        let text = try #require(Self.texts[script])
        try await withTemporaryDirectory { directory in
            let file = directory.appending("new.pdf")
            #expect(try await PDFCO.run("open", "--new", file.string).exitStatus == 0)
            let before = try file.readBytes().count
            let result = try await add(file, text)
            if lacksFont(result) { return }
            #expect(result.exitStatus == 0, "\(result.errorText)")
            #expect(!result.errorText.contains("question mark"))
            #expect(try await extracted(file) == text)
            #expect(try await QPDF.isClean(file))
            #expect(try file.readBytes().count - before <= 4096)
            let fonts = try await Command("pdffonts", [file.string]).run().outputText.split(separator: "\n").dropFirst(
                2)
            #expect(!fonts.isEmpty && fonts.allSatisfy { $0.contains("Identity-H") && $0.contains("yes yes yes") })
            let poppler = try await Poppler.draw(file, page: 1, dotsPerInch: 100).ink
            for renderer in Renderer.installed where renderer != .poppler {
                let other = try await renderer.draw(file, page: 1, dotsPerInch: 100).ink
                #expect(poppler.resembles(other), "\(renderer): \(poppler) \(other)")
            }
        }
    }

    @Test func `Twenty letters of Latin take four kilobytes`() async throws {
        try await withTemporaryDirectory { directory in
            let file = directory.appending("new.pdf")
            #expect(try await PDFCO.run("open", "--new", file.string).exitStatus == 0)
            let before = try file.readBytes().count
            let result = try await add(file, "abcdefghijklmnopqrst", ["--embed-fonts"])
            #expect(result.exitStatus == 0, "\(result.errorText)")
            #expect(try file.readBytes().count - before <= 4096)
        }
    }

    @Test func `Latin text needs no other program, and other text is refused without it`() async throws {
        try await withTemporaryDirectory { directory in
            let file = try Fixture.named("report.pdf").copy(into: directory)
            let without = ["PDFCO_TEXT": directory.appending("nothing").string]
            #expect(try await add(file, "Äpfel für 3 € – “ok” ✓ →", [], without).exitStatus == 0)
            let before = try file.readBytes()
            let refused = try await add(file, "Привет", ["--json"], without)
            #expect(refused.exitStatus == 69)
            #expect(refused.errorText.contains(#""error":"textNotShaped""#))
            #expect(try file.readBytes() == before)
        }
    }

    @Test func `A character that no font has is named, and a package`() async throws {
        try await withTemporaryDirectory { directory in
            let file = try Fixture.named("report.pdf").copy(into: directory)
            let before = try file.readBytes()
            let refused = try await add(file, "a \u{378}")
            #expect(refused.exitStatus == 65)
            #expect(refused.errorText.contains("U+0378") && refused.errorText.contains("fonts-noto-core"))
            #expect(try await add(file, "a", ["--font", "No Such Font"]).errorText.contains("no font named"))
            #expect(try await add(file, "a", ["--font", file.string]).exitStatus == 65)
            #expect(try file.readBytes() == before)
        }
    }

    @Test func `Font files that are damaged harm nothing`() async throws {
        try await withTemporaryDirectory { directory in
            let file = try Fixture.named("report.pdf").copy(into: directory)
            let fonts = try directory.making("fonts")
            var bytes = [UInt8](
                try FilePath("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf").readBytes().prefix(400_000))
            for (index, place) in stride(from: 4, to: 300_000, by: 10_007).enumerated() {
                bytes[place] ^= 0xFF
                bytes[200 + index * 7] ^= UInt8(index + 1)
                try fonts.appending("damaged\(index).ttf").write(bytes)
            }
            try fonts.appending("empty.otf").write([])
            let result = try await add(
                file, "Привет",
                [], ["PDFCO_FONT_PATH": fonts.string, "XDG_CACHE_HOME": directory.appending("cache").string])
            #expect(result.exitStatus == 0, "\(result.errorText)")
            #expect(try await QPDF.isClean(file))
        }
    }

    /// A stand-in for `pdfco-text` that ends at once over the file `bad.ttf`, unless it is told to leave that out.
    private static let fragile = """
        #!/bin/sh
        [ "$1" = /bad.ttf ] && exec REAL "$@"
        read line
        echo '{"reading":{"_0":"/bad.ttf"}}'
        kill -9 $$
        """

    @Test func `A font that ends the other program is left out`() async throws {
        try await withTemporaryDirectory { directory in
            let file = try Fixture.named("report.pdf").copy(into: directory)
            let program = directory.appending("fragile")
            let real = PDFCO.productsDirectory.appending("pdfco-text").string
            try program.write(Array(Self.fragile.replacing("REAL", with: real).utf8))
            _ = try await Command("chmod", ["+x", program.string]).run()
            let result = try await add(file, "Привет", [], ["PDFCO_TEXT": program.string])
            #expect(result.exitStatus == 0, "\(result.errorText)")
            let before = try file.readBytes()
            // It ends whatever is left out.
            try program.write(Array(Self.fragile.replacing("REAL", with: "/bin/false").utf8))
            let refused = try await add(file, "Другой", [], ["PDFCO_TEXT": program.string])
            #expect(refused.exitStatus == 69)
            #expect(refused.errorText.contains("ended unexpectedly"))
            #expect(try file.readBytes() == before)
        }
    }

    @Test func `Fonts are embedded for Latin on request, also by name and style`() async throws {
        try await withTemporaryDirectory { directory in
            let file = try Fixture.named("report.pdf").copy(into: directory)
            let original = try await Command("pdffonts", [file.string]).run().outputText
            #expect(try await add(file, "Plain", ["--embed-fonts"]).exitStatus == 0)
            #expect(try await add(file, "Named", ["--font", "dejavu sans", "--font-style", "bold"]).exitStatus == 0)
            let path = "/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf"
            #expect(try await add(file, "By path", ["--font", path, "--name", "p"]).exitStatus == 0)
            #expect(try await add(file, "By path", ["--font", path, "--name", "p"]).errorText.contains("already"))
            let fonts = try await Command("pdffonts", [file.string]).run().outputText
            #expect(fonts.split(separator: "\n").count >= original.split(separator: "\n").count)
            let objects = try await QPDF.objects(of: file)
            #expect(objects.contains("+DejaVuSans-Bold") && objects.contains("+DejaVuSansMono"))
            // A later change of the look keeps the font.
            let update = try await PDFCO.command(
                ["annotate", "update", file.string, "p", "--text-color", "red", "--save"]
            ).run()
            #expect(update.exitStatus == 0, "\(update.errorText)")
            #expect(
                try await PDFCO.run("annotate", "list", file.string, "--json").outputText.contains("DejaVuSansMono"))
            #expect(try await QPDF.isClean(file))
        }
    }

    @Test func `An unsaved text is saved where fonts and program are gone`() async throws {
        try await UnsavedScene.with("report.pdf") { scene in
            var scene = scene
            let add = ["annotate", "free-text", "FILE", "--rect", "72,400,400,500", "--contents", "Привет, Łódź"]
            #expect(try await scene.command(add).run().exitStatus == 0)
            scene.environment["PDFCO_TEXT"] = "/nonexistent"
            let saved = try await scene.run("save", "FILE")
            #expect(saved.exitStatus == 0, "\(saved.errorText)")
            #expect(try await Poppler.text(of: scene.file).contains("Привет, Łódź"))
        }
    }

    @Test func `The text over a redaction is embedded as well`() async throws {
        try await withTemporaryDirectory { directory in
            let file = try Fixture.named("report.pdf").copy(into: directory)
            let result = try await PDFCO.command(
                ["annotate", "redact", file.string, "--rect", "72,700,300,712", "--overlay-text", "Секрет", "--save"]
            ).run()
            #expect(result.exitStatus == 0, "\(result.errorText)")
            #expect(try await QPDF.objects(of: file).contains("Identity-H"))
            #expect(try await QPDF.isClean(file))
        }
    }
}
