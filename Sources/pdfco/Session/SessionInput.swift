import LinuxFiles
import SystemPackage

/// The source of a session's lines: a terminal, with line editing; a pipe; or a file.
final class SessionInput {
    enum Next: Equatable {
        case line(String)
        /// There are no more lines.
        case end
        /// Control-C at the prompt, which discards the line.
        case abandoned
        /// Control-Z at the prompt.
        case stop
        /// The `handle` closure ended the wait.
        case left
    }

    private let input: StandardStream
    private let terminal: StandardStream
    /// Whether a user types the lines at a terminal.
    let isTerminal: Bool
    private var editor: LineEditor?
    /// What was read and is no line yet.
    private var lines = LineBuffer()
    /// Lines that were read and are to be read again.
    private var earlier: ArraySlice<String> = []
    /// Keys that were typed and not handled yet.
    private var keys: [UInt8] = []
    /// Whether there is no more to read.
    private var hasEnded = false

    /// The lines that were entered at a terminal.
    private(set) var entered: [String] = []

    /// Reads lines from standard input.
    ///
    /// - Parameters:
    ///   - history: lines of earlier sessions.
    ///   - completion: what the Tab key offers.
    init(_ surroundings: Surroundings, history: [String], completion: SessionCompletion) {
        (input, terminal) = (surroundings.input, surroundings.messages.stream)
        isTerminal = input.isTerminal && terminal.isTerminal
        if isTerminal, surroundings.environment("TERM") != "dumb" {
            editor = LineEditor(history: history, completion: completion.words)
        }
    }

    /// Takes lines from a script.
    init(_ surroundings: Surroundings, script: [UInt8]) {
        (input, terminal) = (surroundings.input, surroundings.messages.stream)
        isTerminal = false
        // A byte order mark is no part of the first line.
        lines.append(ByteText.withoutMark(script)[...])
        hasEnded = true
    }

    /// Waits for the next line and for other sources.
    ///
    /// - Parameters:
    ///   - prompt: shown on a terminal.
    ///   - sources: the other sources to wait for.
    ///   - handle: called when one of them is ready, with the prompt cleared; `true` ends the wait.
    func next(besides sources: [any Waitable], prompt: () -> String, handle: () -> Bool) throws(SystemCallError) -> Next
    {
        if editor == nil { return try nextPlain(prompt: prompt, sources, handle) }
        let next: Result<Next, SystemCallError>? = TerminalMode.withKeys(of: input) {
            Result { () throws(SystemCallError) in try nextTyped(prompt, sources, handle) }
        }
        return try next?.get() ?? .end
    }

    private func nextPlain(
        prompt: () -> String, _ sources: [any Waitable], _ handle: () -> Bool
    ) throws(SystemCallError) -> Next {
        if isTerminal { show(prompt()) }
        while true {
            if let line = takeLine() { return .line(line) }
            if hasEnded { return .end }
            guard try waitForInput(sources) else {
                if handle() { return .left }
                continue
            }
            try readAvailable()
        }
    }

    /// Returns the next line of a script if it can be read without waiting.
    func nextReady() throws(SystemCallError) -> String? {
        guard !isTerminal else { return nil }
        while true {
            if let line = takeLine() { return line }
            guard !hasEnded, try wait(for: [input], atMost: .zero)[0] else { return nil }
            try readAvailable()
        }
    }

    /// Takes back the lines that were returned last.
    func putBack(_ lines: ArraySlice<String>) { earlier = lines + earlier }

    private func takeLine() -> String? {
        earlier.popFirst() ?? (lines.next() ?? (hasEnded ? lines.rest() : nil)).map { ByteText.text($0) }
    }

    private func readAvailable() throws(SystemCallError) {
        let more = try input.readAvailable()
        lines.append(more)
        hasEnded = more.isEmpty
    }

    private func nextTyped(
        _ makePrompt: () -> String, _ sources: [any Waitable], _ handle: () -> Bool
    ) throws(SystemCallError) -> Next {
        var prompt = makePrompt()
        while true {
            draw(prompt)
            if keys.isEmpty {
                guard try waitForInput(sources) else {
                    show("\r\u{1B}[K")
                    if handle() { return .left }
                    prompt = makePrompt()
                    continue
                }
                keys = try input.readAvailable()
                if keys.isEmpty { return .end }
            }
            switch editor?.type(&keys) ?? .end {
            case .editing: continue
            case .line(let line):
                // Show the whole line: keys that arrived together were not drawn one by one.
                show("\r\u{1B}[K\(prompt)\(line)\r\n")
                if !line.isEmpty, line != entered.last { entered.append(line) }
                return .line(line)
            case .abandoned(let line):
                show("\r\u{1B}[K\(prompt)\(line)^C\r\n")
                return .abandoned
            case .end:
                show("\r\u{1B}[K\(prompt)\r\n")
                return .end
            case .stop:
                show("^Z\r\n")
                return .stop
            case .refresh: show("\u{1B}[H\u{1B}[2J")
            case .choices(let words): show("\r\n\(words.joined(separator: "  "))\r\n")
            }
        }
    }

    /// Waits until a source is ready.
    ///
    /// - Returns: `true` if there is input; `false` if one of the other sources is ready.
    private func waitForInput(_ sources: [any Waitable]) throws(SystemCallError) -> Bool {
        while true {
            let ready = try wait(for: [input] + sources, atMost: nil)
            if ready.dropFirst().contains(true) { return false }
            if ready[0] { return true }
        }
    }

    private func draw(_ prompt: String) {
        guard let editor else { return }
        let columns = terminal.windowSize?.columns ?? 80
        // A prompt that takes half of the window would leave no room for the line.
        let prompt = editor.searchPrompt ?? (prompt.count < columns / 2 ? prompt : "> ")
        let (text, before) = editor.window(columns: columns - prompt.count)
        let back = prompt.count + before
        show("\r\u{1B}[K\(prompt)\(text)\r" + (back > 0 ? "\u{1B}[\(back)C" : ""))
    }

    private func show(_ text: String) { try? terminal.write(Array(text.utf8)) }
}
