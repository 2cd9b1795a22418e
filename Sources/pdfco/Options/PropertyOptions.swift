import ArgumentParser
import LinuxFiles
import PDFModel
import SystemPackage

/// A section of a command's options, each of which sets a property of annotations.
protocol PropertySection {
    static var options: [StatedProperty] { get }
}

/// A property as an option of one command.
struct StatedProperty {
    var property: AnnotationProperty
    var option: PropertyOption
    var isRequired = false
    /// The possible words, if the property takes only certain words.
    var values: [String]

    /// Returns `nil` for a property that has no option.
    init?(_ property: AnnotationProperty, isRequired: Bool = false, values: [String]? = nil) {
        guard let option = property.option else { return nil }
        (self.property, self.option, self.isRequired) = (property, option, isRequired)
        self.values = values ?? option.values
    }

    /// The option as the argument parser's own type.
    fileprivate var argument: Any {
        let name = NameSpecification.customLong(option.name)
        var text = option.help
        let words = values.joined(separator: ", ")
        if !words.isEmpty, option.values.isEmpty { text = "\(text.dropLast()): \(words)." }
        if property == Annotation.schema.contents.untyped {
            text = "\(text.dropLast()); '-' reads it from standard input, @FILE from a file."
        }
        let help = ArgumentHelp(text, valueName: option.valueName)
        let completion: CompletionKind? =
            option.isFile ? .file() : values.isEmpty ? Completions.values(of: property) : .list(values)
        let parsing: SingleValueParsingStrategy = option.isNumeric ? .unconditional : .next
        switch (option.isSwitch, option.isRepeatable, isRequired) {
        case (true, _, _): return Flag<Bool?>(name: name, inversion: .prefixedNo, help: help)
        case (_, true, true):
            return Option<[String]>(name: name, parsing: .unconditionalSingleValue, help: help, completion: completion)
        case (_, true, false):
            return Option<[String]>(
                wrappedValue: [], name: name, parsing: .unconditionalSingleValue, help: help, completion: completion)
        case (_, _, true): return Option<String>(name: name, parsing: parsing, help: help, completion: completion)
        default: return Option<String?>(name: name, parsing: parsing, help: help, completion: completion)
        }
    }

    fileprivate func texts(_ values: KeyedDecodingContainer<OptionKey>) throws -> [String] {
        let key = OptionKey(stringValue: option.name)
        switch (option.isSwitch, option.isRepeatable, isRequired) {
        case (true, _, _): return try values.decode(Flag<Bool?>.self, forKey: key).wrappedValue.map { ["\($0)"] } ?? []
        case (_, true, _): return try values.decode(Option<[String]>.self, forKey: key).wrappedValue
        case (_, _, true): return [try values.decode(Option<String>.self, forKey: key).wrappedValue]
        default: return try values.decode(Option<String?>.self, forKey: key).wrappedValue.map { [$0] } ?? []
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
    /// Returns the value given for an option that takes one.
    func value(of option: String) throws -> String? {
        try decode(Option<String?>.self, forKey: OptionKey(stringValue: option)).wrappedValue
    }
}

/// Options that are listed, instead of declared as variables: a group of them, or a part of a group.
///
/// For every type of a group, the argument parser asks the runtime half a dozen questions, each of which takes as long as
/// a tenth of an edit. So what stands under one title is one group.
protocol ListedOptions {
    /// The options with their names, in the order of the help.
    static var options: [Mirror.Child] { get }

    init()
    init(_ values: KeyedDecodingContainer<OptionKey>) throws
}

extension ParsableArguments where Self: ListedOptions {
    init(from decoder: any Decoder) throws { try self.init(decoder.container(keyedBy: OptionKey.self)) }

    /// The argument parser finds options by reflection.
    var customMirror: Mirror { Mirror(self, children: Self.options) }
}

/// The values given for a section's options.
struct PropertyOptions<Section: PropertySection>: ParsableArguments, CustomReflectable, ListedOptions {
    private var given: [(stated: StatedProperty, texts: [String])] = []

    init() {}

    init(_ values: KeyedDecodingContainer<OptionKey>) throws {
        for stated in Section.options {
            let texts = try stated.texts(values)
            if !texts.isEmpty { given.append((stated, texts)) }
        }
    }

    static var options: [Mirror.Child] { Section.options.map { ($0.option.name, $0.argument) } }

    /// The properties given.
    var properties: [AnnotationProperty] { given.map(\.stated.property) }

    /// Adds the properties given to `change`.
    func state(in change: inout AnnotationChange) throws(CommandFailure) {
        for (stated, texts) in given {
            if stated.option.isFile {
                let path = FilePath(argument: texts[0])
                let file = try AttachedFile(readingFileAt: path, for: stated.option.name)
                if stated.property == Annotation.schema.image.untyped { try Self.checkImage(file, path) }
                change.set(stated.property, to: file)
                continue
            }
            var texts = texts
            if stated.property == Annotation.schema.contents.untyped {
                texts = [try ContentsArgument.text(texts[0])]
            }
            let isText = !texts.contains(where: ByteText.hasEscapes)
            if isText, change.set(stated.property, to: texts) { continue }
            let culprit = texts.first { text in
                var attempt = AnnotationChange()
                return ByteText.hasEscapes(text) || !attempt.set(stated.property, to: [text])
            }
            throw CommandFailure(
                kind: "usage",
                problem: "--\(stated.option.name) takes \(stated.option.form), not '\(culprit ?? texts[0])'",
                exitStatus: .usage)
        }
    }

    /// Names the file where it is no image; an edit would name the document.
    private static func checkImage(_ file: AttachedFile, _ path: FilePath) throws(CommandFailure) {
        do throws(PDFError) { try Annotation.checkImage(file.data ?? []) } catch {
            throw CommandFailure(
                kind: "image", file: path.argument, problem: "\(error)",
                hint: "--image takes whole PNG and JPEG files of up to 75 million pixels", exitStatus: .dataError)
        }
    }

    /// States the author whom PDFCO_AUTHOR names, or else the user, where the section has an author and its option is not
    /// given.
    func stateUsualAuthor(in change: inout AnnotationChange) {
        let property = Annotation.schema.author.untyped
        guard Section.options.contains(where: { $0.property == property }), !properties.contains(property),
            let author = ThisProcess.environment("PDFCO_AUTHOR") ?? ThisProcess.userName, !author.isEmpty
        else { return }
        _ = change.set(property, to: [author])
    }
}
