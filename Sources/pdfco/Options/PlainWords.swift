import ArgumentParser
import Synchronization

/// Reads a command from words that are plain: each option by its whole name or its letter, and once, with its value as
/// the next word or after `=`.
///
/// They mean what they mean to the argument parser, which takes ten times as long: as long as a small edit, for a command with
/// sixty options. Words that are not plain, are wrong or ask for help are left to it. Both read the same declarations: a
/// command decodes itself, each option under the name of its variable.
enum PlainWords {
    /// Returns `nil` if the words are not plain, or not right.
    static func command<Command: ParsableCommand>(_ type: Command.Type, _ words: some Sequence<String>) -> Command? {
        let declarations = declarations(of: type)
        guard let given = GivenWords(words, declarations.options) else { return nil }
        let decoder = WordDecoder(declarations, given)
        guard var command = try? Command(from: decoder), decoder.given?.arguments.isEmpty == true,
            (try? command.validate()) != nil
        else { return nil }
        return command
    }

    /// Options that have a letter, in all commands that have the option.
    static let letters = ["-o": "--output", "-q": "--quiet", "-v": "--verbose", "-i": "--interactive"]

    /// Returns the words for the options of a command.
    static func names(of type: any ParsableCommand.Type) -> Set<String> { Set(declarations(of: type).options.keys) }

    private static let known = Mutex<[ObjectIdentifier: Declarations]>([:])

    /// Returns what a command declares, for which it is asked only once: a session has many lines.
    private static func declarations(of type: any ParsableCommand.Type) -> Declarations {
        known.withLock { known in
            if let declarations = known[ObjectIdentifier(type)] { return declarations }
            let decoder = WordDecoder(Declarations(), nil)
            // What is not plain to decode is not plain to read.
            let declarations = (try? type.init(from: decoder)) == nil ? Declarations() : decoder.declarations
            known[ObjectIdentifier(type)] = declarations
            return declarations
        }
    }
}

/// The options that a command declares.
private struct Declarations {
    /// By the words for them.
    var options: [String: DeclaredOption] = [:]
    /// Its groups of options where none of them is given, by their types.
    var groups: [ObjectIdentifier: UngivenGroup] = [:]
}

/// A group of options, all optional, as it is where none is given.
private struct UngivenGroup: Sendable {
    /// The variables of its options.
    let keys: Set<String>
    /// A part of a command, and so sendable as commands are.
    nonisolated(unsafe) let value: Any
}

/// An option that a command declares.
private struct DeclaredOption {
    /// The name of the variable.
    var key: String
    var kind: Kind

    enum Kind {
        case flag
        /// The other word of a flag, which begins with `--no-`.
        case opposite
        case value
        /// A value each time that it is given.
        case values
    }
}

/// The words of a command line, by the variables of the options that they belong to.
private struct GivenWords {
    var values: [String: [String]] = [:]
    /// The words that belong to no option.
    var arguments: ArraySlice<String> = []

    init?(_ words: some Sequence<String>, _ options: [String: DeclaredOption]) {
        var words = words.makeIterator()
        while let word = words.next() {
            guard Self.isOption(word) else {
                arguments.append(word)
                continue
            }
            let end = word.utf8.firstIndex(of: UInt8(ascii: "="))
            let name = String(word[..<(end ?? word.endIndex)])
            let letter = end == nil ? PlainWords.letters[name] : nil
            guard let option = options[letter ?? name] else { return nil }
            let value: String
            switch option.kind {
            case .flag, .opposite:
                guard end == nil else { return nil }
                value = "\(option.kind == .flag)"
            case .value, .values:
                let behind = end.map { String(word[word.index(after: $0)...]) }
                guard let next = behind ?? words.next(), behind == nil ? !Self.isOption(next) : !next.isEmpty else {
                    return nil
                }
                value = next
            }
            guard values[option.key] == nil || option.kind == .values else { return nil }
            values[option.key, default: []].append(value)
        }
    }

    private static func isOption(_ word: String) -> Bool { word.utf8.first == UInt8(ascii: "-") && word != "-" }
}

/// Lets a command decode itself from words.
private final class WordDecoder: Decoder {
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    private(set) var declarations: Declarations
    /// `nil` to find out what is declared; what must be given counts as given.
    fileprivate var given: GivenWords?
    /// The variables of the options that were declared, in their order.
    private var keys: [String] = []
    /// How many things were decoded that stand without a name, or must be given.
    fileprivate var positions = 0

