import LinuxFiles
import SystemPackage

/// Where the lines of a session come from: a terminal, on which they are edited; a pipe; or a file.
final class SessionInput {
    enum Next: Equatable {
        case line(String)
        /// There are no more lines.
        case end
        /// Control-C at the prompt, which gives the line up.
        case abandoned
        /// Control-Z at the prompt.
        case stop
        /// Whoever was told of other things wants to leave.
        case left
    }

    /// Whether a person types the lines.
    let isTerminal: Bool
    private var editor: LineEditor?
    /// What was read, and how much of it was used.
    private var bytes: [UInt8] = []
    private var used = 0
    /// Whether there is no more to read.
    private var hasEnded = false

    /// Lines of standard input.
    init() {
        isTerminal = StandardStream.input.isTerminal && StandardStream.error.isTerminal
        if isTerminal, ThisProcess.environment("TERM") != "dumb" { editor = LineEditor(words: SessionCommand.names) }
    }

    /// The lines of a file.
    init(file: FilePath) throws(SystemCallError) {
        isTerminal = false
        bytes = try OpenFile(reading: file).readAll()
        hasEnded = true
    }

    /// Waits for the next line, and besides for what happens elsewhere.
    ///
    /// - Parameters:
    ///   - prompt: shown on a terminal.
    ///   - sources: what else to wait for.
    ///   - tell: called when one of them has something, with the prompt out of the way; `true` ends the waiting.
    func next(besides sources: [any Waitable], prompt: () -> String, tell: () -> Bool) throws(SystemCallError) -> Next {
        if editor == nil { return try nextPlain(prompt: prompt, sources, tell) }
        let next: Result<Next, SystemCallError>? = TerminalMode.withKeys(of: .input) {
            Result { () throws(SystemCallError) in try nextTyped(prompt, sources, tell) }
        }
        return try next?.get() ?? .end
    }

    private func nextPlain(
        prompt: () -> String, _ sources: [any Waitable], _ tell: () -> Bool
    ) throws(SystemCallError) -> Next {
        if isTerminal { show(prompt()) }
        while true {
            if let end = bytes[used...].firstIndex(of: 0x0A) {
                defer { used = end + 1 }
                return .line(ByteText.text(bytes[used..<end]))
            }
            bytes.removeSubrange(..<used)
            used = 0
            if hasEnded {
                defer { bytes = [] }
                return bytes.isEmpty ? .end : .line(ByteText.text(bytes))
            }
            guard try waitForInput(sources) else {
                if tell() { return .left }
                continue
            }
            let more = try StandardStream.input.readAvailable()
            bytes += more
            hasEnded = more.isEmpty
        }
    }

    private func nextTyped(
        _ makePrompt: () -> String, _ sources: [any Waitable], _ tell: () -> Bool
    ) throws(SystemCallError) -> Next {
        var prompt = makePrompt()
        while true {
            draw(prompt)
            if bytes.isEmpty {
                guard try waitForInput(sources) else {
                    show("\r\u{1B}[K")
                    if tell() { return .left }
                    prompt = makePrompt()
                    continue
                }
                bytes = try StandardStream.input.readAvailable()
                if bytes.isEmpty { return .end }
            }
            switch editor?.type(&bytes) ?? .end {
            case .editing: continue
            case .line(let line):
                // Whole, since keys that came together were not shown one by one.
                show("\r\u{1B}[K\(prompt)\(line)\r\n")
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

    /// Whether there is input; otherwise one of the other sources has something.
    private func waitForInput(_ sources: [any Waitable]) throws(SystemCallError) -> Bool {
        while true {
            let ready = try wait(for: [StandardStream.input] + sources, atMost: nil)
            if ready.dropFirst().contains(true) { return false }
            if ready[0] { return true }
        }
    }

    private func draw(_ prompt: String) {
        guard let editor else { return }
        let columns = StandardStream.error.windowSize?.columns ?? 80
        // A prompt that takes half of the window leaves the line no room.
        let prompt = prompt.count < columns / 2 ? prompt : "> "
        let (text, before) = editor.window(columns: columns - prompt.count)
        let back = prompt.count + before
        show("\r\u{1B}[K\(prompt)\(text)\r" + (back > 0 ? "\u{1B}[\(back)C" : ""))
    }

    private func show(_ text: String) { try? StandardStream.error.write(Array(text.utf8)) }
}
