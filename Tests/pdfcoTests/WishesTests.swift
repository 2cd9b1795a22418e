import SystemPackage
import TestSupport
import Testing

/// What new users want, and what they type first: it works, or the hint of its error is the command that works. The document
/// says whether it did.
struct WishesTests {
    struct Wish: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// The first guess.
        var guess: String
        /// A script that ends with 0 where the wish has come true; `$said` is what the guess and its hint have printed.
        var verdict: String

        init(_ description: String, _ guess: String, _ verdict: String) {
            (testDescription, self.guess, self.verdict) = (description, guess, verdict)
        }
    }

    static let wishes = [
        Wish("highlight a word", "pdfco highlight f.pdf scaffold", "pdfco list f.pdf | grep -q 'page . *Highlight'"),
        Wish(
            "a note on page 3", "pdfco note f.pdf 'Check this' --page 3",
            "pdfco list f.pdf --page 3 | grep -q 'Text .*Check this'"),
        Wish(
            "DRAFT on all pages", "pdfco stamp f.pdf --page all --contents DRAFT",
            "test $(pdfco list f.pdf | grep -c 'Stamp .*DRAFT') = 3"),
        Wish("list the comments", "pdfco comments m.pdf", "echo \"$said\" | grep -q 'Ann:  \"first\"'"),
        Wish(
            "reply to a comment", "pdfco reply m.pdf 0a1b Agreed",
            "pdfco list m.pdf | grep -q 'reply to 0a1b2c3d .*Agreed'"),
        Wish(
            "resolve a comment", "pdfco resolve m.pdf 0a1b", "test -z \"$(pdfco list m.pdf --state open | grep first)\""
        ),
        Wish(
            "delete all of an author", "pdfco delete m.pdf --author Ann",
            "pdfco list m.pdf | grep -q Bob && ! pdfco list m.pdf | grep Ann"),
        Wish("page numbers", "pdfco number f.pdf", "pdfco list f.pdf | grep -q 'page 3 *FreeText .*\"3\"'"),
        Wish(
            "comments to another version", "pdfco export m.pdf -o c.json && pdfco import f.pdf c.json",
            "pdfco list f.pdf | grep -q 'Ann:  \"first\"'"),
        Wish("comments as text", "pdfco list m.pdf --markdown", "echo \"$said\" | grep -q '| Ann |'"),
        Wish("print a review", "pdfco review m.pdf", "grep -q '<title>Review of m.pdf' review.html"),
        Wish(
            "link to a page", "pdfco link f.pdf scaffold --to-page 1",
            "pdfco list f.pdf | grep -q 'Link .*-> page 1'"),
        Wish("an image as a signature", "pdfco sign f.pdf sig.png", "pdfco list f.pdf | grep -q Stamp"),
        Wish("redact a name", "pdfco redact f.pdf scaffold", "pdfco list f.pdf | grep -q Redact"),
        Wish(
            "underline over two lines", "pdfco underline f.pdf --find \"$twoLines\"",
            "test $(pdfco list f.pdf --json | grep -o '\"quadPoints\".*\"rect\"' | tr -cd , | wc -c) -ge 15"),
        Wish("undo", "pdfco undo m.pdf", "! pdfco list m.pdf | grep second"),
        Wish("what changed", "pdfco changes m.pdf", "echo \"$said\" | grep -q 'revision 2 .*Ann .*1 added'"),
        Wish("recover", "pdfco recover m.pdf", "pdfco open m.pdf --no-checkpoint | grep -q 'annotations  2'"),
        Wish("many files", "pdfco highlight f.pdf g.pdf --find scaffold", "pdfco list g.pdf | grep -q Highlight"),
        Wish(
            "a pipe", "cat f.pdf | pdfco highlight - --find scaffold -o - > p.pdf",
            "pdfco list p.pdf | grep -q Highlight"),
        Wish(
            "a password", "pdfco list encrypted.pdf --password user || PDFCO_PASSWORD=user pdfco list encrypted.pdf",
            "echo \"$said\" | grep -q -e '--password-file FILE, or in PDFCO_PASSWORD'"),
        Wish("a rotated page", "pdfco note rotated.pdf 'Up here'", "pdfco list rotated.pdf | grep -q 'Up here'"),
        Wish(
            "a colour of two words", "pdfco highlight f.pdf --find scaffold --color 'light blue'",
            "pdfco list f.pdf --json | grep -q '\"color\":\"#add8e6\"'"),
        Wish(
            "a colour that is misspelt", "pdfco highlight f.pdf --find scaffold --color grean",
            "pdfco list f.pdf --json | grep -q '\"color\":\"#008000\"'"),
        Wish("look at the pages", "pdfco view f.pdf", "echo \"$said\" | grep -q 'hint: xdg-open f.pdf'"),
        Wish(
            "a note behind its page", "pdfco note f.pdf 3 'Check this'",
            "pdfco list f.pdf --page 3 | grep -q 'Text .*Check this'"),
        Wish(
            "a text behind an option", "pdfco note f.pdf --page 3 'Check this'",
            "pdfco list f.pdf --page 3 | grep -q 'Text .*Check this'"),
        Wish("a short option", "pdfco note f.pdf -m Hm", "pdfco list f.pdf | grep -q 'Text .*Hm'"),
        Wish("the text before the file", "pdfco highlight scaffold f.pdf", "pdfco list f.pdf | grep -q Highlight"),
        Wish("a stamp with words", "pdfco stamp f.pdf DRAFT", "pdfco list f.pdf | grep -q 'Stamp .*DRAFT'"),
        Wish("a stamp with an image", "pdfco stamp f.pdf sig.png", "pdfco list f.pdf | grep -q Stamp"),
        Wish(
            "a link to the web", "pdfco link f.pdf --find scaffold --url https://example.org",
            "pdfco list f.pdf | grep -q https"),
        Wish("black out", "pdfco blackout f.pdf scaffold", "echo \"$said\" | grep -q 'marked only'"),
        Wish("copy to another version", "pdfco copy m.pdf f.pdf", "pdfco list f.pdf | grep -q 'Ann:  \"first\"'"),
        Wish("comments of one page", "pdfco remove m.pdf --page 2", "! pdfco list m.pdf | grep second"),
        Wish("export as text", "pdfco export m.pdf --format text", "echo \"$said\" | grep -q 'Ann:  \"first\"'"),
        Wish("since the first revision", "pdfco diff m.pdf", "echo \"$said\" | grep -q 'added .*first'"),
        Wish("what is unsaved", "pdfco status", "echo \"$said\" | grep -q 'm.pdf: 1 unsaved change'"),
    ]

    @Test(arguments: wishes) func `The first guess works, or its hint does`(wish: Wish) async throws {
        try await withTemporaryDirectory { directory in
            for (name, fixture) in [
                ("f", "report"), ("g", "report"), ("m", "report"), ("rotated", "rotated"), ("encrypted", "encrypted"),
            ] {
                _ = try Fixture.named("\(fixture).pdf").copy(into: directory, as: "\(name).pdf")
            }
            try directory.appending("sig.png").write(Fixture.named("images/rgb.png").readBytes())
            let script = """
                export COLUMNS=200 twoLines='\(Self.twoLines)'
                xdg-open() { echo "opened $1"; }
                pdfco note m.pdf --contents first --author Ann --name 0a1b2c3d --save --quiet
                pdfco note m.pdf --contents second --author Bob --page 2 --quiet
                said=$( { \(wish.guess); } 2>&1) || {
                    hint=$(echo "$said" | sed -n 's/^hint: //p')
                    said="$said
                $(eval "$hint" 2>&1)"
                }
                echo "$said"
                \(wish.verdict)
                """
            let result = try await PDFCO.shell(script, in: directory)
            #expect(result.exitStatus == 0, "\(result.outputText)\(result.errorText)")
        }
    }

    /// The end of a line of the document and the beginning of the next one.
    private static let twoLines = "From May to August"
}
