import AnnotationFormats

/// How the help and the options name formats of annotations.
enum FormatNames {
    /// The values of an option.
    static func list(_ formats: [any AnnotationFormat.Type]) -> String {
        formats.map { $0.name }.joined(separator: ", ")
    }

    /// The titles in a sentence.
    static func titles(_ formats: [any AnnotationFormat.Type]) -> String {
        formats.map { $0.title }.alternatives
    }

    /// A line for each, with what it is.
    static func table(_ formats: [any AnnotationFormat.Type]) -> String {
        let width = formats.map { $0.name.count }.max() ?? 0
        return formats.map { format in
            "  " + format.name + String(repeating: " ", count: width + 2 - format.name.count) + format.summary
        }.joined(separator: "\n")
    }

    /// The value of an option that names one of them.
    static func value(_ formats: [any AnnotationFormat.Type]) -> OptionValue<any AnnotationFormat.Type> {
        OptionValue(expected: "one of " + list(formats)) { name in formats.first { $0.name == name } }
    }
}

extension [String] {
    /// The texts as a choice in a sentence: `a, b or c`.
    var alternatives: String {
        count > 1 ? dropLast().joined(separator: ", ") + " or " + self[count - 1] : first ?? ""
    }
}
