import ArgumentParser
import FoundationEssentials
import PDFModel

/// The properties that an annotation of any kind can be given.
struct PropertyOptions: ParsableArguments {
    @Option(name: .long, help: "The text of the annotation.")
    var contents: String?

    @Option(name: .long, help: "Who makes it.")
    var author: String?

    @Option(name: .long, help: "What it is about.")
    var subject: String?

    @Option(name: .long, help: ArgumentHelp("Colour: a CSS name or #rrggbb.", valueName: "colour"))
    var color: Color?

    @Option(name: .long, help: "Opacity, from 0 (invisible) to 1.")
    var opacity: Double?

    @Option(name: .customLong("reply-to"), help: ArgumentHelp("The annotation it replies to.", valueName: "name"))
    var replyTo: String?

    @Flag(inversion: .prefixedNo, help: "Whether it is printed with the page (default: yes).")
    var print: Bool?

    /// What the options change; what they leave out stays.
    var change: AnnotationChange {
        var change = AnnotationChange()
        change.contents = contents
        change.author = author
        change.subject = subject
        if let color { change.color = color }
        change.opacity = opacity
        if let replyTo { change.inReplyTo = replyTo }
        change.isPrinted = print
        return change
    }
}

/// The line that draws a form.
struct BorderOptions: ParsableArguments {
    @Option(name: .customLong("border-width"), help: "Width of the line in points; 0: none.")
    var width: Double?

    @Option(name: .customLong("border-style"), help: "solid, dashed, beveled, inset or underline.")
    var style: Border.Style?

    @Option(name: .customLong("border-dash"), help: ArgumentHelp("Lengths of dashes and gaps in points.", valueName: "on,off,…"))
    var dash: DashList?

    /// What the options change; `nil` where they say nothing.
    var change: BorderChange? {
        let change = BorderChange(width: width, style: style, dash: dash?.lengths)
        return change == BorderChange() ? nil : change
    }
}

/// `3,2`: lengths in points.
struct DashList: ExpressibleByArgument {
    var lengths: [Double]

    init?(argument: String) {
        let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
        lengths = parts.compactMap { Double($0) }
        guard lengths.count == parts.count else { return nil }
    }
}

/// A moment as RFC 3339 writes it.
struct Timestamp: ExpressibleByArgument {
    var date: Date

    init?(argument: String) {
        guard let date = try? Date(argument, strategy: .iso8601) else { return nil }
        self.date = date
    }
}
