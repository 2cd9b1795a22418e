import ArgumentParser
import Documents
import FoundationEssentials
import LinuxFiles
import SystemPackage

extension OpenCommand {
    /// The JSON object for each document of a review.
    private struct Result: Encodable {
        var comments: Int
        /// That have comments.
        var pages: Int
        var pictures: Int
    }

    func writeReport(to output: String, of paths: [String], in context: CommandContext) throws {
        try OutputFormat.html.check(output)
        let file = output == "-" ? nil : try derivedFile(at: output, from: paths, context)
        var report = ReviewReport(date: context.surroundings.now())
        var results: [(file: String, result: Result)] = []
        var failure: ExitCode?
        let kept = { report.count }
        do {
            try context.forEach(of: paths, keeping: kept) { path, context in
                do {
                    let document = try reviewed(path, context)
                    report.add(document)
                    results.append(
                        (
                            path,
                            Result(
                                comments: document.threads.count, pages: document.pages.count,
                                pictures: document.pictureCount)
                        ))
                } catch {
                    if let failure = CommandFailure(error) {
                        report.add(unread: StandardInput.shown(path), failure.problem)
                    }
                    throw error
                }
            }
        } catch let status as ExitCode where !report.isEmpty {
            failure = status
        }
        guard let file else {
            try context.console.print(data: report.page(), isJSON: false)
            if let failure { throw failure }
            return
        }
        try context.creating(output) { _ in try file.write(report.page()) }
        for (path, result) in results where context.json {
            try context.console.print(json: NamedReport(["file": path, "report": output], result))
        }
        let comments = SummaryText.counted(results.reduce(0) { $0 + $1.result.comments }, "comment")
        let pages = SummaryText.counted(results.reduce(0) { $0 + $1.result.pages }, "page")
        if !context.json { context.console.say("\(output): written (\(comments) on \(pages))") }
        if let failure { throw failure }
    }

    private func derivedFile(
        at output: String, from paths: [String], _ context: CommandContext
    ) throws -> NewFile {
        do {
            return try NewFile(
                at: FilePath(argument: output), from: paths.map { try context.path(of: $0) },
                replacingExisting: details.force)
        } catch let error as DocumentError where error.situation == .outputIsDocument {
            throw HintedError(error: error, hint: "choose another name, such as review.html")
        }
    }

    private func reviewed(_ file: String, _ context: CommandContext) throws -> ReviewedDocument {
        let withCheckpoint = !details.checkpoint.noCheckpoint
        return try context.reading(
            file, savingChanges: !details.withoutChanges, withCheckpoint: withCheckpoint
        ) { document throws(DocumentError) in
            let reviewed = try ReviewedDocument(
                document, called: StandardInput.shown(file), withUnsavedChanges: withCheckpoint)
            if let damage = document.damage { context.console.warn("\(damage)", file: file) }
            if let problem = reviewed.problem { context.console.warn("\(problem)", file: file) }
            return reviewed
        }
    }
}
