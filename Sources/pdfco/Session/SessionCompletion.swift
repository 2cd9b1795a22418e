import ArgumentParser
import Documents
import LinuxFiles
import SystemPackage

/// What the Tab key offers in a session: commands, options and their values, names of annotations, and files.
struct SessionCompletion {
    /// The names of the document's annotations, read when they are needed.
    let names: () -> TabOffer.Words
    private let commands: CommandTree

    init(_ commands: CommandTree, names: @escaping () -> TabOffer.Words) {
        (self.commands, self.names) = (commands, names)
    }

    /// Returns the words that the word at the end of `line` can be completed to.
    ///
    /// - Returns: the index of the character at which that word begins, the word without quotation marks, and the words
    ///   that begin with it.
    func words(after line: String) -> LineEditor.Completion {
        let (before, start, typed) = SessionWords.last(of: line)
        let all = candidates(after: before, typed)
        return LineEditor.Completion(start: start, typed: typed, words: all.filter { $0.hasPrefix(typed) })
    }

    private func candidates(after words: [String], _ typed: String) -> [String] {
        if words.first == "conflict" { return words.count == 1 ? FileConflictResolution.allCases.map(\.rawValue) : [] }
        let words = words.first == "help" ? Array(words.dropFirst()) : words
        if words.isEmpty {
            let names = SessionCommand.Names(commands)
            return names.all.contains { $0.hasPrefix(typed) } ? names.all : names.ofProgram.sorted()
        }
        // The session adds the document, which is the first argument.
        switch commands.offer(after: words, typed, given: 1, names: names) {
        case .words(let words): return words.map(\.word)
        case .files: return Self.files(typed)
        }
    }

    /// Returns the paths of the files whose names may be meant; those of directories end with a slash.
    private static func files(_ typed: String) -> [String] {
        let directory = typed.lastIndex(of: "/").map { String(typed[...$0]) } ?? ""
        let path = directory.isEmpty ? FilePath(".") : FilePath(argument: directory)
        let names = (try? PrivateDirectory.names(in: path)) ?? []
        let showsHidden = typed.dropFirst(directory.count).hasPrefix(".")
        return names.map { FilePath(root: nil, [$0]).argument }.filter { showsHidden || !$0.hasPrefix(".") }.sorted()
            .map { name in
                let isDirectory = (try? FileStatus(of: FilePath(argument: directory + name)))?.kind == .directory
                return directory + name + (isDirectory ? "/" : "")
            }
    }
}
