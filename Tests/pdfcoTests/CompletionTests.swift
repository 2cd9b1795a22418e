import SystemPackage
import TestSupport
import Testing

/// What the Tab key offers, in the shells themselves.
struct CompletionTests {
    /// Returns what bash offers for the last of some words.
    private func bash(_ words: [String], in directory: FilePath) async throws -> Set<String> {
        let result = try await PDFCO.shell(
            """
            . <(pdfco --generate-completion-script bash)
            COMP_WORDS=(\(words.map { "'\($0)'" }.joined(separator: " "))) COMP_CWORD=\(words.count - 1)
            COMP_LINE="${COMP_WORDS[*]}" COMP_POINT=${#COMP_LINE}
            function=$(complete -p pdfco | sed 's/.*-F \\([^ ]*\\).*/\\1/')
            "$function" pdfco '\(words.last ?? "")' '\(words.dropLast().last ?? "")' 2>/dev/null
            printf '%s\\n' "${COMPREPLY[@]}"
            """, in: directory)
        return Set(result.outputText.split(separator: "\n").map(String.init))
    }

    /// Returns what fish offers for a line, each with its description.
    private func fish(_ line: String, in directory: FilePath) async throws -> [String] {
        let script =
            "pdfco --generate-completion-script fish >s.fish; fish -c 'source s.fish; complete --do-complete \"\(line)\"'"
        let result = try await PDFCO.shell("export HOME=$PWD; \(script)", in: directory)
        return result.outputText.split(separator: "\n").map(String.init)
    }

    @Test func `Colours, icons, line endings and names are completed`() async throws {
        try await withTemporaryDirectory { directory in
            _ = try Fixture.named("report.pdf").copy(into: directory)
            let marked = try await PDFCO.shell(
                """
                for name in note-1 note-2 other; do
                    pdfco annotate text report.pdf --rect 9,9,29,29 --contents x --name $name --quiet
                done
                """, in: directory)
            #expect(marked.exitStatus == 0, "\(marked.errorText)")
            let add = ["pdfco", "annotate", "highlight", "report.pdf", "--color", "gol"]
            #expect(try await bash(add, in: directory) == ["gold", "goldenrod"])
            let line = ["pdfco", "annotate", "line", "report.pdf", "--line-endings", "Butt,C"]
            #expect(try await bash(line, in: directory) == ["Butt,Circle", "Butt,ClosedArrow"])
            let icon = ["pdfco", "annotate", "update", "report.pdf", "--icon", "Top"]
            #expect(try await bash(icon, in: directory) == ["TopSecret"])
            for command in ["update", "remove", "reply", "extract"] {
                let names = ["pdfco", "annotate", command, "report.pdf", "note"]
                #expect(try await bash(names, in: directory) == ["note-1", "note-2"], "\(command)")
            }
            let reply = ["pdfco", "annotate", "text", "report.pdf", "--reply-to", "o"]
            #expect(try await bash(reply, in: directory) == ["other"])
            #expect(try await bash(["pdfco", "annotate", "update", "missing.pdf", "n"], in: directory).isEmpty)
            // An alias, where no name begins so.
            #expect(try await bash(["pdfco", "no"], in: directory) == ["note"])
            #expect(try await bash(["pdfco", "r"], in: directory).isDisjoint(with: ["rm"]))
            #expect(try await bash(["pdfco", "rm", "report.pdf", "note"], in: directory) == ["note-1", "note-2"])
        }
    }

    @Test func `fish describes each value, and no value with the words of its option`() async throws {
        try await withTemporaryDirectory { directory in
            _ = try Fixture.named("report.pdf").copy(into: directory)
            #expect(
                try await fish("pdfco annotate highlight report.pdf --color gol", in: directory) == [
                    "gold\t#ffd700", "goldenrod\t#daa520",
                ])
            #expect(
                try await fish("pdfco save report.pdf --on-conflict ", in: directory).sorted() == [
                    "copy\twrite ours to a new file", "fail\twrite nothing",
                    "merge\tapply the unsaved changes if they still fit",
                    "overwrite\tkeep ours, and theirs as a version", "reload\tkeep theirs and discard ours",
                ])
            let option = try await fish("pdfco save report.pdf --on-conf", in: directory)
            #expect(option.count == 1)
            #expect(option.first?.hasPrefix("--on-conflict\tIf another program changed the document") == true)
            #expect(
                try await fish("pdfco annotate list report.pdf --subtype high", in: directory) == [
                    "highlight\tHighlight text."
                ])
            _ = try await CapturedProgram.run(
                line: "note report.pdf --contents 'Is this\ta nest?' --name note-1 --author Ada", in: directory)
            #expect(
                try await fish("pdfco reply report.pdf no", in: directory) == [
                    "note-1\tpage 1  Text  Ada:  \"Is this a nest?\""
                ])
            #expect(
                try await fish("pdfco do", in: directory) == ["done\tMark comments as completed."])
        }
    }
}
