import ArgumentParser
import Checkpointing
import Documents
import LinuxFiles
import SystemPackage

extension CommandContext {
    /// Runs `body` for each of several items, with a context for one of many; reports each failure and continues,
    /// unless the command itself is wrong.
    ///
    /// - Parameter failures: how many failed before these.
    /// - Throws: Exit status 11 if any failed.
    func forEach<Item>(
        _ items: some Sequence<Item>, failures: Int = 0, _ body: (Item, CommandContext) throws -> Void
    ) throws {
        var context = self
        context.isForOneOfMany = true
        var failures = failures
        for item in items {
            do { try body(item, context) } catch {
                let isAboutCommand = (error as? CommandFailure)?.exitStatus == .usage
                guard !isAboutCommand, let failure = CommandFailure(error) else { throw error }
                console.report(failure)
                failures += 1
            }
        }
        if failures > 0 { throw ExitCode(ExitStatus.someFailed.rawValue) }
    }

    /// Throws if one of several documents is not there or cannot be read: a word that was meant for something else is taken
    /// for one.
    func lookUp(_ paths: [String], mayBeMissing: Bool = false) throws {
        guard paths.count > 1 else { return }
        for file in paths where !StandardInput.isMeant(by: file) {
            do { try DocumentStore<PDFContents>.lookUp(FilePath(argument: file)) } catch {
                let unsaved = try hint(forMissing: file)
                if mayBeMissing, unsaved != nil { continue }
                let names = "check the names; no document was processed"
                let isAbsent = error.situation == .noSuchFile
                let guess = isAbsent ? hint(forMistyped: file) ?? hintOfOutput(paths) : nil
                throw HintedError(error: error, hint: unsaved ?? CommandFailure(error).hint ?? guess ?? names)
            }
        }
    }

    /// Returns the command with the second of two documents, which is not there, as its output; `nil` if it takes none.
    private func hintOfOutput(_ paths: [String]) -> String? {
        guard let typedWords, paths.count == 2, TypedWords.isFile(paths[0]), !TypedWords.isFile(paths[1]),
            paths[1].lowercased().hasSuffix(".pdf"), let place = typedWords.words.lastIndex(of: paths[1]),
            CommandArguments(of: surroundings.root.command(namedBy: typedWords.words).type).option("--output") != nil
        else { return nil }
        return typedWords.again { $0.insert("-o", at: place) }
    }

    /// Runs `body` for each document that a command names. A single document is handled as if there could be no other;
    /// with several, all are looked up before the first, and a last line says how many failed. After one that reaches the
    /// last limits, the program begins anew with the next one, unless it has read a pipe.
    ///
    /// - Parameters:
    ///   - mayBeMissing: whether unsaved changes suffice, as for commands that are about these.
    ///   - kept: how many bytes are kept of the documents before, which the program would not have if it began anew.
    func forEach(
        of paths: [String], mayBeMissing: Bool = false, keeping kept: (() -> Int)? = nil,
        _ body: (String, CommandContext) throws -> Void
    ) throws {
        guard paths.count != 1 else { return try body(paths[0], self) }
        if session != nil {
            throw CommandFailure.usage(
                "a session has one document",
                hint: "leave out the names of documents, or run the command in another shell")
        }
        var (next, done) = Self.place(continuation, in: paths)
        if next == 0 { try lookUp(paths, mayBeMissing: mayBeMissing) }
        let summary = { console.say("\(paths.count) documents: \(done) done, \(paths.count - done) failed") }
        do {
            try forEach(paths[next...], failures: next - done) { path, context in
                next += 1
                let continuation = kept != nil || surroundings.inputFiles.hasPipes ? nil : "\(next) \(done)"
                limitResources(
                    for: path, at: FilePath(argument: path), continuingAs: continuation, keeping: kept?() ?? 0)
                try body(path, context)
                done += 1
            }
        } catch let status as ExitCode {
            summary()
            throw status
        }
        summary()
    }

    /// How many of the documents were tried, and how many of these were done, before the program began anew.
    private static func place(_ continuation: String?, in paths: [String]) -> (next: Int, done: Int) {
        let numbers = continuation?.split(separator: " ").compactMap { Int($0) } ?? []
        guard numbers.count == 2, (0...paths.count).contains(numbers[0]), (0...numbers[0]).contains(numbers[1]) else {
            return (0, 0)
        }
        return (numbers[0], numbers[1])
    }
}

extension [RecoverableDocument] {
    /// Runs `body` for each document, with a context that selects its checkpoint; reports each failure and continues.
    ///
    /// - Throws: Exit status 11 if any document failed.
    func forEachPath(_ context: CommandContext, _ body: (String, CommandContext) throws -> Void) throws {
        try context.forEach(self) { document, context in
            if case .unreadable(let error) = document.condition { throw error }
            let file = document.shownFile
            guard !document.isReplaced else {
                return context.console.warn(
                    RecoverableText.ofPrevious(file, document.identifier, edits: document.edits), file: file)
            }
            try body(file, context.leading(to: document.identifier))
        }
    }
}
