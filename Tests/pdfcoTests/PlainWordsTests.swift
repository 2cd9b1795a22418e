import ArgumentParser
import PDFModel
import Testing

@testable import pdfco

/// Plain words, which a command reads itself, and the argument parser.
struct PlainWordsTests {
    /// The commands that do something.
    private static let commands: [any ParsableCommand.Type] = leaves(of: PDFCo.self)

    private static func leaves(of type: any ParsableCommand.Type) -> [any ParsableCommand.Type] {
        let isOfTheProgram = type.configuration.commandName != "annotate"
        return type.configuration.subcommands.isEmpty
            ? [type] : isOfTheProgram ? type.configuration.subcommands.flatMap { leaves(of: $0) } : []
    }

    @Test func `Every command knows its options by their words, and no others`() {
        for type in Self.commands {
            let declared = Set(CommandArguments(of: type).options).subtracting(["--help"])
            #expect(PlainWords.names(of: type) == declared, "\(type)")
        }
    }

    /// For each command, some words that are plain and right, and others that are neither.
    static let lines: [(words: String, isPlain: Bool)] = [
        (
            "highlight a.pdf b.pdf --find x --ignore-case --whole-word --page 2- --color red --contents=a=b --print",
            true
        ),
        ("highlight a.pdf --no-print --no-locked -o {name}.out -q --quad-points 1,2,3,4,5,6,7,8", true),
        ("highlight a.pdf --quad-points 1,1,2,2 --quad-points 3,3,4,4", true),
        ("highlight --files-from - --null --at top --margin 3% --size 9x9", true),
        ("line a.pdf --line 1,2,3,4 --line-endings none,circle --json --timeout 3 --uid x --unanswered wait", true),
        ("file-attachment - --file f --at top --save --strict --checkpoint timed:3 --on-conflict fail", true),
        ("reply a.pdf n --state completed --repair --method append --ignore-signatures --force --dry-run", true),
        ("remove a.pdf n1 n2 --author A --author B --where since=2026-01-01 --keep-replies", true),
        ("import a.pdf - --with-actions --skip-invalid --page-map m --on-duplicate skip", true),
        ("open a.pdf --text --page 3 --words w", true),
        ("open a.pdf -i --autosave 3 --history h", true),
        ("batch --jobs 3 --shard 1/2 j --edits e --ordered --rewrite --linearize --object-streams disable", true),
        ("restore a.pdf --version x --output-dir d", true),
        ("checkpoint prune --older-than 3d --force", true),
        ("undo a.pdf --count 2", true),
        ("watch a.pdf b --exec x --autosave 3", true),
        ("list a.pdf --csv --no-checkpoint --purpose p", true),
        ("schema", true),
        ("highlight a.pdf --rect -1,2,3,4", false), ("highlight a.pdf --find -x", false),
        ("highlight a.pdf --find x --find y", false), ("list a.pdf -qv", false), ("list a.pdf -otext", false),
        ("highlight a.pdf --find x --print --no-print", false), ("list a.pdf --csv=1", false),
        ("list a.pdf --no-csv", false), ("list -- a.pdf", false), ("list a.pdf --help", false),
        ("list a.pdf --author", false), ("list a.pdf --author --json", false), ("line a.pdf", false),
        ("reply a.pdf", false), ("undo", false), ("list a.pdf --bogus", false), ("list a.pdf --CSV", false),
        ("list a.pdf -o x", false), ("list a.pdf -o=x", false), ("schema x", false), ("save -a.pdf", false),
        ("list a.pdf --", false), ("highlight a.pdf --find x --contents=", false), ("list a.pdf -", true),
        ("highlight a.pdf --size 9x9 --find x", false),
    ]

    @Test(arguments: lines) func `Plain words mean what they mean to the argument parser`(
        words: String, isPlain: Bool
    ) throws {
        let (type, rest) = PDFCo.command(namedBy: words.split(separator: " ").map(String.init))
        let plain = PlainWords.command(type, rest).map(described)
        #expect((plain != nil) == isPlain)
        let parsed = try? type.parse(Array(rest))
        if let plain { #expect(try plain == described(#require(parsed))) }
    }

    /// Returns all that a command was given.
    private func described(_ command: any ParsableCommand) -> String {
        var text = ""
        dump(command, to: &text)
        return text
    }
}

extension PropertyOptions: CustomDebugStringConvertible {
    public var debugDescription: String {
        given.map { "\($0.stated.property.name) \($0.texts)" }.joined(separator: ", ")
    }
}
