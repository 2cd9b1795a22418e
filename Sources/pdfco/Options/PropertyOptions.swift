import ArgumentParser
import PDFModel

/// The properties that an annotation of any kind can be given.
struct PropertyOptions: ParsableArguments {
    @Option(name: .long, help: ArgumentHelp("Its text.", valueName: "text"))
    var contents: String?

    @Option(name: .long, help: ArgumentHelp("Who makes it.", valueName: "name"))
    var author: String?

    @Option(name: .long, help: ArgumentHelp("What it is about, in short.", valueName: "text"))
    var subject: String?

    @Option(name: .long, help: ArgumentHelp("Its colour: a CSS name or #rrggbb.", valueName: "colour"))
    var color: String?

    @Option(name: .long, help: ArgumentHelp("Its opacity, from 0 (invisible) to 1.", valueName: "number"))
    var opacity: String?

    @Option(
        name: .customLong("reply-to"),
        help: ArgumentHelp("The name of the annotation it replies to.", valueName: "name"))
    var replyTo: String?

    @Flag(inversion: .prefixedNo, help: "Whether it is printed with the page (default: yes).")
    var print: Bool?

    /// What the options change; what they leave out stays.
    func change() throws(CommandFailure) -> AnnotationChange {
        var change = AnnotationChange()
        change.contents = try OptionValue<String>.text(contents, for: "--contents")
        change.author = try OptionValue<String>.text(author, for: "--author")
        change.subject = try OptionValue<String>.text(subject, for: "--subject")
        if let color { change.color = try OptionValue<Color>.color(color, for: "--color") as Color }
        change.opacity = try OptionValue<Double>.number(opacity, for: "--opacity")
        if let name = try OptionValue<String>.text(replyTo, for: "--reply-to") { change.inReplyTo = name }
        change.isPrinted = print
        return change
    }
}

/// The line that draws a form.
struct BorderOptions: ParsableArguments {
    @Option(
        name: .customLong("border-width"),
        help: ArgumentHelp("Width of the line in points; 0: none.", valueName: "points"))
    var width: String?

    @Option(
        name: .customLong("border-style"),
        help: ArgumentHelp("solid, dashed, beveled, inset or underline.", valueName: "style"),
        completion: .list(Border.Style.allCases.map(\.rawValue)))
    var style: String?

    @Option(
        name: .customLong("border-dash"),
        help: ArgumentHelp("Lengths of dashes and gaps in points.", valueName: "on,off,…"))
    var dash: String?

    /// What the options change; `nil` where they say nothing.
    func change() throws(CommandFailure) -> BorderChange? {
        let change = BorderChange(
            width: try OptionValue<Double>.number(width, for: "--border-width"),
            style: try OptionValue<Border.Style>.word(style, for: "--border-style"),
            dash: try OptionValue<[Double]>.lengths(dash, for: "--border-dash"))
        return change == BorderChange() ? nil : change
    }
}
