import ArgumentParser
import LinuxFiles
import PDFModel

/// A help text of the argument parser, in sections.
///
/// The help of a command has its everyday options. The seldom ones are folded into one page, `pdfco help options`;
/// `--help-hidden`, from which the man pages are made, shows all.
struct HelpPage {
    private struct Section {
        /// Empty for what precedes the first heading.
        var heading: String
        /// The lines, or the options with all their lines.
        var entries: [[String]]

        /// Whether it lists options or arguments.
        var isList: Bool { heading.hasSuffix(":") }
    }

    private var sections: [Section]

    /// - Parameter text: what the argument parser prints.
    init(_ text: String) {
        sections = [Section(heading: "", entries: [])]
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            if line.hasPrefix("USAGE: ") || line.wholeMatch(of: #/[A-Z][A-Z ]*:?/#) != nil {
                sections.append(Section(heading: line, entries: []))
                continue
            }
            let last = sections.count - 1
            if sections[last].isList, !line.hasPrefix("  -"), !line.isEmpty, !sections[last].entries.isEmpty {
                sections[last].entries[sections[last].entries.count - 1].append(line)
            } else {
                sections[last].entries.append([line])
            }
        }
    }

    private var text: String {
        let texts = sections.filter { !$0.isList || $0.entries.contains { $0 != [""] } }.map { section in
            ((section.heading.isEmpty ? [] : [section.heading]) + section.entries.flatMap(\.self)).joined(
                separator: "\n")
        }
        return texts.joined(separator: "\n")
    }

    // MARK: Folding

    /// Options that few users need, by name; `save` and `restore` are about some of them.
    private static let seldom: Set<Substring> = {
        let options: Set<Substring> = [
            "--start", "--occurrence", "--within", "--max-matches", "--words",
            "--checkpoint", "--strict", "--output-dir", "--increment-to", "--method", "--repair", "--rewrite",
            "--linearize",
            "--object-streams", "--on-conflict",
            "--files-from", "--null",
        ]
        let properties = Annotation.schema.all.compactMap(\.option).filter(\.isSeldom).map { "--\($0.name)"[...] }
        let global = GlobalOptions.options.map { "--\($0.name)"[...] }
        return options.union(properties).union(global).subtracting(["--json", "--quiet"])
    }()

    private static let everyday: [String: Set<Substring>] = [
        "pdfco save": ["--repair", "--rewrite", "--linearize", "--on-conflict"],
        "pdfco restore": ["--on-conflict"],
    ]

    private static let rootHeadings = ["UNITS", "NAMES", "ENVIRONMENT", "EXIT STATUS"]

    /// Returns a help text with its everyday options; other texts stay as they are.
    static func folded(_ text: String) -> String {
        guard text.hasPrefix("OVERVIEW: "), let usage = text.firstMatch(of: #/\nUSAGE: (pdfco(?: [a-z-]+)*)/#) else {
            return text
        }
        let command = String(usage.1)
        // An option with another meaning than in the folded page stays.
        let known = Set(complete.sections.filter(\.isList).flatMap(\.entries))
        var page = HelpPage(text)
        page.keep { entry in
            guard let name = name(of: entry), seldom.contains(name), known.contains(entry) else { return true }
            return everyday[command]?.contains(name) ?? false
        }
        page.sections.removeAll { command == "pdfco" && rootHeadings.contains($0.heading) }
        page.mergeGlobalOptions()
        let more =
            command == "pdfco"
            ? """
              See 'pdfco help options' for options of all commands, units, the environment
              and the exit status.

            """
            : """

              See 'pdfco help options' for more options, and
              'man \(command.replacing(" ", with: "-"))' for all.

            """
        return page.text.trimmingSuffix(while: \.isNewline) + "\n" + more
    }

    /// The page with the seldom options of all commands.
    static func options() -> String {
        var page = complete
        page.keep { name(of: $0).map(seldom.contains) ?? false }
        page.sections.removeAll { !$0.isList || $0.heading == "ARGUMENTS:" }
        page.sections.sort { $0.heading == "GLOBAL OPTIONS:" && $1.heading != "GLOBAL OPTIONS:" }
        for index in page.sections.indices where page.sections[index].heading == "OPTIONS:" {
            page.sections[index].heading = "SEVERAL DOCUMENTS:"
        }
        for index in page.sections.indices { page.sections[index].entries.append([""]) }
        page.sections += HelpPage(PDFCo.helpMessage(includeHidden: true)).sections.filter {
            rootHeadings.contains($0.heading)
        }
        let overview = """
            OVERVIEW: Options that the help of a command leaves out.

            Every command takes the global options, and the others where they apply. The
            man page of a command, such as pdfco-annotate-highlight(1), lists all of them.


            """
        return overview + page.text.trimmingSuffix(while: \.isNewline) + "\n"
    }

    /// The help of a command that has all options of ``seldom``.
    private static var complete: HelpPage {
        HelpPage(
            Annotation.kinds.first { $0.commandName == "highlight" }?.command.helpMessage(includeHidden: true) ?? "")
    }

    /// The long name of an option, as its first line has it.
    private static func name(of entry: [String]) -> Substring? {
        entry.first?.split { $0 == " " || $0 == "," || $0 == "/" }.first { $0.hasPrefix("--") }
    }

    private mutating func keep(_ isKept: ([String]) -> Bool) {
        for index in sections.indices where sections[index].isList { sections[index].entries.removeAll { !isKept($0) } }
    }

    /// Puts the global options that are left before `--help`.
    private mutating func mergeGlobalOptions() {
        guard let global = sections.firstIndex(where: { $0.heading == "GLOBAL OPTIONS:" }) else { return }
        let entries = sections.remove(at: global).entries.filter { $0 != [""] }
        guard let own = sections.firstIndex(where: { $0.heading == "OPTIONS:" }) else { return }
        let help = sections[own].entries.firstIndex { Self.name(of: $0) == "--help" } ?? 0
        sections[own].entries.insert(contentsOf: entries, at: help)
    }
}

extension String {
    fileprivate func trimmingSuffix(while isCut: (Character) -> Bool) -> String {
        var text = self[...]
        while let last = text.last, isCut(last) { text.removeLast() }
        return String(text)
    }
}
