import ArgumentParser
import PDFModel

/// What is said of words that name no command or no option, or lack something: what is wrong, and a command that works.
///
/// No hint removes or discards anything that the words did not name.
struct UsageHint {
    let typed: TypedWords

    private let root: any ParsableCommand.Type

    init(_ words: [String], areInSession: Bool = false, _ commands: CommandTree) {
        (typed, root) = (TypedWords(words, areInSession: areInSession), commands.root)
    }

    private var words: [String] { typed.words }

    private var type: any ParsableCommand.Type { root.command(namedBy: words).type }

    /// The words of the command itself.
    private var name: [String] { Array(words.dropLast(root.command(namedBy: words).rest.count)) }

    // MARK: Commands

    /// What people type for commands that have another name here.
    private static let commands = [
        "add": "note", "highlite": "highlight", "hilite": "highlight", "show": "open", "info": "open", "edit": "update",
        "change": "update",
        "recover": "restore", "commit": "save", "write": "save", "freetext": "free-text", "type": "free-text",
        "rectangle": "square", "box": "square", "ellipse": "circle", "attach": "file-attachment",
        "arrow": "line", "strikeout": "strike-out", "strikethrough": "strike-out", "comments": "list",
        "annotations": "list", "ls": "list", "history": "log", "revisions": "log", "compare": "diff",
        "changes": "log", "unsaved": "status", "pending": "status", "apply": "save", "attachment": "extract",
        "hl": "highlight", "strike": "strike-out", "textbox": "free-text", "sticky": "note", "notes": "list",
    ]

    /// What people type for what another command does, with the words in its place: `FILE` is the document, and the next word is
    /// the image, the name, the text or the other document.
    private static let wishes = [
        "view": "xdg-open FILE", "display": "xdg-open FILE", "preview": "xdg-open FILE",
        "sign": "pdfco stamp FILE --image IMAGE --at bottom-right",
        "signature": "pdfco stamp FILE --image IMAGE --at bottom-right",
        "review": "pdfco open FILE --report review.html",
        "report": "pdfco open FILE --report review.html",
        "print": "pdfco open FILE --report review.html",
        "text": "pdfco open FILE --text", "search": "pdfco highlight FILE --find TEXT",
        "find": "pdfco highlight FILE --find TEXT",
        "number": "pdfco free-text FILE --page all --at bottom --alignment center --contents {page}",
        "page-numbers": "pdfco free-text FILE --page all --at bottom --alignment center --contents {page}",
        "watermark": "pdfco stamp FILE --page all --at center --contents TEXT",
        "blackout": "pdfco redact FILE --find TEXT", "black-out": "pdfco redact FILE --find TEXT",
        "unresolve": "pdfco reply FILE NAME --state none", "reopen": "pdfco reply FILE NAME --state none",
        "accept": "pdfco reply FILE NAME --state accepted", "reject": "pdfco reply FILE NAME --state rejected",
        "repair": "pdfco save --repair FILE", "new": "pdfco open --new FILE", "create": "pdfco open --new FILE",
        "image": "pdfco stamp FILE --image IMAGE --at center",
        "copy": "pdfco export FILE | pdfco import OTHER -", "carry": "pdfco export FILE | pdfco import OTHER -",
        "transfer": "pdfco export FILE | pdfco import OTHER -",
    ]

    /// Words that are never suggested.
    static let destructive: Set = [
        "remove", "delete", "rm", "discard", "revert", "redact", "--force", "--discard", "--ignore-signatures", "--all",
        "--rewrite",
    ]

