import ArgumentParser
import Documents
import LinuxFiles
import PDFModel
import SystemPackage

/// What the Tab key offers, where it is more than a few words.
enum Completions {
    /// Returns the completion of a property that takes other values than a few words; `nil` if there is none.
    ///
    /// The lists are made only for a completion script, because every start builds the options.
    static func values(of property: AnnotationProperty) -> CompletionKind? {
        let schema = Annotation.schema
        if property == schema.inReplyTo.untyped { return names }
        guard CompletionShell.requesting != nil else { return nil }
        switch property {
        case schema.color.untyped, schema.interiorColor.untyped: return .list(Color.names.map(\.name) + ["none"])
        case schema.textColor.untyped: return .list(Color.names.map(\.name))
        case schema.lineEndings.untyped:
            let endings = LineEnding.allCases.map(\.rawValue)
            return .list(endings.flatMap { start in endings.map { "\(start),\($0)" } })
        case schema.icon.untyped:
            let icons = Annotation.kinds.flatMap { AnnotationSubtype.named($0.subtype).values(of: property) }
            return .list(Array(Set(icons)).sorted())
        default: return nil
        }
    }

    /// Completes the names of the annotations of the document that stands in the command line, unsaved ones included.
    static var names: CompletionKind {
        .custom { words, _, _ in
            let files = words.compactMap { try? SessionWords.words(of: $0).first }.map(expanded)
            for file in files where file.lowercased().hasSuffix(".pdf") {
                guard let names = try? names(in: file) else { continue }
                return names
            }
            return []
        }
    }

    /// Returns the names without waiting for anyone.
    private static func names(in file: String) throws -> [String] {
        let options = try GlobalOptions.parse(["--no-coordination", "--quiet"])
        let context = CommandContext(options: options, session: nil)
        return try context.annotations(of: file, onPages: .all, withCheckpoint: true) { _, list in
            list.compactMap(\.identifier)
        }
    }

    /// Returns a path with the home directory in place of `~/`, as the shell does before it runs the command.
    private static func expanded(_ path: String) -> String {
        guard path.hasPrefix("~/"), let home = ThisProcess.environment("HOME") else { return path }
        return home + path.dropFirst()
    }
}

/// The completion script of fish, which shows a description beside each value.
enum FishCompletions {
    /// Returns the script with a description of its own, or none, for each value in place of that of its option; any other
    /// text stays as it is.
    static func described(_ script: String) -> String {
        let colors = Dictionary(Color.names.map { ($0.name, $0.hexadecimal) }) { first, _ in first }
        var texts = descriptions
        texts["subtype"] = kinds
        for option in ["color", "interior-color", "text-color"] {
            texts[option] = colors.merging(["none": "no colour"]) { first, _ in first }
        }
        let lines = script.split(separator: "\n", omittingEmptySubsequences: false).map { line -> String in
            guard let match = line.wholeMatch(of: #/(complete .* )-l '([a-z-]+)'(.*) -rfka '([^'()\\]+)'/#) else {
                return String(line)
            }
            let values = match.4.split(separator: " ").map(String.init).map { value in
                let text = texts[String(match.2)]?[value] ?? ""
                return #"\#(value)\t"\#(text)""#
            }
            return "\(match.1)-l '\(match.2)'\(match.3) -rfka '\(values.joined(separator: " "))'"
        }
        return lines.joined(separator: "\n")
    }

    /// The kinds of annotations, as `--subtype` names them.
    private static var kinds: [String: String] {
        Dictionary(Annotation.kinds.map { ($0.commandName, withoutQuotes($0.summary)) }) { first, _ in first }
    }

    /// The text is in single quotes in the script, and in double quotes within them.
    private static func withoutQuotes(_ text: String) -> String {
        text.filter { $0 != "'" && $0 != "\"" && $0 != "\\" && $0 != "$" }
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
        "state": ["open": "no state closes it"],
        "format": [
            "json": "used by pdfco", "xfdf": "used by Acrobat and others, in XML", "fdf": "used by Acrobat and others",
            "instant-json": "used by Nutrient",
        ],
    ]
}
