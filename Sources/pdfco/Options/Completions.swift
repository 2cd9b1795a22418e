import ArgumentParser
import Checkpointing
import Documents
import LinuxFiles
import PDFModel
import SystemPackage

/// What the Tab key offers, where it is more than a few words.
enum Completions {
    /// The word by which the script of fish asks, before the line as far as it is typed.
    static let question = "---complete"

    /// Whether this process answers what the Tab key offers.
    static let isAsked = ThisProcess.arguments.first == Array(question.utf8)

    /// Returns the completion of a property that takes other values than a few words; `nil` if there is none.
    ///
    /// The lists are made only for a completion script, because every start builds the options.
    static func values(of property: AnnotationProperty) -> CompletionKind? {
        let schema = Annotation.schema
        if property == schema.inReplyTo.untyped { return names }
        guard CompletionShell.requesting != nil || isAsked else { return nil }
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
    ///
    /// ``CompletionScript`` passes the line as far as it is typed, and what is replaced at its end.
    static var names: CompletionKind {
        .custom { words, _, _ in words.count == 2 ? names(completing: words[0], replacing: words[1]) : [] }
    }

    /// Returns what takes the place of the end of a line, quoted for the shell.
    private static func names(completing line: String, replacing end: String) -> [String] {
        let (before, start, typed) = SessionWords.last(of: line)
        let offered = withoutOptions(names(after: before), after: before)
        let word = String(line.dropFirst(start))
        // A shell may take a colon or a quotation mark for the beginning of what it completes.
        guard word.hasSuffix(end) else { return [] }
        let kept = SessionWords.last(of: String(word.dropLast(end.count))).word
        let mark = SessionWords.openQuote(in: word)
        return offered.filter { $0.hasPrefix(typed) }.map {
            ShellWord.continued(String($0.dropFirst(kept.count)), after: mark)
        }
    }

    /// Returns the names of the annotations in the first document among the words.
    static func names(after words: [String]) -> [String] {
        let files = words.map(expanded).filter { $0.lowercased().hasSuffix(".pdf") }
        for file in files { if let names = try? names(in: file) { return names } }
        return []
    }

    /// Returns the words that stand for themselves: before `--`, a word with a leading hyphen would be an option.
    static func withoutOptions(_ words: [String], after line: [String]) -> [String] {
        line.contains("--") ? words : words.filter { !$0.hasPrefix("-") }
    }

    /// Returns the names without waiting for anyone.
    private static func names(in file: String) throws -> [String] {
        var workspace = Workspace(coordinator: nil, checkpoints: try? .standard())
        workspace.password = ThisProcess.environment("PDFCO_PASSWORD")
        let path = FilePath(argument: file)
        ResourceLimits(forDocumentAt: path).set()
        return try workspace.read(path) { document throws(DocumentError) in
            typed(try document.annotations())
        }
    }

    /// Returns the names of annotations as they are typed: as `list` shows them, where one annotation alone begins so.
    static func typed(_ list: [ListedAnnotation]) -> [String] {
        let names = list.compactMap(\.identifier)
        let counts = Dictionary(names.map { (Annotation.short($0), 1) }, uniquingKeysWith: +)
        return names.map { counts[Annotation.short($0)] == 1 ? Annotation.short($0) : $0 }
    }

    /// Returns a path with the home directory in place of `~/`, as the shell does before it runs the command.
    private static func expanded(_ path: String) -> String {
        guard path.hasPrefix("~/"), let home = ThisProcess.environment("HOME") else { return path }
        return home + path.dropFirst()
    }
}
