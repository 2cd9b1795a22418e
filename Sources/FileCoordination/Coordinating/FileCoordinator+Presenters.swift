internal import LinuxFiles
public import SystemPackage

extension FileCoordinator {
    /// Creates a coordinator for an operation of a presenter: the presenter is neither asked nor notified of what it
    /// does itself, except for versions. All coordinators of one presenter share one purpose identifier.
    public convenience init(
        filePresenter: any FilePresenter, timeout: Duration? = .seconds(30), unanswered: UnansweredPolicy = .read,
        runtimeDirectory: RuntimeDirectory = .standard
    ) {
        let purpose = Self.purposeIdentifier(of: filePresenter)
        self.init(
            purposeIdentifier: purpose, timeout: timeout, unanswered: unanswered, runtimeDirectory: runtimeDirectory)
    }

    /// Registers a presenter, so that all processes of this user with the same runtime directory can find it. Balance
    /// this with ``removeFilePresenter(_:)``; the presenter is retained until then.
    ///
    /// The presenter can be found when this returns. Call this inside the coordinated read of the contents to be
    /// presented: otherwise a change between reading and registering is never reported.
    ///
    /// - Parameters:
    ///   - presenter: retained until it is removed.
    ///   - purposeIdentifier: for a program that does one thing with several presenters; accesses with this purpose
    ///     identifier are not reported to them. `nil`: a unique one for each presenter.
    ///   - runtimeDirectory: where coordinators look for it.
    /// - Throws: ``FileCoordinationError/runtimeDirectoryNotPrivate(_:)``, or a system error.
    public static func addFilePresenter(
        _ presenter: any FilePresenter, purposeIdentifier: String? = nil,
        in runtimeDirectory: RuntimeDirectory = .standard
    ) throws(FileCoordinationError) {
        try add(presenter, purposeIdentifier, letsGo: false, in: runtimeDirectory)
    }

    static func add(
        _ presenter: any FilePresenter, _ purpose: String?, letsGo: Bool, in runtimeDirectory: RuntimeDirectory
    ) throws(FileCoordinationError) {
        guard isEnabled else { return }
        let service = try PresenterService.start()
        let registration = try PresenterRegistration(
            presenter, purpose: purpose ?? derivedPurpose(of: presenter), letsGo: letsGo, in: runtimeDirectory,
            service.watcher)
        try service.add(registration)
    }

    /// Removes a presenter. A message that it is handling may still continue, and its reacquirers are called when their
    /// accesses end; it receives nothing else from now on.
    public static func removeFilePresenter(_ presenter: any FilePresenter) {
        PresenterService.running?.remove(presenter)
    }

    /// The presenters of this process.
    public static var filePresenters: [any FilePresenter] {
        PresenterService.running?.registrations.map(\.presenter) ?? []
    }

    /// Returns the purpose identifier that all coordinators of a presenter share: the one that it was registered with,
    /// or will be.
    static func purposeIdentifier(of presenter: any FilePresenter) -> String {
        let registration = PresenterService.running?.registrations.last { $0.presenter === presenter }
        return registration?.purpose ?? derivedPurpose(of: presenter)
    }

    /// Distinguishes this process from all others, including those with the same PID in other containers.
    private static let processKey = UInt64.random(in: 0 ... .max)

    private static func derivedPurpose(of presenter: any FilePresenter) -> String {
        let object = UInt(bitPattern: ObjectIdentifier(presenter))
        return "presenter-\(String(processKey, radix: 16))-\(String(object, radix: 16))"
    }

    /// Returns the presenters of the item itself, in any process.
    ///
    /// - Throws: ``FileCoordinationError/runtimeDirectoryNotPrivate(_:)``, or an error if the directory of the item
    ///   does not exist.
    public static func presenters(
        ofItemAt path: FilePath, in runtimeDirectory: RuntimeDirectory = .standard
    ) throws(FileCoordinationError) -> [PresenterDescription] {
        guard let directories = try PresenterDirectories(in: runtimeDirectory) else { return [] }
        let item = try translatingSystemCalls { () throws(SystemCallError) in try path.canonical() }
        return directories.presenters(of: item).compactMap { address in
            guard let socket = address.connect(), let process = try? socket.peer().process,
                let status = try? FileStatus(of: address.socket)
            else { return nil }
            return PresenterDescription(process: process, since: status.modificationTime.seconds)
        }.sorted { ($0.since, $0.process) < ($1.since, $1.process) }
    }
}
