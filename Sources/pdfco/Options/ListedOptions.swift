import ArgumentParser

/// Options that are listed, instead of declared as variables: a group of them, or a part of a group.
///
/// For every type of a group, the argument parser asks the runtime several questions, each of which takes as long as a
/// hundredth of an edit. So what stands under one title is one group.
protocol ListedOptions {
    /// The options, in the order of the help.
    static var options: [ListedOption] { get }

    init()
    init(_ values: KeyedDecodingContainer<OptionKey>) throws
}

/// One option of a list.
struct ListedOption {
    /// Without the two hyphens.
    var name: String
    var isRequired = false
    /// Makes the option as the argument parser's own type.
    var argument: () -> Any
}

extension ParsableArguments where Self: ListedOptions {
    init(from decoder: any Decoder) throws { try self.init(decoder.container(keyedBy: OptionKey.self)) }

    /// The argument parser finds options by reflection.
    var customMirror: Mirror {
        let given = Self.options.filter { $0.isRequired || GivenOptions.mayHave($0.name) }
        return Mirror(self, children: given.map { ($0.name, $0.argument()) })
    }
}

/// The key of an option that the argument parser finds by a mirror.
struct OptionKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

extension KeyedDecodingContainer<OptionKey> {
    /// Returns the value given for an option that takes one.
    func value(of option: String) throws -> String? {
        guard GivenOptions.mayHave(option) else { return nil }
        return try decode(Option<String?>.self, forKey: OptionKey(stringValue: option)).wrappedValue
    }
}

/// The options that some arguments can have: of a long list, the argument parser needs to know only these, which saves a
/// tenth of a small edit.
///
/// Where arguments are wrong or ask for help, they are parsed again with all options.
enum GivenOptions {
    /// `nil` for all.
    @TaskLocal private static var names: Set<Substring>?

    static func mayHave(_ option: String) -> Bool { names?.contains(option[...]) ?? true }

    /// Parses arguments with only those listed options that their words name.
    static func parsing<Result>(_ arguments: some Sequence<String>, _ parse: () throws -> Result) rethrows -> Result {
        var names: Set<Substring> = []
        for argument in arguments where argument.hasPrefix("--") {
            let name = argument.dropFirst(2).prefix { $0 != "=" }
            names.insert(name)
            if name.hasPrefix("no-") { names.insert(name.dropFirst(3)) }
        }
        return try $names.withValue(names, operation: parse)
    }
}
