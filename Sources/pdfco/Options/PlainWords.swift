import ArgumentParser
import Synchronization

/// Reads a command from words that are plain: each option by its whole name or its letter, and once, with its value as the next
/// word or behind `=`.
///
/// They mean what they mean to the argument parser, which takes a hundred times as long: as long as a small edit, for a command
/// with sixty options. Words that are not plain, are wrong or ask for help are left to it. Both read the same declarations: a
/// command decodes itself, each option under the name of its variable.
enum PlainWords {
    /// Returns `nil` if the words are not plain, or not right.
    static func command<Command: ParsableCommand>(_ type: Command.Type, _ words: some Sequence<String>) -> Command? {
        guard let given = GivenWords(words, options(of: type)) else { return nil }
        let decoder = WordDecoder(given)
        guard var command = try? Command(from: decoder), decoder.given?.arguments.isEmpty == true,
            (try? command.validate()) != nil
        else { return nil }
        return command
    }

    /// Options that have a letter, in all commands that have the option.
    static let letters = ["-o": "--output", "-q": "--quiet", "-v": "--verbose", "-i": "--interactive"]

    /// Returns the words for the options of a command.
    static func names(of type: any ParsableCommand.Type) -> Set<String> { Set(options(of: type).keys) }

    private static let known = Mutex<[ObjectIdentifier: [String: DeclaredOption]]>([:])

    /// Returns the options of a command, for which it is asked only once: a session has many lines.
    private static func options(of type: any ParsableCommand.Type) -> [String: DeclaredOption] {
        known.withLock { known in
            if let options = known[ObjectIdentifier(type)] { return options }
            let decoder = WordDecoder(nil)
            // What is not plain to decode is not plain to read.
            let options = (try? type.init(from: decoder)) == nil ? [:] : decoder.options
            known[ObjectIdentifier(type)] = options
            return options
        }
    }
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

    /// `nil` to find out which options there are; what must be given counts as given.
    fileprivate var given: GivenWords?
    /// The options that were decoded, by the words for them.
    fileprivate(set) var options: [String: DeclaredOption] = [:]

    init(_ given: GivenWords?) { self.given = given }

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
        // `--files-from` is for `filesFrom`.
        let name = key.reduce("") { $0 + ($1.isUppercase ? "-\($1.lowercased())" : "\($1)") }
        options["--\(name)"] = DeclaredOption(key: key, kind: kind)
        if hasOpposite { options["--no-\(name)"] = DeclaredOption(key: key, kind: .opposite) }
        return []
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
            var option = Option<String?>()
            option.wrappedValue = decoder.values(of: key, .value).first
            return option as! Value
        }
        if type == Flag<Bool>.self {
            var flag = Flag<Bool>(wrappedValue: false)
            flag.wrappedValue = !decoder.values(of: key, .flag).isEmpty
            return flag as! Value
        }
        if type == Option<[String]>.self {
            var option = Option<[String]>(wrappedValue: [])
            option.wrappedValue = decoder.values(of: key, .values)
            return option as! Value
        }
        if type == Flag<Bool?>.self {
            var flag = Flag<Bool?>(inversion: .prefixedNo)
            flag.wrappedValue = decoder.values(of: key, .flag, hasOpposite: true).first.map { $0 == "true" }
            return flag as! Value
        }
        return try argument(type, key) ?? Value(from: decoder)
    }

    /// Returns an argument without a name, or an option that must be given; `nil` for a group of options.
    private func argument<Value>(_ type: Value.Type, _ key: Key) throws -> Value? {
        if type == Option<String>.self {
            var option = Option<String>()
            option.wrappedValue = try given(decoder.values(of: key, .value).first)
            return option as? Value
        }
        if type == Argument<String>.self {
            var argument = Argument<String>()
            argument.wrappedValue = try given(decoder.given?.arguments.popFirst())
            return argument as? Value
        }
        if type == Argument<String?>.self {
            var argument = Argument<String?>()
            argument.wrappedValue = decoder.given == nil ? "" : decoder.given?.arguments.popFirst()
            return argument as? Value
        }
        if type == Argument<[String]>.self {
            var argument = Argument<[String]>(wrappedValue: [])
            argument.wrappedValue = decoder.given.map { Array($0.arguments) } ?? [""]
            decoder.given?.arguments = []
            return argument as? Value
        }
        return nil
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
