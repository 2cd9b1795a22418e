import LinuxFiles
import PageText
import Synchronization
import SystemPackage

/// The files, pipes and standard input that a run reads to their ends, each once.
final class InputFiles: Sendable {
    private let input: StandardStream
    private let state = Mutex(State())

    private struct State {
        /// The bytes that were read.
        var size = 0
        var hasPipes = false
        /// Paths of copies of what came through a pipe, which can be read only once, also for several documents.
        var copies: [String: String] = [:]
        /// What is read from standard input, which can be read only once.
        var user: String?
        var document: Result<FilePath, CommandFailure>?
        var patience = StreamedFile.patience
    }

    init(_ input: StandardStream) { self.input = input }

    /// How long reading waits for the first bytes of a pipe.
    var patience: Duration {
        get { state.withLock(\.patience) }
        set { state.withLock { $0.patience = newValue } }
    }

    /// Reads one to its end.
    ///
    /// - Parameters:
    ///   - argument: its path; `-` or another name of standard input.
    ///   - what: what it holds, for messages: "the annotations".
    ///   - kind: the kind of the error where it cannot be read.
    ///   - limit: the most bytes that it may have.
    ///   - mayBeEmpty: whether it may have none.
    func read(
        _ argument: String, as what: String, kind: String = "source", atMost limit: Int = 1 << 30,
        mayBeEmpty: Bool = false
    ) throws(CommandFailure) -> [UInt8] {
        let isInput = StandardInput.isMeant(by: argument)
        if isInput { try claim(for: what) }
        let bytes: [UInt8]
        do {
            bytes = try StreamedFile.bytes(
                of: isInput ? nil : FilePath(argument: argument), or: input, atMost: limit, patience: patience)
        } catch {
            throw Self.failure(error, argument, as: what, kind: kind, atMost: limit)
        }
        let isPipe = isInput || (try? FileStatus(of: FilePath(argument: argument)))?.kind != .regular
        state.withLock { state in
            state.size += bytes.count
            if isPipe { state.hasPipes = true }
        }
        guard mayBeEmpty || !bytes.isEmpty else {
            throw CommandFailure(
                kind: kind, file: argument, problem: "cannot read \(what): it is empty", exitStatus: .dataError)
        }
        return bytes
    }

    /// Returns a path by which it can be read several times: its own, or that of a copy in memory of what came through a pipe.
    func path(_ argument: String, as what: String, atMost limit: Int) throws(CommandFailure) -> String {
        if let status = try? FileStatus(of: FilePath(argument: argument)), status.kind == .regular, status.size > 0 {
            state.withLock { $0.size += status.contentSize }
            return argument
        }
        if let copy = state.withLock({ $0.copies[argument] }) { return copy }
        let bytes = try read(argument, as: what, atMost: limit)
        do {
            let copy = try StreamedFile.path(holding: bytes).string
            state.withLock { $0.copies[argument] = copy }
            return copy
        } catch {
            throw Self.failure(error, argument, as: what, atMost: limit)
        }
    }

    /// Returns the lines of one, read as they are needed. A FIFO has a writer by then.
    func lines(of argument: String, as what: String, terminator: UInt8) throws(CommandFailure) -> LineSource {
        let isInput = StandardInput.isMeant(by: argument)
        if isInput { try claim(for: what) }
        do {
            let source = try LineSource(
                isInput ? nil : FilePath(argument: argument), or: input, terminator: terminator, patience: patience)
            try source.waitForWriter()
            return source
        } catch {
            throw Self.failure(error, argument, as: what)
        }
    }

    /// The bytes of all such files so far.
    var size: Int { state.withLock(\.size) }

    /// Whether one of them can be read only once.
    var hasPipes: Bool { state.withLock(\.hasPipes) }

    /// The same for a file of words.
    func words(_ argument: String?) throws(CommandFailure) -> String? {
        try argument.map { argument throws(CommandFailure) in
            try path(argument, as: "the words", atMost: WordFile.sizeLimit)
        }
    }

    /// Words for an error that prevented reading.
    static func failure(
        _ error: SystemCallError, _ argument: String, as what: String, kind: String = "source", atMost limit: Int = .max
    ) -> CommandFailure {
        if error.isTimeout {
            return CommandFailure(
                kind: "busy", file: argument, problem: "cannot read \(what): nothing came from it in time",
                hint: "--timeout SECONDS waits longer", exitStatus: .temporaryFailure)
        }
        let isTooLarge = error.errno == SystemCallError.fileTooLarge
        return CommandFailure(
            kind: kind, file: argument,
            problem: "cannot read \(what): \(isTooLarge ? "it is larger than \(limit >> 20) MiB" : "\(error)")",
            exitStatus: isTooLarge ? .dataError : .noInput)
    }

    // MARK: Standard input

    /// Throws if something else is read from standard input.
    ///
    /// - Parameter use: what is read, or the option that says so.
    func claim(for use: String) throws(CommandFailure) {
        let other = state.withLock { state in
            defer { state.user = state.user ?? use }
            return state.user == use ? nil : state.user
        }
        guard let other else { return }
        throw CommandFailure.usage(
            "standard input cannot be both \(other) and \(use)", hint: "name a file for one of them")
    }

    /// Returns a path by which this process can open the document that comes through standard input.
    func document() throws(CommandFailure) -> FilePath {
        try claim(for: "the document")
        if let known = state.withLock(\.document) { return try known.get() }
        let read = Result { () throws(CommandFailure) in try readDocument() }
        state.withLock { $0.document = read }
        return try read.get()
    }

    private func readDocument() throws(CommandFailure) -> FilePath {
        if input.isTerminal {
            throw CommandFailure.usage(
                "standard input is a terminal, and '-' reads a document from it", hint: "pdfco … - < FILE")
        }
        do throws(SystemCallError) {
            return try StreamedFile.path(of: input.descriptor, patience: patience)
        } catch {
            let problem =
                error.errno == SystemCallError.fileTooLarge
                ? "it has more than \(StreamedFile.sizeLimit >> 30) GiB: save it as a file" : "cannot be read: \(error)"
            throw CommandFailure(kind: "source", file: "-", problem: problem, exitStatus: .systemCall)
        }
    }
}
