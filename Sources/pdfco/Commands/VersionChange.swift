import Documents
import FileCoordination
import LinuxFiles
import SystemPackage

/// The operation of `pdfco restore --version` on one version of a document.
struct VersionChange {
    var file: String
    var identifier: String
    var saving: DocumentSaving<PDFContents>
    var context: CommandContext

    private struct Report: Encodable {
        var version: String
        var kept: String?
        var ignoredRestrictions: [String]?
        var bytes: Int?
        var saved: Bool
        var discarded: Bool?
    }

    /// Returns the version with the identifier, or the latest one to which the user gave that name.
    private func version(of path: FilePath, in store: VersionStore) throws(DocumentError) -> FileVersion {
        let all = try FileVersion.otherVersionsOfItem(at: path, in: store)
        if let found = all.last(where: { $0.isNamed && $0.name == identifier }) { return found }
        return try FileVersion.version(of: path, forPersistentIdentifier: identifier, in: store)
    }

    /// Replaces the document with the version, or writes the version to a new file or a stream.
    func goBack() throws {
        let documents = try documents()
        if case .stream(let stream)? = saving.output {
            guard !saving.dryRun else { return }
            return try coordinated { path, store in
                let kept = try OpenFile(reading: version(of: path, in: store).path)
                for offset in stride(from: 0, to: try kept.status().size, by: 1 << 20) {
                    do { try stream.writeAll(kept.read(at: offset, count: 1 << 20)) } catch let error as SystemCallError
                    {
                        throw DocumentError(.streamNotWritten(error), path)
                    }
                }
            }
        }
        try report(
            coordinated { path, store in
                try documents.goBack(
                    to: version(of: path, in: store), ofFileAt: path,
                    writingTo: saving.output?.path, force: saving.force,
                    ignoringSignatures: saving.options.ignoresSignatures, dryRun: saving.dryRun, in: store)
            })
    }

    /// Puts back what the last change of a document has replaced, if that was going back; returns whether it was.
    static func undo(_ file: String, _ context: CommandContext) throws -> Bool {
        var change = VersionChange(file: file, identifier: "", saving: DocumentSaving<PDFContents>(), context: context)
        let documents = try change.documents()
        let found = try change.coordinated { path, store in try documents.undoGoingBack(ofFileAt: path, in: store) }
        guard let (version, report) = found else { return false }
        change.identifier = version.persistentIdentifier
        try change.report(report)
        return true
    }

    private func documents() throws -> DocumentStore<PDFContents> {
        var documents = DocumentStore<PDFContents>(checkpoints: try context.existingStore())
        (documents.checkpoint, documents.options.password) = (try context.chosenIdentifier(), try context.password())
        return documents
    }

    private func report(_ report: VersionReport) throws {
        let output = saving.output?.path
        let kept = report.kept?.persistentIdentifier
        let ignored = report.ignoredRestrictions
        context.console.warn(ofIgnored: ignored, file: file)
        try context.console.answer(
            ["file": file, "output": output?.argument],
            Report(
                version: identifier, kept: kept, ignoredRestrictions: ignored.isEmpty ? nil : ignored,
                bytes: report.bytes, saved: !saving.dryRun && !report.isUnchanged)
        ) {
            let verb = saving.dryRun ? "would restore" : "restored"
            context.console.say("\(file): \(verb) version \(identifier)\(outcome(report, output, kept: kept))")
        }
    }

    private func outcome(_ report: VersionReport, _ output: FilePath?, kept: String?) -> String {
        if report.isUnchanged { return ", nothing to write" }
        let verb = saving.dryRun ? "would be written" : "written"
        let text = (output.map { ", \($0.argument) \(verb)" } ?? "") + " (\(report.bytes) bytes)"
        return kept.map { "\(text), the previous document is kept as version \($0)" } ?? text
    }

    /// Removes the version.
    func discard() throws {
        try coordinated { path, store in
            let version = try version(of: path, in: store)
            if !saving.dryRun { try version.remove(in: store) }
        }
        try context.console.answer(["file": file], Report(version: identifier, saved: false, discarded: !saving.dryRun))
        {
            context.console.say(
                "\(file): version \(identifier) \(saving.dryRun ? "would be discarded" : "discarded")")
        }
    }

    /// Runs `body`, which adds or removes versions, in a coordinated write to their document. If the document or its
    /// directory is gone, no other process can be using the document, and `body` runs without coordination.
    private func coordinated<Result>(_ body: (FilePath, VersionStore) throws -> Result) throws -> Result {
        let coordinator = try context.coordinator()
        let store = try context.versions(coordinator)
        if context.session == nil, !context.isForOneOfMany {
            context.limitResources(for: file, at: FilePath(argument: file))
        }
        do {
            return try context.coordinated(file, saving.access, with: coordinator) { try body($0, store) }
        } catch let error as DocumentError where error.situation == .noSuchFile {
            return try body(FilePath(argument: file), store)
        }
    }
}
