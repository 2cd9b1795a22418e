import ArgumentParser
import Documents
import PDFModel

/// Where and how a command's result is written.
struct SaveOptions: ParsableArguments {
    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp("Write a new file OUT and leave the document alone.", valueName: "out"))
    var output: String?

    @Flag(name: .long, help: "Replace OUT if it exists; rewrite although signatures become invalid.")
    var force = false

    @Option(
        name: .long, help: "How to save: replace (atomic), append (in place) or auto.",
        completion: .list(SaveMethod.allCases.map(\.rawValue)))
    var method = SaveMethod.auto.rawValue

    @Flag(
        name: .long,
        help: "Let libqpdf write the whole file anew instead of appending to it; also the way to mend a damaged file.")
    var rewrite = false

    @Flag(name: .long, help: "With --rewrite: linearize the file, for reading over a network.")
    var linearize = false

    @Option(
        name: .customLong("object-streams"),
        help: "With --rewrite: preserve, disable or generate object streams.",
        completion: .list(RewriteOptions.ObjectStreams.allCases.map(\.rawValue)))
    var objectStreams: String?

    @Flag(name: .customLong("dry-run"), help: "Do everything but write.")
    var dryRun = false

    /// How the file is written anew; `nil` where it is not.
    func rewriteOptions() throws(CommandFailure) -> RewriteOptions? {
        let objectStreams = try OptionValue<RewriteOptions.ObjectStreams>.word(objectStreams, for: "--object-streams")
        return rewrite ? RewriteOptions(objectStreams: objectStreams ?? .preserve, linearize: linearize) : nil
    }

    func validate() throws {
        if !rewrite, linearize { throw ValidationError("--linearize needs --rewrite.") }
        if !rewrite, objectStreams != nil { throw ValidationError("--object-streams needs --rewrite.") }
        if rewrite, method == SaveMethod.append.rawValue {
            throw ValidationError("--rewrite writes a new file: it cannot --method append.")
        }
    }
}
