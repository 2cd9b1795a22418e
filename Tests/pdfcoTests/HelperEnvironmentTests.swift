import SystemPackage
import TestSupport
import Testing

/// Programs that help pdfco get what they need of its environment, and nothing else.
struct HelperEnvironmentTests {
    @Test(arguments: [
        ("mutool", "/usr/bin/mutool", "pdfco annotate highlight a.pdf --find Report --ignore-case"),
        ("mutool", "/usr/bin/mutool", "pdfco open a.pdf --text"),
        (
            "mutool", "/usr/bin/mutool",
            "pdfco annotate text a.pdf --rect 9,9,29,29 --contents x --save; pdfco open a.pdf --report review.html"
        ),
        (
            "pdftoppm", "/usr/bin/pdftoppm",
            "pdfco annotate text a.pdf --rect 9,9,29,29 --contents x --save; pdfco open a.pdf --report review.html"
        ),
        (
            "pdfco-text", PDFCO.productsDirectory.appending("pdfco-text").string,
            "pdfco annotate free-text a.pdf --rect 9,9,90,90 --contents Привет"
        ),
    ])
    func `A helper gets no password and no variable of others`(
        name: String, program: String, command: String
    ) async throws {
        try await withTemporaryDirectory { directory in
            _ = try Fixture.named("report.pdf").copy(into: directory, as: "a.pdf")
            try directory.appending(name).write(
                "#!/bin/bash\nenv -0 > '\(directory.string)/seen'\nexec \(program) \"$@\"\n".utf8)
            let result = try await PDFCO.shell(
                """
                set -e
                chmod 755 \(name)
                export PATH=$PWD:$PATH PDFCO_TEXT=$PWD/pdfco-text
                test -e pdfco-text || unset PDFCO_TEXT
                test ! -e pdftoppm || { echo 'exit 1' >mutool; chmod 755 mutool; }
                export PDFCO_PASSWORD=secret API_TOKEN=secret LC_ALL=C.UTF-8 TZ=UTC
                \(command) >output
                """, in: directory)
            #expect(result.exitStatus == 0, "\(result.errorText)")
            let seen = String(decoding: try directory.appending("seen").readBytes(), as: UTF8.self)
            let variables = seen.split(separator: "\0")
            #expect(!variables.contains { $0.contains("secret") || $0.hasPrefix("PDFCO_PASSWORD") })
            #expect(variables.contains { $0.hasPrefix("PATH=") })
            #expect(variables.contains("LC_ALL=C.UTF-8") && variables.contains("TZ=UTC"))
        }
    }
}
