import ArgumentParser

/// Options that are listed, instead of declared as variables: a group of them, or a part of a group.
///
/// For every type of a group, the argument parser asks the runtime several questions, each of which takes as long as a
/// hundredth of an edit. So what stands under one title is one group.
///
/// The argument parser finds options by reflection: the mirror of the group shows them.
protocol ListedOptions: ParsableArguments, CustomReflectable {
    /// The options, in the order of the help.
    static var options: [ListedOption] { get }

    init(_ values: OptionValues) throws
}

/// One option of a list.
struct ListedOption {
    /// Without the two hyphens.
    var name: String
    /// A letter that stands for it, behind one hyphen.
    var short: Character?
    /// Whether the argument parser must know it in any case.
    var isRequired = false
    var kind = Kind.value(takesHyphens: false)
    var isRepeatable = false
    /// Whether few users need it, so that `-h` leaves it out; `--help` has all options.
    var isSeldom = false
    /// Makes the option as the argument parser's own type.
    var argument: (ArgumentVisibility) -> Any

    enum Kind: Equatable {
        case flag
        /// A flag with an opposite, `--no-…`.
        case invertible
        /// - takesHyphens: whether the value may begin with a hyphen.
        case value(takesHyphens: Bool)
        /// No option, but what stands without a name.
        case argument
    }

    var takesValue: Bool { if case .value = kind { true } else { false } }

    /// As it is written, behind its hyphens.
    var words: [String] { ["--\(name)"] + (short.map { ["-\($0)"] } ?? []) }

    /// An option without a value.
    static func flag(_ name: String, short: Character? = nil, isSeldom: Bool = false, help: String) -> Self {
        Self(name: name, short: short, kind: .flag, isSeldom: isSeldom) {
            Flag<Bool>(wrappedValue: false, name: names(name, short), help: ArgumentHelp(help, visibility: $0))
        }
    }

    /// An option with a value.
    ///
    /// - Parameter takesHyphens: whether the value may begin with a hyphen, as numbers and texts do.
    static func value(
        _ name: String, short: Character? = nil, _ valueName: String, takesHyphens: Bool = false,
        isSeldom: Bool = false,
        help: String, completion: CompletionKind? = nil
    ) -> Self {
        Self(name: name, short: short, kind: .value(takesHyphens: takesHyphens), isSeldom: isSeldom) {
            Option<String?>(
                name: names(name, short), parsing: takesHyphens ? .unconditional : .next,
                help: ArgumentHelp(help, valueName: valueName, visibility: $0), completion: completion)
        }
    }

    /// An option with a value that the help names where none is given.
    static func value(
        _ name: String, _ valueName: String, default value: String, isSeldom: Bool = false, help: String,
        completion: CompletionKind?
    ) -> Self {
        Self(name: name, isSeldom: isSeldom) {
            Option<String>(
                wrappedValue: value, name: .customLong(name),
                help: ArgumentHelp(help, valueName: valueName, visibility: $0), completion: completion)
        }
    }

    /// The same option, left out of the short help.
    var seldom: Self {
        var option = self
        option.isSeldom = true
        return option
    }

    private static func names(_ name: String, _ short: Character?) -> NameSpecification {
        NameSpecification((short.map { [.customShort($0)] } ?? []) + [.customLong(name)])
    }
}

extension ListedOptions {
    init(from decoder: any Decoder) throws { try self.init(.parsed(decoder.container(keyedBy: OptionKey.self))) }

    var customMirror: Mirror { Mirror(self, children: Self.given) }

    /// The options that the arguments may have, as the argument parser's own types.
    static var given: [(label: String?, value: Any)] {
        options.filter(GivenOptions.mayHave).map {
            ($0.name, $0.argument($0.isSeldom && CompletionShell.requesting == nil ? .hidden : .default))
        }
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
    /// Returns a group of options.
    func group<Options: ParsableArguments>(_ name: String) throws -> OptionGroup<Options> {
        try decode(OptionGroup<Options>.self, forKey: OptionKey(stringValue: name))
    }
}

/// The options that some arguments can have: of a long list, the argument parser needs to know only these, which saves a
/// tenth of a small edit.
///
/// Where arguments are wrong or ask for help, they are parsed again with all options.
enum GivenOptions {
    /// `nil` for all.
    @TaskLocal private static var names: Set<Substring>?

    static func mayHave(_ option: ListedOption) -> Bool {
        guard let names, !option.isRequired else { return true }
        return names.contains(option.name[...]) || option.short.map { names.contains(String($0)[...]) } ?? false
    }

    /// Whether there is a `--` among the arguments.
    @TaskLocal static var haveTerminator = false

    /// Whether the options that the arguments name are known, so that no others are needed.
    static var areKnown: Bool { names != nil }

    /// Parses arguments with only those listed options that their words name.
    static func parsing<Result>(_ arguments: some Sequence<String>, _ parse: () throws -> Result) rethrows -> Result {
        var names: Set<Substring> = []
        for argument in arguments where argument.hasPrefix("-") {
            guard argument.hasPrefix("--") else {
                for index in argument.indices { names.insert(argument[index...index]) }
                continue
            }
            let name = argument.dropFirst(2).prefix { $0 != "=" }
            names.insert(name)
            if name.hasPrefix("no-") { names.insert(name.dropFirst(3)) }
        }
        return try $names.withValue(names) { try parsingAll(arguments, parse) }
    }

    /// Parses arguments with all options.
    static func parsingAll<Result>(
        _ arguments: some Sequence<String>, _ parse: () throws -> Result
    ) rethrows -> Result {
        try $haveTerminator.withValue(arguments.contains("--"), operation: parse)
    }
}
