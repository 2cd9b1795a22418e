internal import LinuxFiles
public import SystemPackage

extension FileCoordinator {
    /// A coordinator for an operation of a presenter: the presenter is not asked and not told what it does itself, except of
    /// versions. All coordinators of one presenter share one purpose.
    public convenience init(
        filePresenter: any FilePresenter, timeout: Duration? = .seconds(30),
        runtimeDirectory: RuntimeDirectory = .standard
    ) {
        let purpose = Self.purposeIdentifier(of: filePresenter)
        self.init(purposeIdentifier: purpose, timeout: timeout, runtimeDirectory: runtimeDirectory)
    }

    /// Makes a presenter known to all processes of this user that use the same runtime directory. Balance it with
    /// ``removeFilePresenter(_:)``, until which the presenter is kept.
    ///
    /// It is known when this returns. Call it inside the coordinated read that reads what will be presented: otherwise a
    /// change between the reading and the registering is never told.
    ///
    /// - Parameters:
    ///   - purposeIdentifier: for a program that does one thing with several presenters; what is coordinated with this purpose
    ///     is not told to them. `nil`: one of its own for each presenter.
    ///   - runtimeDirectory: where coordinators look for it.
    /// - Throws: ``FileCoordinationError/runtimeDirectoryNotPrivate(_:)``, or what the system refuses.
    public static func addFilePresenter(
        _ presenter: any FilePresenter, purposeIdentifier: String? = nil,
        in runtimeDirectory: RuntimeDirectory = .standard
    ) throws(FileCoordinationError) {
        try add(presenter, purposeIdentifier, letsGo: false, in: runtimeDirectory)
    }

    static func add(
        _ presenter: any FilePresenter, _ purpose: String?, letsGo: Bool, in runtimeDirectory: RuntimeDirectory
    ) throws(FileCoordinationError) {
        let service = try PresenterService.start()
        let registration = try PresenterRegistration(
            presenter, purpose: purpose ?? derivedPurpose(of: presenter), letsGo: letsGo, in: runtimeDirectory,
            service.watcher)
        try service.add(registration)
    }

    /// Takes a presenter back. A message that it is hearing may still go on, and its reacquirers are called when their
    /// accesses end; nothing else is told from now on.
    public static func removeFilePresenter(_ presenter: any FilePresenter) {
        PresenterService.running?.remove(presenter)
    }

    /// The presenters of this process.
    public static var filePresenters: [any FilePresenter] {
        PresenterService.running?.registrations.map(\.presenter) ?? []
    }

    /// What all coordinators of a presenter share: the purpose that it was registered with, or will be.
    static func purposeIdentifier(of presenter: any FilePresenter) -> String {
        let registration = PresenterService.running?.registrations.last { $0.presenter === presenter }
        return registration?.purpose ?? derivedPurpose(of: presenter)
    }

    /// Distinguishes this process from all others, also from those with its number in other containers.
    private static let processKey = UInt64.random(in: 0 ... .max)

    private static func derivedPurpose(of presenter: any FilePresenter) -> String {
        let object = UInt(bitPattern: ObjectIdentifier(presenter))
        return "presenter-\(String(processKey, radix: 16))-\(String(object, radix: 16))"
    }

    /// Who presents the item itself, in any process.
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