    init(_ declarations: Declarations, _ given: GivenWords?) { (self.declarations, self.given) = (declarations, given) }

    func container<Key>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(OptionContainer(decoder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw NotPlain() }
    func singleValueContainer() throws -> any SingleValueDecodingContainer { throw NotPlain() }

    fileprivate func values(
        of key: any CodingKey, _ kind: DeclaredOption.Kind, hasOpposite: Bool = false
    ) -> [String] {
        let key = key.stringValue
        if let given { return given.values[key] ?? [] }
        keys.append(key)
        let name = key.hyphenated
        declarations.options["--\(name)"] = DeclaredOption(key: key, kind: kind)
        if hasOpposite { declarations.options["--no-\(name)"] = DeclaredOption(key: key, kind: .opposite) }
        return []
    }

    /// Returns a group of options.
    fileprivate func group<Group: Decodable>(_ type: Group.Type) throws -> Group {
        if let given {
            guard let known = declarations.groups[ObjectIdentifier(type)],
                known.keys.isDisjoint(with: given.values.keys),
                let group = known.value as? Group
            else { return try Group(from: self) }
            return group
        }
        let (first, positions) = (keys.count, positions)
        let group = try Group(from: self)
        if positions == self.positions {
            declarations.groups[ObjectIdentifier(type)] = UngivenGroup(keys: Set(keys[first...]), value: group)
        }
        return group
    }
}

private struct NotPlain: Error {}

private struct OptionContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: WordDecoder
    let codingPath: [any CodingKey] = []
    let allKeys: [Key] = []

    func contains(_ key: Key) -> Bool { true }
    func decodeNil(forKey key: Key) -> Bool { false }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        if type == Option<String?>.self {
            return set(Option<String?>()) { $0.wrappedValue = decoder.values(of: key, .value).first } as! Value
        }
        if type == Flag<Bool>.self {
            return set(Flag(wrappedValue: false)) { $0.wrappedValue = !decoder.values(of: key, .flag).isEmpty }
                as! Value
        }
        if type == Option<[String]>.self {
            return set(Option<[String]>(wrappedValue: [])) { $0.wrappedValue = decoder.values(of: key, .values) }
                as! Value
        }
        if type == Flag<Bool?>.self {
            let values = decoder.values(of: key, .flag, hasOpposite: true)
            return set(Flag<Bool?>(inversion: .prefixedNo)) { $0.wrappedValue = values.first.map { $0 == "true" } }
                as! Value
        }
        guard let argument = try argument(type, key) else { return try decoder.group(type) }
        decoder.positions += 1
        return argument
    }

    /// Returns an argument without a name, or an option that must be given; `nil` for a group of options.
    private func argument<Value>(_ type: Value.Type, _ key: Key) throws -> Value? {
        if type == Option<String>.self {
            return try set(Option<String>()) { $0.wrappedValue = try given(decoder.values(of: key, .value).first) }
                as? Value
        }
        if type == Argument<String>.self {
            return try set(Argument<String>()) { $0.wrappedValue = try given(decoder.given?.arguments.popFirst()) }
                as? Value
        }
        if type == Argument<String?>.self {
            let word = decoder.given == nil ? "" : decoder.given?.arguments.popFirst()
            return set(Argument<String?>()) { $0.wrappedValue = word } as? Value
        }
        if type == Argument<[String]>.self {
            let words = decoder.given.map { Array($0.arguments) } ?? [""]
            decoder.given?.arguments = []
            return set(Argument<[String]>(wrappedValue: [])) { $0.wrappedValue = words } as? Value
        }
        return nil
    }

    private func set<Wrapper>(_ wrapper: Wrapper, _ change: (inout Wrapper) throws -> Void) rethrows -> Wrapper {
        var wrapper = wrapper
        try change(&wrapper)
        return wrapper
    }

    private func given(_ value: String?) throws -> String {
        guard let value = decoder.given == nil ? "" : value else { throw NotPlain() }
        return value
    }

    func nestedContainer<Nested>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { throw NotPlain() }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { throw NotPlain() }
    func superDecoder() throws -> any Decoder { throw NotPlain() }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw NotPlain() }
}
