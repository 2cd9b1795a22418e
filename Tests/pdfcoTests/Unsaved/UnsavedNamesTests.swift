import FoundationEssentials
import SystemPackage
import TestSupport
import Testing

/// An unsaved change is known by the annotation's name, whatever that is, as a saved one is.
struct UnsavedNamesTests {
    @Test func `The same name with the same content is already there, with another content it is refused`() async throws
    {
        try await UnsavedScene.with { scene in
            try await scene.addSquare("one")
            let log = try scene.log()
            let recorded = try log.readBytes()
            let again = ["annotate", "square", "FILE", "--rect", "20,20,60,40", "--name", "one"]
            #expect(try await scene.pass(again).contains("1 already applied, 1 change pending"))
            expectRefusal(try await scene.command(again + ["--contents", "other"]).run(), 65)
            expectRefusal(try await scene.command(again + ["--contents", "other", "--save"]).run(), 65)
            #expect(try log.readBytes() == recorded)
            #expect(try await scene.names() == ["one"])
        }
    }

    @Test(
        arguments: [
            "plain", #"quote" and\backslash"#, "sl/ash", "Größe", "e\u{301}", "999 0 R", "line\nfeed \u{7}bell",
            "a\u{1B}b",
            #"{"remove":1}"#, String(repeating: "n", count: 5000),
        ])
    func `What is unsaved is found by its name`(name: String) async throws {
        try await UnsavedScene.with { scene in
            let written = name.replacing("\u{1B}", with: "")
            let square = ["annotate", "square", "FILE", "--rect", "20,20,60,40", "--name=\(name)"]
            try await scene.pass(square)
            #expect(try await scene.pass(square).contains("1 already applied, 1 change pending"))
            try await scene.addSquare("other")
            try await scene.pass(["annotate", "update", "FILE", "--contents", "changed", "--", written])
            try await scene.pass(
                [
                    "annotate", "text", "FILE", "--contents", "x", "--rect", "9,9,9,9", "--name", "reply",
                    "--reply-to=\(written)",
                ])
            #expect(try await scene.names() == [written, "other", "reply"])
            let expected = try await scene.run("annotate", "list", "FILE", "--json").output
            try await scene.pass(["annotate", "remove", "FILE", "--", written])
            expectRefusal(try await scene.run("annotate", "remove", "FILE", "--", written), 1)
            expectRefusal(try await scene.run("annotate", "update", "FILE", "--contents", "x", "--", written), 1)
            // The reply goes with what it replies to, and comes back with it.
            #expect(try await scene.names() == ["other"])
            try await scene.pass(["annotate", "undo", "FILE"])
            try await scene.pass(["save", "FILE"])
            #expect(try await scene.run("annotate", "list", "FILE", "--json").output == expected)
            #expect(try await QPDF.isClean(scene.file))
        }
    }

    @Test func `An annotation that is known by its object is the same annotation`() async throws {
        try await UnsavedScene.with { scene in
            try await scene.addSquare("one", "--save")
            let list = try await scene.run("annotate", "list", "FILE", "--json")
            let object = try #require(list.outputText.firstMatch(of: #/"object":"(\d+ 0 R)"/#)?.1)
            try await scene.pass(["annotate", "update", "FILE", String(object), "--contents", "a"])
            try await scene.pass(["annotate", "update", "FILE", String(object), "--contents", "b"])
            let same = try await scene.pass(["annotate", "update", "FILE", "one", "--contents", "b"])
            #expect(same.contains("already applied, 2 changes pending"))
            try await scene.pass(["annotate", "remove", "FILE", String(object)])
            expectRefusal(try await scene.run("annotate", "update", "FILE", "one", "--contents", "c"), 1)
            try await scene.addSquare("one", "--contents", "anew")
            try await scene.pass(["save", "FILE"])
            #expect(try await CapturedProgram.annotations(of: scene.file).map(\.contents) == ["anew"])
        }
    }

    @Test func `An annotation without a name is changed twice by its object`() async throws {
        try await UnsavedScene.with { scene in
            try scene.file.write(
                HandmadePDF.bytes([
                    2: "<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
                    3: "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Annots [4 0 R] >>",
                    4: "<< /Type /Annot /Subtype /Text /Rect [20 20 40 40] >>",
                ]))
            try await scene.pass(["annotate", "update", "FILE", "4 0 R", "--contents", "a"])
            try await scene.pass(["annotate", "update", "FILE", "4 0 R", "--contents", "b"])
            try await scene.pass(["save", "FILE"])
            #expect(try await CapturedProgram.annotations(of: scene.file).map(\.contents) == ["b"])
        }
    }

    @Test func `A pop-up window that went with its annotation cannot be changed any more`() async throws {
        try await UnsavedScene.with { scene in
            try scene.file.write(
                HandmadePDF.bytes([
                    2: "<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
                    3: "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Annots [4 0 R 5 0 R] >>",
                    4: "<< /Type /Annot /Subtype /Text /Rect [20 20 40 40] /NM (note) /Popup 5 0 R >>",
                    5: "<< /Type /Annot /Subtype /Popup /Rect [50 20 90 40] /NM (window) /Parent 4 0 R >>",
                ]))
            try await scene.pass(["annotate", "remove", "FILE", "note"])
            #expect(try await scene.names() == [])
            expectRefusal(try await scene.run("annotate", "update", "FILE", "window", "--contents", "x"), 1, 65)
            try await scene.pass(["save", "FILE"])
        }
    }
}
