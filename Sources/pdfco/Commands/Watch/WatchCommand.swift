import ArgumentParser
import Documents
import FileCoordination
import LinuxFiles
import SystemPackage

/// `pdfco watch`: presents documents, tells what happens to them, and saves their unsaved changes.
struct WatchCommand: DocumentCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch", _superCommandName: "pdfco",
        abstract: "Present documents: report changes, autosave, answer other processes.",
        usage: "pdfco watch [<options>] <path> ...",
        discussion: """
            Each path is a document or a directory. Of what is in a directory, at whatever depth, the files whose names end in .pdf \
            are reported. A path need not exist yet; its directory must.

            As long as it runs, others know that somebody has the documents open. Before another process reads one, its \
            unsaved changes are saved; where they do not fit the document any more, that is reported as a conflict, and the \
            other process reads what is there. --autosave saves them by itself, so many seconds after the last was recorded.

            On a terminal it shows a table of the documents and the latest events, else a line for each event, and with --json \
            an object with event, file, time, and where known to, pid and detail. A document that changes again before its \
            change was printed has changed once. The line "watching ..." on standard error says that it has begun. It ends \
            with exit status 0 when it is interrupted (SIGINT) or asked to end (SIGTERM, SIGHUP), after a save that goes on. \
            While it is stopped with Control-Z nobody waits for it; continued, it reports what has changed.

            --exec runs a shell command for each event, one after another, with the event in PDFCO_EVENT, PDFCO_FILE, \
            PDFCO_TIME, PDFCO_TO and PDFCO_PID. The pdfco commands it runs share the purpose of watch, so that they neither \
            wait for it nor are reported as readers and writers. What they change in a document is reported, like any change: \
            a command that edits the document must make the same edit each time (annotate --name), or leave out the events \
            that it causes. The command does not get the password, unless --pass-password is given.

            EVENTS
              appeared              it is there, and was not there before
              changed               its contents are not what they were
              moved                 it has another path (to)
              deleted               it is gone, or was moved out of the directory
              willBeDeleted         another process is going to delete or replace it
              relinquishedToReader  another process is about to read it, or in the directory
              relinquishedToWriter  another process is about to write it, or in the directory
              reacquired            the other process is done
              saveRequested         another process wants unsaved changes to be saved first
              saved                 its unsaved changes were written into it
              checkpointed          unsaved changes of it were recorded
              conflict              its unsaved changes do not fit it any more (detail)
              versionGained         a version of it was kept beside it (detail)
              overflow              news were lost, and everything was looked at again

            SYSTEMD
              A unit that saves what is unsaved below ~/Documents, for one user, is
              ~/.config/systemd/user/pdfco-watch.service:

                [Unit]
                Description=Save unsaved changes of PDF documents

                [Service]
                ExecStart=/usr/local/bin/pdfco watch --autosave 30 --json %h/Documents
                Restart=on-failure
                RestartPreventExitStatus=64 66 77

                [Install]
                WantedBy=default.target

              It is started, now and at every login, and its events are followed, with

                systemctl --user enable --now pdfco-watch
                journalctl --user --unit pdfco-watch --output cat --follow

              Other programs are answered where they have the same XDG_RUNTIME_DIR, as
              all in the sessions of one user have, and the same data directory.

            EXAMPLES
              pdfco watch report.pdf
              pdfco watch --autosave 30 ~/Documents
              pdfco watch --until saved --quiet report.pdf
              pdfco watch --exec 'notify-send "$PDFCO_EVENT" "$PDFCO_FILE"' ~/Documents
            """)

    @Argument(help: ArgumentHelp("Documents and directories.", valueName: "path"), completion: .file())
    var paths: [String]

    @Option(
        help: ArgumentHelp("Save unsaved changes so long after the last was recorded.", valueName: "seconds"))
    var autosave: String?

    @Option(help: ArgumentHelp("Run a shell command for each event.", valueName: "command"))
    var exec: String?

    @OptionGroup var passing: PasswordPassing

    @Option(help: ArgumentHelp("End after the first of these events, separated by commas.", valueName: "event"))
    var until: [String] = []

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        if passing.isAskedFor, exec == nil { throw ValidationError("--pass-password needs --exec.") }
    }

    func run(in context: CommandContext) throws {
        let delay: Double? = try OptionValue<Double>.seconds(autosave, for: "--autosave")
        let lastEvents = try OptionValue<DocumentEvent.Kind>.word(
            until.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) },
            for: "--until")
        let coordinator = try context.coordinator(purpose: "pdfco-watch-\(UInt64.random(in: .min ... .max))")
        guard let coordinator else {
            throw CommandFailure(
                kind: "usage", problem: "watch is asked by other processes: it cannot go without coordination",
                exitStatus: .usage)
        }
        var options = DocumentWatch.Options(
            runtimeDirectory: coordinator.runtimeDirectory, purposeIdentifier: coordinator.purposeIdentifier)
        options.store = try context.existingStore()
        options.autosaveDelay = delay.map { .seconds($0) }
        options.timeout = .seconds(try context.timeoutSeconds())
        options.password = try context.password()
        let session = try WatchSession(
            options, command: exec, try passing.variables(context), until: Set(lastEvents), console: context.console
        )
        try session.run(paths)
    }
}
