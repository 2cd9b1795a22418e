import ArgumentParser
import Documents
import FileCoordination
import LinuxFiles
import SystemPackage

/// `pdfco watch`: presents documents, reports events, and saves unsaved changes.
struct WatchCommand: DocumentCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch", _superCommandName: "pdfco",
        abstract: "Present documents: report changes, autosave, answer other processes.",
        usage: "pdfco watch [<options>] <path> ...",
        discussion: """
            Each path is a document or a directory. In a directory, watch reports files at any depth whose names end \
            in .pdf. A document whose name ends so need not exist yet, but its directory must.

            While watch runs, it presents the documents to other processes. Before another process reads a document, \
            watch saves its unsaved changes; if they no longer fit the document, watch reports a conflict, and the \
            other process reads the file as it is. With --autosave, watch saves that many seconds after the last \
            change was recorded.

            watch prints one line per event, or with --json one object with event, file and time, and to, pid and \
            detail where known. Several changes before the first is printed count as one. The line "watching ..." on standard error means \
            that watch is ready. It exits with status 0 on SIGINT, SIGTERM or SIGHUP, after finishing a save in \
            progress. While it is stopped with Control-Z, no process waits for it; once continued, it reports what has \
            changed.

            --exec runs a shell command for each event, one after another, with the event in PDFCO_EVENT, PDFCO_FILE, \
            PDFCO_TIME, PDFCO_TO and PDFCO_PID. The pdfco commands it runs share the purpose of watch, so that they \
            neither wait for it nor are reported as readers and writers. Their changes to a document are reported like \
            any others: a command that edits the document must make the same edit each time (annotate --name), or \
            ignore the events that it causes. The command gets the password only with --pass-password.

            EVENTS
              appeared              it exists, and did not before
              changed               its contents changed
              moved                 it was moved to another path (to)
              deleted               it was deleted, or moved out of the directory
              willBeDeleted         another process is going to delete or replace it
              relinquishedToReader  another process is about to read it or a file in it
              relinquishedToWriter  another process is about to write it or a file in it
              reacquired            the other process is done
              saveRequested         another process wants unsaved changes to be saved first
              saved                 its unsaved changes were written into it
              checkpointed          unsaved changes to it were recorded
              conflict              its unsaved changes conflict with it (detail)
              versionGained         a version of it was kept (detail)
              versionLost           a version of it was removed (detail)
              versionResolved       the conflict with a version of it was resolved (detail)
              overflow              events were lost; everything was checked again

            SYSTEMD
              pdfco-watch.service, a user unit installed with pdfco, saves unsaved
              changes below ~/Documents:

                [Unit]
                Description=Save unsaved changes of PDF documents

                [Service]
                ExecStart=/usr/local/bin/pdfco watch --autosave 30 --json %h/Documents
                Restart=on-failure
                RestartPreventExitStatus=64 66 77

                [Install]
                WantedBy=default.target

              Start it now and at every login, and follow its events, with

                systemctl --user enable --now pdfco-watch
                journalctl --user --unit pdfco-watch --output cat --follow

              watch coordinates with programs that use the same XDG_RUNTIME_DIR, as all
              sessions of one user do, and the same data directory.

            EXAMPLES
              pdfco watch report.pdf
              pdfco watch --autosave 30 ~/Documents
              pdfco watch --until saved --quiet report.pdf
              pdfco watch --exec 'notify-send "$PDFCO_EVENT" "$PDFCO_FILE"' ~/Documents
            """)

    @Argument(help: ArgumentHelp("Documents and directories.", valueName: "path"), completion: .file())
    var paths: [String]

    @Option(
        help: ArgumentHelp("Save unsaved changes this long after the last one was recorded.", valueName: "seconds"))
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
                kind: "usage", problem: "watch requires coordination",
                hint: "omit --no-coordination and unset PDFCO_COORDINATION", exitStatus: .usage)
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
