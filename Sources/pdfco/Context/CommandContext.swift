import Documents
import LinuxFiles
import SystemPackage

/// The context of a command: its global options, the environment and its session, which determine directories, the
/// timeout, the password and messages.
struct CommandContext {
    var options: GlobalOptions
    /// The session that the command belongs to; `nil` on the command line.
    let session: SessionContext?
    /// Whether the command handles other documents too, so that limits for this one would end it for all.
    var isForOneOfMany = false

    var console: Console { options.console }
    var json: Bool { options.json }

    /// What can be said of the words that were typed; `nil` in a session.
    var usageHint: UsageHint? { session == nil ? UsageHint(words: ThisProcess.arguments.map(ByteText.text)) : nil }

    /// Whether the session's last automatic save failed.
    var hasSavingError: Bool { session?.document.state.contains(.savingError) ?? false }

    /// Returns the password from a file or the environment; never from an argument, which other users could see.
    func password() throws(CommandFailure) -> String? {
        if options.passwordFile == nil, let session { return session.password }
        guard let passwordFile = options.passwordFile else { return ThisProcess.environment("PDFCO_PASSWORD") }
        let bytes = try InputFile.read(
            passwordFile, as: "the password", kind: "passwordFile", atMost: 1 << 20, mayBeEmpty: true)
        let line = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
        guard let password = String(validating: line, as: UTF8.self), !line.contains(0) else {
            throw CommandFailure(
                kind: "passwordFile", file: passwordFile, problem: "the password in its first line is not UTF-8 text",
                exitStatus: .usage)
        }
        return password
    }
}
