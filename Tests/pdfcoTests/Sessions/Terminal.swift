import SystemPackage
import TestSupport
import Testing

/// A shell in a real terminal, that of tmux(1).
struct Terminal {
    /// The socket of its server.
    private let server: FilePath

    /// The command of an interactive shell that reads no file of the user.
    enum Shell: String, CaseIterable {
        case bash, zsh, fish

        private static let settings = "function fish_prompt; echo '$ '; end; set -g fish_autosuggestion_enabled 0"

        fileprivate var words: [String] {
            switch self {
            case .bash: ["bash", "--norc", "--noprofile"]
            case .zsh: ["zsh", "-f"]
            case .fish: ["fish", "--no-config", "--init-command", Self.settings]
            }
        }
    }

    /// Calls `body` with a shell that shows the prompt `$ `, in a window of that many columns and thirty lines.
    static func use(
        _ shell: Shell = .bash, columns: Int = 100, in directory: FilePath, environment: [String: String],
        _ body: (Terminal) async throws -> Void
    ) async throws {
        try await withTemporaryDirectory { place in
            let terminal = Terminal(server: place.appending("tmux"))
            let variables = environment.merging(["PS1": "$ ", "HISTFILE": ""]) { $1 }.flatMap { ["-e", "\($0)=\($1)"] }
            let window =
                ["-f", "/dev/null", "new-session", "-d"] + ["-x", "\(columns)", "-y", "30", "-c", directory.string]
            try await terminal.tmux(window + variables + shell.words)
            let outcome: Result<Void, any Error>
            do {
                try await terminal.expect("$")
                outcome = .success(try await body(terminal))
            } catch {
                outcome = .failure(error)
            }
            let processes = try await terminal.tmux(["display-message", "-p", "#{pid} #{pane_pid}"])
                .split { !$0.isNumber }.map(String.init)
            try await terminal.tmux(["kill-server"])
            // Until they have ended, the server may remove its socket, and the shell write to its home: in a directory that
            // is being removed, whose removal then fails.
            let ending =
                "for p; do while kill -0 $p && ! grep -q '^State:.Z' /proc/$p/status; do sleep 0.05; done; done"
            _ = try await Command("sh", ["-c", ending, "sh"] + processes).runNow()
            try outcome.get()
        }
    }

    @discardableResult
    private func tmux(_ arguments: [String]) async throws -> String {
        let command = Command("tmux", ["-u", "-S", server.string] + arguments)
        let result = try await command.runNow()
        try #require(result.exitStatus == 0, "tmux \(arguments): \(result.errorText)")
        return result.outputText
    }

    /// Types a line, with the Enter key.
    func enter(_ line: String) async throws {
        try await type(line)
        try await press("Enter")
    }

    /// Runs a command, clears the screen, and waits until the shell reads again: the terminal would show a line that is typed
    /// before that, and the shell once more.
    func clear(after command: String = "true") async throws {
        let mark = "cleared \(UInt32.random(in: 0 ... .max))"
        try await enter("\(command); clear; echo \(mark)")
        try await expect(mark, "$")
    }

    func type(_ text: String) async throws { try await tmux(["send-keys", "-l", text]) }

    /// Presses keys, as tmux names them: `C-c`, `Up`, `Tab`.
    func press(_ keys: String...) async throws { try await tmux(["send-keys"] + keys) }

    /// The lines that are to be seen, and those that have moved out of the window, without empty ones at the end.
    func screen() async throws -> [String] {
        var lines = try await tmux(["capture-pane", "-p", "-S", "-"]).split(
            separator: "\n", omittingEmptySubsequences: false
        ).map { line in String(line.reversed().drop { $0 == " " }.reversed()) }
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }

    /// Waits until the last line of the screen is another one, ten minutes at most.
    func expectChange(of line: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let deadline = ContinuousClock.now + .seconds(600)
        while try await screen().last == line {
            try #require(ContinuousClock.now < deadline, "still \(line)", sourceLocation: sourceLocation)
        }
    }

    /// Waits until some line of the screen is this, ten minutes at most.
    func expectLine(_ line: Regex<Substring>, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let deadline = ContinuousClock.now + .seconds(600)
        while true {
            let screen = try await screen()
            if screen.contains(where: { $0.wholeMatch(of: line) != nil }) { return }
            let message = Comment(rawValue: "to be seen: \(screen.joined(separator: "\n"))")
            try #require(ContinuousClock.now < deadline, message, sourceLocation: sourceLocation)
        }
    }

    /// Waits until the last lines of the screen are these, which takes as long as the program needs; ten minutes at most.
    func expect(_ lines: String..., sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let deadline = ContinuousClock.now + .seconds(600)
        while true {
            let screen = try await screen()
            if screen.suffix(lines.count).elementsEqual(lines) { return }
            let message = Comment(rawValue: "to be seen: \(screen.joined(separator: "\n"))")
            try #require(ContinuousClock.now < deadline, message, sourceLocation: sourceLocation)
        }
    }
}
