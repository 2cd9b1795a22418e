import ArgumentParser
import Synchronization

/// The values given for listed options.
enum OptionValues {
    /// As the argument parser has found them.
    case parsed(KeyedDecodingContainer<OptionKey>)
    case plain(PlainWords)

    /// Returns the value given for an option that takes one.
    func value(of option: String) throws -> String? {
        switch self {
        case .plain(let words): return words.values(of: option).first
        case .parsed(let values):
            let key = OptionKey(stringValue: option)
            return values.contains(key) ? try values.decode(Option<String?>.self, forKey: key).wrappedValue : nil
        }
    }

    /// Returns the value of an option that has one if none is given.
    func value(of option: String, default value: String) throws -> String {
        switch self {
        case .plain(let words): return words.values(of: option).first ?? value
        case .parsed(let values):
            let key = OptionKey(stringValue: option)
            return values.contains(key) ? try values.decode(Option<String>.self, forKey: key).wrappedValue : value
        }
    }

    /// Whether an option without a value is given.
    func flag(_ option: String) throws -> Bool {
        switch self {
        case .plain(let words): return !words.values(of: option).isEmpty
        case .parsed(let values):
            let key = OptionKey(stringValue: option)
            return values.contains(key) ? try values.decode(Flag<Bool>.self, forKey: key).wrappedValue : false
        }
    }

    /// Returns the one word that may stand without the name of an option.
    func argument(_ name: String) throws -> String? {
        switch self {
        case .plain(let words): return words.arguments.first
        case .parsed(let values):
            return try values.decode(Argument<String?>.self, forKey: OptionKey(stringValue: name)).wrappedValue
        }
    }

    /// Returns what stands without the name of an option.
    func arguments(_ name: String) throws -> [String] {
        switch self {
        case .plain(let words): return words.arguments
        case .parsed(let values):
            return try values.decode(Argument<[String]>.self, forKey: OptionKey(stringValue: name)).wrappedValue
        }
    }

    /// Returns the options of a list that stand in no group.
    func list<Options: ListedOptions>() throws -> Options {
        var options = try Options(self)
        try options.validate()
        return options
    }
}

/// The words of a command that has listed options only, where they are plain: every option in full, once, with its value as
/// the next word. They mean what they mean to the argument parser, which takes thirty times as long.
struct PlainWords {
    private var given: [String: [String]] = [:]
    /// The words that belong to no option.
    private(set) var arguments: [String] = []

    /// Returns `nil` if a word is not plain: then the argument parser finds what it means, or what is wrong.
    init?(_ words: some Sequence<String>, _ options: OptionTable) {
        var words = words.makeIterator()
        while let word = words.next() {
            guard word.utf8.first == UInt8(ascii: "-") else {
                arguments.append(word)
                continue
            }
            guard let option = options.option(word) else { return nil }
            let value: String
            switch option.kind {
            case .flag, .invertible: value = option.isOpposite ? "false" : "true"
            case .value(let takesHyphens):
                guard let next = words.next(), takesHyphens || next.utf8.first != UInt8(ascii: "-") else { return nil }
                value = next
            case .argument: return nil
            }
            guard given[option.name] == nil || option.isRepeatable else { return nil }
            given[option.name, default: []].append(value)
        }
        guard options.required.allSatisfy({ given[$0] != nil }) else { return nil }
    }

    /// Returns the values given for an option; `true` or `false` for one without a value.
    func values(of option: String) -> [String] { given[option] ?? [] }
}

/// The options of one command, by the words that stand for them.
struct OptionTable: Sendable {
    fileprivate struct Entry: Sendable {
        var name: String
        var kind: ListedOption.Kind
        var isRepeatable: Bool
        var isOpposite = false
    }

    private var entries: [String: Entry] = [:]
    fileprivate let required: [String]

    init(_ options: [ListedOption]) {
        required = options.filter { $0.isRequired && $0.kind != .argument }.map(\.name)
        for option in options where option.kind != .argument {
            let entry = Entry(name: option.name, kind: option.kind, isRepeatable: option.isRepeatable)
            entries["--\(option.name)"] = entry
            guard option.kind == .invertible else { continue }
            var opposite = entry
            opposite.isOpposite = true
            entries["--no-\(option.name)"] = opposite
        }
    }

    fileprivate func option(_ word: String) -> Entry? { entries[word] }

    private static let tables = Mutex<[ObjectIdentifier: OptionTable]>([:])

    /// Returns the options of a command, which are listed only once: a session has many lines.
    static func ofCommand(_ command: any ParsableCommand.Type, _ lists: [any ListedOptions.Type]) -> OptionTable {
        tables.withLock { tables in
            if let known = tables[ObjectIdentifier(command)] { return known }
            let table = OptionTable(lists.flatMap { $0.options })
            tables[ObjectIdentifier(command)] = table
            return table
        }
    }
}