    /// Returns why the words name no command; `nil` if they do, or if the argument parser says it.
    func failureOfCommand() -> CommandFailure? {
        let isHelp = words.first == "help"
        let asked = isHelp ? Array(words.dropFirst()) : words
        let (type, rest) = root.command(namedBy: asked)
        let path = asked[..<rest.startIndex]
        guard let word = rest.first, !word.hasPrefix("-"), word != "help",
            isHelp || !type.configuration.subcommands.isEmpty,
            type.configuration.defaultSubcommand == nil
        else { return nil }
        let isAnnotating = type.configuration.commandName == "annotate"
        let help =
            typed.command(path) + " --help "
            + (type.configuration.subcommands.isEmpty ? "shows it" : "lists the commands")
        if !isHelp, TypedWords.isDocument(word) {
            if let verb = rest.dropFirst().first, type.subcommand(named: verb) != nil {
                let ordered = path + [verb, word] + rest.dropFirst(2)
                return .usage("the command comes before the document", hint: typed.command(ordered))
            }
            return isAnnotating
                ? .usage(
                    "annotate needs a subtype before the document, such as highlight, text, free-text or stamp; or list, "
                        + "update, remove", hint: help)
                : .usage("no command given before '\(word)'", hint: typed.command(["open"] + rest))
        }
        let problem = isAnnotating ? "annotate has no command '\(word)'" : "there is no command '\(word)'"
        if let wish = Self.wishes[word.lowercased()], !isHelp {
            let files = rest.dropFirst().filter { !$0.hasPrefix("-") }
            let file = files.first { $0.lowercased().hasSuffix(".pdf") } ?? files.first ?? "FILE"
            let other = files.first { $0 != file }
            let words = wish.split(separator: " ").map(String.init).map {
                $0 == "FILE" ? file : ["IMAGE", "NAME", "OTHER", "TEXT"].contains($0) ? other ?? $0 : $0
            }
            return .usage(problem, hint: words.map(TypedWords.quoted).joined(separator: " "))
        }
        let meant =
            Self.commands[word.lowercased()] ?? Self.similar(word.lowercased(), to: type.configuration.subcommands)
            ?? Self.similar(word.lowercased(), to: root.configuration.subcommands)
        guard let meant else { return .usage(problem, hint: help) }
        return .usage(problem, hint: typed.command((isHelp ? ["help"] : []) + [meant] + rest.dropFirst()))
    }

    /// Returns the command that is most like a word.
    private static func similar(_ word: String, to types: [any ParsableCommand.Type]) -> String? {
        let names = types.flatMap { [$0.configuration.commandName ?? ""] + $0.configuration.aliases }
            .filter { !destructive.contains($0) }
        return EditDistance.closest(to: word, in: names).map { names[$0] }
    }

    // MARK: Options

    /// What people type for options that have another name here.
    private static let options = [
        "text": "contents", "comment": "contents", "message": "contents", "note": "contents", "type": "subtype",
        "kind": "subtype", "box": "rect", "bbox": "rect", "rectangle": "rect", "position": "at", "search": "find",
        "phrase": "find", "user": "author", "out": "output", "in-place": "save", "pages": "page", "place": "at",
        "fill": "interior-color", "fill-color": "interior-color", "width": "border-width", "line-width": "border-width",
        "threads": "jobs", "workers": "jobs", "parallel": "jobs", "preview": "dry-run", "silent": "quiet",
        "write": "save", "with": "contents", "replacement": "contents", "steps": "count",
        "case-insensitive": "ignore-case",
        "url": "uri", "lang": "language", "title": "subject", "colour": "color", "password": "password-file",
    ]

    /// Returns the failure of a name that begins with a hyphen.
    func failure(ofName name: String) -> CommandFailure {
        let file = "./" + name
        return .usage(
            "unknown option '\(name)'", hint: TypedWords.isFile(file) ? typed.replacing(name, with: file) : nil)
    }

    /// Returns an error of the argument parser as one line, and a command that works in place of the words.
    func failure(_ error: any Error) -> CommandFailure {
        let names = words.prefix { $0 != "--" }.filter { $0.hasPrefix("-") && TypedWords.isFile("./" + $0) }
        if let name = names.first { return failure(ofName: name) }
        let message = root.message(for: error).split(separator: "\n").first.map(String.init) ?? "Invalid arguments"
        let help = typed.command(name) + " --help shows the usage"
        let arguments = CommandArguments(of: type)
        let (bare, options) = arguments.places(in: words.dropFirst(name.count))
        let unknown = options.first { isUnknown(words[$0], arguments) }.map { String(words[$0].prefix { $0 != "=" }) }
        // What else is wrong may follow from it.
        if let option = Self.quotedWord(in: message, after: "Unknown option ").map(String.init) ?? unknown {
            let place = words.firstIndex { $0.hasPrefix(option) } ?? words.endIndex
            let before = bare.prefix { $0 < place }
            return .usage(
                "unknown option '\(option)'", hint: hint(forUnknown: option, at: options, arguments, before) ?? help)
        }
        let trimmed = message.hasSuffix(".") ? String(message.dropLast()) : message
        let hint =
            hintAboutText(message, arguments, bare) ?? hint(about: message)
            ?? (message.hasPrefix("Missing expected argument '<file>'")
                ? typed.again { $0.insert("FILE", at: name.count) } : nil)
            ?? help
        return .usage(trimmed.prefix(1).lowercased() + trimmed.dropFirst(), hint: hint)
    }

    /// Whether a word is an option that the command does not have.
    private func isUnknown(_ word: String, _ arguments: CommandArguments) -> Bool {
        guard arguments.option(word) == nil else { return false }
        let option = word.prefix { $0 != "=" }
        guard option.hasPrefix("--") else {
            return Self.letters[String(option.dropFirst())] != nil || arguments.options.contains("-" + option)
        }
        return option != "--help"
    }

