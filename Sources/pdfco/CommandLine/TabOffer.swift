import ArgumentParser
import Documents
import LinuxFiles
import PDFModel
import SystemPackage

/// What the Tab key offers for the word at the end of a line.
enum TabOffer {
    typealias Words = [(word: String, description: String)]

    /// Words, each with its description; also those that do not begin as what is typed.
    case words(Words)
    case files(CommandArguments.Argument.Files)
}

extension CommandTree {
    /// - Parameters:
    ///   - words: the words before it.
    ///   - typed: what is typed of it.
    ///   - given: how many arguments without an option stand for themselves, as the document in a session.
    ///   - names: the names of the annotations in the document, called when they are needed.
    func offer(after words: [String], _ typed: String, given: Int = 0, names: () -> TabOffer.Words) -> TabOffer {
        let (type, rest) = root.command(namedBy: words)
        if rest.isEmpty, !type.configuration.subcommands.isEmpty, !typed.hasPrefix("-") {
            return .words(Self.commands(below: type, beginning: typed))
        }
        let arguments = CommandArguments(of: type)
        var argument = rest.last.flatMap(arguments.option).flatMap { $0.kind == "option" ? $0 : nil }
        if argument == nil {
            if typed.hasPrefix("-"), !rest.contains("--") { return .words(arguments.described) }
            let positional = arguments.positional.dropFirst(given)
            let place = positional.startIndex + arguments.places(in: rest).bare.count
            argument = place < positional.endIndex ? positional[place] : positional.last
        }
        if let kind = argument?.files { return .files(kind) }
        guard argument?.completionKind?.custom != nil else { return .words(argument?.describedValues ?? []) }
        // Before `--`, a word with a leading hyphen would be an option.
        return .words(names().filter { rest.contains("--") || !$0.word.hasPrefix("-") })
    }

    /// The aliases are offered where no name begins as what is typed.
    private static func commands(
        below type: any ParsableCommand.Type, beginning typed: String
    ) -> TabOffer.Words {
        let all = type.configuration.subcommands.map { $0.configuration }
        let names = all.map { ($0.commandName ?? "", $0.abstract) }
        let areMeant = names.contains { $0.0.hasPrefix(typed) }
        return areMeant ? names : all.flatMap { command in command.aliases.map { ($0, command.abstract) } }
    }
}

extension CommandArguments.Argument {
    /// The values that it can have, where there are a few, each with what it means.
    fileprivate var describedValues: TabOffer.Words {
        let name = words.first.map { String($0.dropFirst(2)) } ?? ""
        let texts =
            name == "subtype"
            ? Dictionary(Annotation.kinds.map { ($0.commandName, $0.summary) }) { first, _ in first }
            : Self.descriptions[name] ?? [:]
        if let list = completionKind?.list { return list.values.map { ($0, texts[$0] ?? "") } }
        switch name {
        case "color", "interior-color": return Color.names.map { ($0.name, $0.hexadecimal) } + [("none", "")]
        case "text-color": return Color.names.map { ($0.name, $0.hexadecimal) }
        case "line-endings":
            let endings = LineEnding.allCases.map(\.rawValue)
            return endings.flatMap { start in endings.map { ("\(start),\($0)", "") } }
        case "icon":
            let icon = Annotation.schema.icon.untyped
            let icons = Annotation.kinds.flatMap { AnnotationSubtype.named($0.subtype).values(of: icon) }
            return Set(icons).sorted().map { ($0, "") }
        default: return []
        }
    }

    private static let descriptions = [
        "on-conflict": [
            "merge": "apply the unsaved changes if they still fit", "fail": "write nothing",
            "overwrite": "keep ours, and theirs as a version", "reload": "keep theirs and discard ours",
            "copy": "write ours to a new file", "ask": "let the user choose",
        ],
        "method": [
            "auto": "replace, unless hard links or the size favour append", "replace": "a new file, atomically",
            "append": "in place",
        ],
        "object-streams": [
            "preserve": "as in the document", "disable": "none", "generate": "as many as possible",
        ],
        "checkpoint": [
            "immediate": "before the command ends", "timed:": "within that many seconds", "manual": "only on request",
        ],
        "on-duplicate": [
            "fail": "add nothing", "skip": "keep the annotation on the page",
            "update": "change the annotation on the page",
        ],
        "unanswered": ["wait": "until --timeout", "fail": "with status 75", "read": "with a warning"],
        "state": ["open": "no state closes it"],
        "format": [
            "json": "used by pdfco", "xfdf": "used by Acrobat and others, in XML", "fdf": "used by Acrobat and others",
            "instant-json": "used by Nutrient",
        ],
    ]
}

/// The names of annotations, as the Tab key offers them.
enum AnnotationNames {
    /// Returns the names of the annotations in the first document among the words, unsaved ones included.
    static func inDocument(among words: [String]) -> TabOffer.Words {
        let files = words.map(expanded).filter { $0.lowercased().hasSuffix(".pdf") }
        for file in files { if let names = try? names(in: file) { return names } }
        return []
    }

    /// Returns the names without waiting for anyone.
    private static func names(in file: String) throws -> TabOffer.Words {
        var documents = DocumentStore<PDFContents>(coordinator: nil, checkpoints: try? .standard())
        documents.options.password = ThisProcess.environment("PDFCO_PASSWORD")
        let path = FilePath(argument: file)
        ResourceLimits(forDocumentAt: path).set()
        return try documents.read(path) { document throws(DocumentError) in
            typed(try document.annotations())
        }
    }

    /// Returns the names of annotations as they are typed: as `list` shows them, where one annotation alone begins so.
    static func typed(_ list: [ListedAnnotation]) -> TabOffer.Words {
        let counts = Dictionary(
            list.compactMap(\.identifier).map { (Annotation.short($0), 1) }, uniquingKeysWith: +)
        return list.compactMap { listed in
            listed.identifier.map { name in
                let short = Annotation.short(name)
                return (counts[short] == 1 ? short : name, AnnotationText.brief(listed.annotation))
            }
        }
    }

    /// Returns a path with the home directory in place of `~/`, as the shell does before it runs the command.
    private static func expanded(_ path: String) -> String {
        guard path.hasPrefix("~/"), let home = ThisProcess.environment("HOME") else { return path }
        return home + path.dropFirst()
    }
}
