import SystemPackage
import TestSupport

/// The files of Fixtures/Hostile: each once ended a command by a signal or took all time or memory, or is like one that did.
enum CraftedFile {
    private static let directory = Fixture.directory.appending("Hostile")

    /// Their names, without the ending of the compressed ones.
    static let all: [String] = {
        let names = (try? directory.list()) ?? []
        return names.map { $0.hasSuffix(".gz") ? String($0.dropLast(3)) : $0 }.sorted()
    }()

    /// Those of a short run, each with the words of the commands that it is for.
    static let short: [(name: String, words: String)] = [
        ("AP_bomb.pdf", "--rewrite"), ("annot_M_overflow.pdf", "list"), ("attach_flate2.pdf", "fdf"),
        ("fdf-dest-max.fdf", "import"), ("fdf-page-max.fdf", "import"), ("img-p9.png", "stamp"),
        ("labels_9e6A.pdf", "instant-json"), ("labels_D.pdf", "--text"), ("lin-deep-20000.pdf", "--linearize"),
        ("metadata_bomb.pdf", "--rect"), ("res-q1.fdf", "import"), ("res-x22.xfdf", "import"),
        ("tiny-shared-annot.pdf", "list"), ("x.alto", "--text"), ("x.hocr", "--text"), ("x2.hocr", "--find"),
        ("y.alto", "--text"),
    ]

    /// Writes a file into a directory.
    static func write(_ name: String, into directory: FilePath) async throws -> FilePath {
        let file = directory.appending(name)
        let plain = self.directory.appending(name)
        let compressed = self.directory.appending(name + ".gz")
        if (try? plain.readBytes()) != nil { return try plain.copy(into: directory) }
        try file.write(try await Command("gzip", ["-dc", compressed.string]).run().output)
        return file
    }

    /// The commands that read a file of that name; what they write goes into the working directory.
    static func commands(for file: FilePath) -> [[String]] {
        let document = Fixture.named("report.pdf").string
        let name = file.string
        switch file.extension {
        case "pdf":
            return [
                ["open", name, "--annotations", "--revisions", "--json"], ["open", name, "--text", "--json"],
                ["open", name, "--report", "review.html"], ["annotate", "list", name],
                ["annotate", "highlight", name, "--rect", "10,10,60,20", "-o", "marked.pdf"],
                ["annotate", "highlight", name, "--find", "the", "-o", "found.pdf"],
                ["annotate", "update", name, "--all", "--subject", "X", "-o", "updated.pdf"],
                ["annotate", "remove", name, "--all", "-o", "removed.pdf"],
                ["save", "--rewrite", name, "-o", "rewritten.pdf"],
                ["save", "--rewrite", "--linearize", name, "-o", "linearized.pdf"],
            ]
                + ["json", "xfdf", "fdf", "instant-json"].map {
                    ["annotate", "export", name, "--format", $0, "-o", "exported.\($0)"]
                }
        case "fdf", "xfdf": return [["annotate", "import", document, name, "-o", "imported.pdf"]]
        case "json":
            return ["json", "instant-json"].map {
                ["annotate", "import", document, name, "--format", $0, "-o", "imported-\($0).pdf"]
            }
        case "hocr", "alto", "tsv":
            return [
                ["open", document, "--text", "--json", "--words", name],
                ["annotate", "highlight", document, "--find", "a", "--words", name, "-o", "found.pdf"],
            ]
        default:
            return [["annotate", "stamp", document, "--rect", "10,10,90,90", "--image", name, "-o", "stamped.pdf"]]
        }
    }
}
