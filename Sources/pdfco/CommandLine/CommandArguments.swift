import ArgumentParser
import FoundationEssentials

/// The arguments of a command, as the argument parser describes them.
struct CommandArguments {
    struct Argument: Decodable {
        struct Name: Decodable {
            var kind: String
            var name: String
        }

        struct Completion: Decodable {
            struct List: Decodable { var values: [String] }
            struct Anything: Decodable {}
            struct Endings: Decodable { var extensions: [String]? }

            var list: List?
            var file: Endings?
            var directory: Anything?
            var custom: Anything?

        }

        /// The kind of files that an argument takes, as the scripts of shells call it.
        enum Files: String {
            case documents = "PDF"
            case any = "FILES"
            case directories = "DIRECTORIES"
        }

        var kind: String
        var abstract: String?
        var names: [Name]?
        var valueName: String?
        var isRepeating: Bool?
        var completionKind: Completion?

        /// The kind of files; `nil` where it takes none.
        var files: Files? {
            if completionKind?.directory != nil { return .directories }
            return completionKind?.file.map { $0.extensions == ["pdf"] ? .documents : .any }
        }

        /// The names as they are typed, the long ones only.
        var words: [String] { (names ?? []).filter { $0.kind == "long" }.map { "--\($0.name)" } }
    }

    private struct Dump: Decodable {
        struct Command: Decodable { var arguments: [Argument]? }

        var command: Command
    }

    private let all: [Argument]

    init(of type: any ParsableCommand.Type) {
        let text = type._dumpHelp()
        all = (try? JSONDecoder().decode(Dump.self, from: Data(text.utf8)))?.command.arguments ?? []
    }

    /// The options as they are typed.
    var options: [String] { all.flatMap(\.words) }
    /// The options as they are typed, with what each does.
    var described: TabOffer.Words {
        all.flatMap { argument in argument.words.map { ($0, argument.abstract ?? "") } }
    }
    var positional: [Argument] { all.filter { $0.kind == "positional" } }

    /// Returns the option that a word is for, with its value after `=` or without.
    func option(_ word: String) -> Argument? {
        let name = word.prefix { $0 != "=" }
        return all.first { argument in
            argument.names?.contains { ($0.kind == "long" ? "--" : "-") + $0.name == name } == true
        }
    }

    /// Returns the places of the words that are neither options nor their values, and those of the options, up to `--`.
    func places(in words: ArraySlice<String>) -> (bare: [Int], options: [Int]) {
        var (bare, options): ([Int], [Int]) = ([], [])
        var index = words.startIndex
        while index < words.endIndex, words[index] != "--" {
            if words[index].hasPrefix("-"), words[index] != "-" {
                options.append(index)
                if option(words[index])?.kind == "option", !words[index].contains("=") { index += 1 }
            } else {
                bare.append(index)
            }
            index += 1
        }
        return (bare, options)
    }
}
