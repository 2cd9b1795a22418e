import ArgumentParser
import LinuxFiles
import Synchronization
import SystemPackage

/// What a run of the program has around it: the words that were typed, the environment, and the three streams.
///
/// The program runs in those of its process; a test runs it in others, several at a time in one process.
final class Surroundings: Sendable {
    /// The commands of the program.
    let root: any ParsableCommand.Type
    /// The words after the name of the program.
    let words: [String]
    /// `nil` for those of the process.
    private let variables: [String: String]?
    let input: StandardStream
    let output: StandardStream
    let messages: MessageStream
    /// What is read to its end, each once.
    let inputFiles: InputFiles

    private let done = Mutex<Set<String>>([])

    init(
        _ root: any ParsableCommand.Type, words: [String], variables: [String: String]?, input: StandardStream,
        output: StandardStream,
        error: StandardStream
    ) {
        (self.root, self.words, self.variables) = (root, words, variables)
        (self.input, self.output) = (input, output)
        messages = MessageStream(error)
        inputFiles = InputFiles(input)
    }

    /// Those of this process.
    static func process(_ root: any ParsableCommand.Type) -> Surroundings {
        Surroundings(
            root, words: ThisProcess.arguments.map(ByteText.text), variables: nil, input: .input, output: .output,
            error: .error)
    }

    /// Whether the run is all that its process does, so that it may limit what the process uses.
    var areOfProcess: Bool { variables == nil }

    /// Returns an environment variable, with U+FFFD for bytes that are not UTF-8; `nil` if it is not set.
    func environment(_ name: String) -> String? {
        guard let variables else { return ThisProcess.environment(name) }
        return variables[name]
    }

    /// Returns the path that an environment variable holds; `nil` if it is not set, or empty.
    func environmentPath(_ name: String) -> FilePath? {
        guard let variables else { return ThisProcess.environmentPath(name) }
        return variables[name].flatMap { $0.isEmpty ? nil : FilePath($0) }
    }

    /// Whether this is the first time in the run that `deed` is asked for.
    func isFirst(_ deed: String) -> Bool { done.withLock { $0.insert(deed).inserted } }
}
