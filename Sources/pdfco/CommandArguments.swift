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

            var list: List?
            var file: Anything?
            var directory: Anything?
            var custom: Anything?
        }

        var kind: String
        var names: [Name]?
        var valueName: String?
        var completionKind: Completion?

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
    var positional: [Argument] { all.filter { $0.kind == "positional" } }

    func option(_ word: String) -> Argument? { all.first { $0.words.contains(word) } }
}
