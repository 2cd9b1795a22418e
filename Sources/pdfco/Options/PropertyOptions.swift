import ArgumentParser
import LinuxFiles
import PDFModel
import Synchronization
import SystemPackage

/// A section of a command's options, each of which sets a property of annotations.
protocol PropertySection {
    static var options: [StatedProperty] { get }
    /// Whether the short help leaves all of them out.
    static var areSeldom: Bool { get }
}

extension PropertySection {
    static var areSeldom: Bool { false }

    /// The options, which are listed only once: a session has many lines.
    static var knownOptions: [StatedProperty] {
        StatedProperty.ofSections.withLock { known in
            if let options = known[ObjectIdentifier(self)] { return options }
            let options = options
            known[ObjectIdentifier(self)] = options
            return options
        }
    }
}

/// A property as an option of one command.
struct StatedProperty: Sendable {
    fileprivate static let ofSections = Mutex<[ObjectIdentifier: [StatedProperty]]>([:])

    var property: AnnotationProperty
    var option: PropertyOption
    var isRequired = false
    /// The possible words, if the property takes only certain words.
    var values: [String]

    /// Returns `nil` for a property that has no option.
    init?(_ property: AnnotationProperty, isRequired: Bool = false, values: [String]? = nil) {
        guard let option = property.option else { return nil }
        (self.property, self.option, self.isRequired) = (property, option, isRequired)
        self.values = values ?? property.words
    }

    /// The option as the argument parser declares it.
    fileprivate func declared(isSeldom: Bool) -> Any {
        let name = NameSpecification.customLong(option.name)
        var text = option.help ?? property.about
        let words = values.joined(separator: ", ")
        if !words.isEmpty { text = "\(text.dropLast()): \(words)." }
        if property == Annotation.schema.contents.untyped {
            text = "\(text.dropLast()); '-' reads it from standard input, @FILE from a file."
        }
        let help = ArgumentHelp(
            text, valueName: option.valueName, visibility: isSeldom || option.isSeldom ? .hidden : .default)
        let completion: CompletionKind? =
            option.isFile
            ? .file()
            : property == Annotation.schema.inReplyTo.untyped
                ? .annotationNames : values.isEmpty ? nil : .list(values)
        let parsing: SingleValueParsingStrategy = property.isNumeric ? .unconditional : .next
        switch (property.isSwitch, property.isRepeatable, isRequired) {
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
        switch (property.isSwitch, property.isRepeatable, isRequired) {
        case (true, _, _): return try values.decode(Flag<Bool?>.self, forKey: key).wrappedValue.map { ["\($0)"] } ?? []
        case (_, true, _): return try values.decode(Option<[String]>.self, forKey: key).wrappedValue
        case (_, _, true): return [try values.decode(Option<String>.self, forKey: key).wrappedValue]
        default: return try values.decode(Option<String?>.self, forKey: key).wrappedValue.map { [$0] } ?? []
        }
    }
}

/// The key of an option that is not declared as a variable.
private struct OptionKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

/// The values given for a section's options.
///
/// The argument parser finds options by reflection. This group's mirror shows it options that the schema lists, which
/// would otherwise be declared once more for each subtype.
struct PropertyOptions<Section: PropertySection>: ParsableArguments, CustomReflectable {
    private(set) var given: [(stated: StatedProperty, texts: [String])] = []

    init() {}

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: OptionKey.self)
        for stated in Section.knownOptions {
            let texts = try stated.texts(values)
            if !texts.isEmpty { given.append((stated, texts)) }
        }
    }

    var customMirror: Mirror {
        Mirror(
            self,
            children: Section.knownOptions.map { ($0.option.name, $0.declared(isSeldom: Section.areSeldom)) })
    }

    /// The properties given.
    var properties: [AnnotationProperty] { given.map(\.stated.property) }

    /// Adds the properties given to `change`.
    func state(in change: inout AnnotationChange, _ surroundings: Surroundings) throws(CommandFailure) {
        for (stated, texts) in given {
            if stated.option.isFile {
                let path = FilePath(argument: texts[0])
                let file = try AttachedFile(
                    readingFileAt: path, for: stated.option.name, surroundings.inputFiles)
                if stated.property == Annotation.schema.image.untyped { try Self.checkImage(file, path) }
                change.set(stated.property, to: file)
                continue
            }
            var texts = texts
            if stated.property == Annotation.schema.contents.untyped {
                texts = [try ContentsArgument.text(texts[0], surroundings.inputFiles)]
            }
            let isText = !texts.contains(where: ByteText.hasEscapes)
            if isText, change.set(stated.property, to: texts) { continue }
            let culprit = texts.first { text in
                var attempt = AnnotationChange()
                return ByteText.hasEscapes(text) || !attempt.set(stated.property, to: [text])
            }
            let word = culprit ?? texts[0]
            let colors = stated.option.valueName == "colour" ? Color.names.map(\.name) : stated.values
            let isAddress =
                stated.property == Annotation.schema.uri.untyped && word.contains(".") && !word.contains(":")
            let meant =
                isAddress
                ? "https://\(word)" : EditDistance.closest(to: word.lowercased(), in: colors).map { colors[$0] }
            throw CommandFailure.usage(
                "--\(stated.option.name) takes \(stated.property.expectedArgument), not '\(word)'",
                hint: meant.flatMap { TypedWords(surroundings.words).replacing(word, with: $0) })
        }
    }

    /// Names the file where it is no image; an edit would name the document.
    private static func checkImage(_ file: AttachedFile, _ path: FilePath) throws(CommandFailure) {
        do { try Annotation.checkImage(file.data ?? []) } catch {
            throw CommandFailure(
                kind: "image", file: path.argument, problem: "\(error)",
                hint: "pass a complete PNG or JPEG file of up to 75 million pixels", exitStatus: .dataError)
        }
    }

    /// States the author whom PDFCO_AUTHOR names, where the section has an author and its option is not given, and returns
    /// the change with the user as the author where nobody is named.
    func stateUsualAuthor(in change: inout AnnotationChange, _ surroundings: Surroundings) -> AnnotationChange {
        let property = Annotation.schema.author.untyped
        guard Section.knownOptions.contains(where: { $0.property == property }), !properties.contains(property) else {
            return change
        }
        if let named = surroundings.environment("PDFCO_AUTHOR") {
            if !named.isEmpty { _ = change.set(property, to: [named]) }
            return change
        }
        var complete = change
        if let user = ThisProcess.userName, !user.isEmpty { _ = complete.set(property, to: [user]) }
        return complete
    }
}