    /// Returns a hint for what the argument parser says of a value or of a lack.
    private func hint(about message: String) -> String? {
        message.hasPrefix("Missing value for '") && message.contains("<colour>")
            ? "a shell takes # for a comment: quote it, as in '#ff0000'" : nil
    }

    /// - Parameter places: those of all options among the words.
    private func hint(
        forUnknown option: String, at places: [Int], _ arguments: CommandArguments, _ bare: ArraySlice<Int>
    ) -> String? {
        if option == "--name", arguments.positional.contains(where: { $0.valueName == "name" }) {
            return bare.count > 1 ? nil : typed.again { $0.removeAll { $0 == option } }
        }
        // What follows it is a password, which no other user may see in the list of processes.
        if option == "--password" { return "pass it in a file, with --password-file FILE, or in PDFCO_PASSWORD" }
        guard meant(by: option, arguments) != nil else { return nil }
        return typed.again { words in
            words = zip(words.indices, words).flatMap { place, word in
                let option = word.prefix { $0 != "=" }
                guard places.contains(place), isUnknown(word, arguments),
                    let meant = meant(by: String(option), arguments)
                else { return [word] }
                return meant.count == 1 ? [meant[0] + word.dropFirst(option.count)] : meant
            }
        }
    }

    /// Returns the words that are meant by an option that the command does not have.
    private func meant(by option: String, _ arguments: CommandArguments) -> [String]? {
        let name = String(option.drop { $0 == "-" })
        if !option.hasPrefix("--") {
            let meant = arguments.options.contains("--" + name) ? name : Self.letters[name]
            return meant.flatMap { arguments.options.contains("--" + $0) ? ["--" + $0] : nil }
        }
        let known = arguments.options.filter { !Self.destructive.contains($0) }.map { String($0.dropFirst(2)) }
        if name == "all-pages", known.contains("page") { return ["--page", "all"] }
        // Text is what a mark is on, and what everything else says.
        if ["text", "word", "words", "string"].contains(name), known.contains("quad-points") { return ["--find"] }
        let beginning = known.filter { $0.hasPrefix(name) }
        let meant =
            Self.options[name].flatMap { known.contains($0) ? $0 : nil }
            ?? EditDistance.closest(to: name, in: known).map { known[$0] }
            ?? (beginning.count == 1 ? beginning[0] : nil)
        return meant.map { ["--" + $0] }
    }

    /// What people type for options, in a letter.
    private static let letters = [
        "m": "contents", "t": "contents", "p": "page", "a": "author", "f": "find", "c": "color", "n": "name",
        "i": "ignore-case",
    ]

    /// Returns the command in which a word without an option is the text, and a number the page, where one is missing or a word has
    /// no place.
    private func hintAboutText(_ message: String, _ arguments: CommandArguments, _ bare: [Int]) -> String? {
        let isMissing = ["Missing expected argument '--contents", "Specify --contents"].contains(
            where: message.hasPrefix)
        let isStray = message.contains("nexpected argument")
        let strays = StrayWords(typed: typed, arguments: arguments, bare: bare)
        if isStray, let joined = strays.joined(last: bare.last) { return joined }
        guard arguments.options.contains("--contents"), isMissing || isStray else { return nil }
        // A word beyond those that the command takes is no document; a session has named that.
        let others = bare.filter { !TypedWords.isDocument(words[$0]) }.dropFirst(max(0, arguments.positional.count - 1))
        let number = others.first {
            Int(words[$0]) != nil && arguments.options.contains("--page") && (others.count > 1 || !isMissing)
        }
        let text = others.last { $0 != number }
        guard isMissing || text != nil else { return nil }
        if name.last == "replace-text", others.count == 2, let first = others.first, let last = others.last {
            return typed.again { words in
                words.insert("--contents", at: last)
                words.insert("--find", at: first)
            }
        }
        if let text, number == nil, others.contains(text - 1), !words[text - 1].contains(" ") {
            return strays.value(of: "--contents", endingAt: text, notBefore: others.first)
        }
        return typed.again { words in
            for (place, option) in [(text, "--contents"), (number, "--page")].sorted(by: { $0.0 ?? 0 > $1.0 ?? 0 }) {
                if let place { words.insert(option, at: place) }
            }
            let hasFile = typed.areInSession || bare.contains { TypedWords.isDocument(self.words[$0]) }
            if !hasFile { words.insert("FILE", at: name.count) }
            if text == nil { words += ["--contents", "TEXT"] }
        }
    }

    private static func quotedWord(in message: String, after beginning: String) -> Substring? {
        guard message.hasPrefix(beginning + "'") else { return nil }
        return message.dropFirst(beginning.count + 1).prefix { $0 != "'" }
    }
}
