import Documents
import FileCoordination
import LinuxFiles
import SystemPackage

/// The context of a command: its global options, the environment and its session, which determine directories, the
/// timeout, the password and messages.
struct CommandContext {
    var options: GlobalOptions
    let surroundings: Surroundings
    /// The session that the command belongs to; `nil` on the command line.
    var session: SessionContext?
    /// Whether the command handles other documents too, so that limits for this one would end it for all.
    var isForOneOfMany = false

    var console: Console { options.console(in: surroundings) }
    var json: Bool { options.json }

    /// The words that were typed, for hints; `nil` in a session.
    var typedWords: TypedWords? { session == nil ? TypedWords(surroundings.words) : nil }

    /// Whether the session's last automatic save failed.
    var hasSavingError: Bool { session?.document.state.contains(.savingError) ?? false }

    /// Returns the password from a file or the environment; never from an argument, which other users could see.
    func password() throws(CommandFailure) -> String? {
        if options.passwordFile == nil, let session { return session.password }
        guard let passwordFile = options.passwordFile else { return surroundings.environment("PDFCO_PASSWORD") }
        let bytes = try surroundings.inputFiles.read(
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

extension CommandContext {
    /// The context of a command in a session.
    init(_ options: GlobalOptions, _ session: SessionContext) {
        self.init(options: options, surroundings: session.surroundings, session: session)
    }
}

extension PasswordPassing {
    /// Returns the variables of the command's environment that differ from this process's; `nil` for one that it has not.
    ///
    /// - Parameter coordinator: that of the access during which the command runs; its own accesses are part of that one.
    func variables(
        _ context: CommandContext, _ coordinator: FileCoordinator?
    ) throws(CommandFailure) -> [String: [UInt8]?] {
        var variables = ["PDFCO_PASSWORD": passPassword ? try context.password().map { Array($0.utf8) } : nil]
        if let coordinator {
            variables["PDFCO_PURPOSE"] = ByteText.bytes(coordinator.purposeIdentifier)
            variables["PDFCO_RUNTIME_DIR"] = ByteText.bytes(coordinator.runtimeDirectory.path.argument)
        }
        return variables
    }
}
