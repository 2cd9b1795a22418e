internal import LinuxFiles
internal import Synchronization
internal import SystemPackage

/// Coordinates one operation on files, such as a save, with every other process that coordinates its own.
///
/// Make one for each operation: it never waits for itself, nor for another coordinator with the same purpose
/// identifier. An access first asks the presenters it affects, then waits for its locks, and then runs the *accessor*
/// with the path where the item is by then; it ends when the accessor returns. If an error is thrown before that, the
/// accessor has not run.
///
/// Locks are on the item and on its name, by flock(2) and fcntl_locking(2): they end with the process that holds them,
/// leave nothing behind, and hold across users and containers. Programs that do not coordinate are not excluded.
public final class FileCoordinator: Sendable {
    /// Names the operation: accesses with the same purpose identifier never block each other, whatever process they are
    /// in.
    public let purposeIdentifier: String

    /// The directory where presenters, and processes with the same purpose identifier, are found.
    public let runtimeDirectory: RuntimeDirectory

    /// How long an access waits before it fails; `nil`: until ``cancel()``. With zero, an access succeeds only if it
    /// need not wait.
    public let timeout: Duration?

    /// What an access does if a presenter does not answer in time.
    public let unanswered: UnansweredPolicy

    /// Whether this process coordinates its accesses. While it does not, accessors run at once, without locks and
    /// messages, and presenters that are added are not registered: for tests, and for files that nobody shares.
    public static var isEnabled: Bool {
        get { enabled.withLock { $0 } }
        set { enabled.withLock { $0 = newValue } }
    }

    private static let enabled = Mutex(true)

    private let isShared: Bool
    let cancellation = Cancellation()
    private let collectedWarnings = Mutex<[String]>([])
    /// The conversations of the accesses whose accessors are running.
    let conversations = Mutex<[PresenterConversation]>([])

    /// - Parameters:
    ///   - purposeIdentifier: a purpose identifier that other processes know, too; by default a unique one. Not empty.
    ///   - timeout: how long an access waits; 30 seconds by default.
    ///   - unanswered: what an access does if a presenter does not answer in time.
    ///   - runtimeDirectory: where presenters are looked for.
    public init(
        purposeIdentifier: String? = nil, timeout: Duration? = .seconds(30), unanswered: UnansweredPolicy = .read,
        runtimeDirectory: RuntimeDirectory = .standard
    ) {
        precondition(purposeIdentifier?.isEmpty != true, "A purpose is not empty.")
        self.purposeIdentifier = purposeIdentifier ?? String(UInt64.random(in: .min ... .max), radix: 36)
        self.runtimeDirectory = runtimeDirectory
        self.timeout = timeout
        self.unanswered = unanswered
        isShared = purposeIdentifier != nil
    }

    /// What the accesses so far had to pass over, such as a presenter that did not answer. An accessor finds here what its
    /// own access passed over, before it reads.
    public var warnings: [String] { collectedWarnings.withLock(\.self) }

    /// Cancels this coordinator's waits, now and later: its accesses throw ``FileCoordinationError/cancelled``.
    ///
    /// May be called from any thread; returns at once. Requests already sent to presenters are not withdrawn, and a
    /// running accessor continues.
    public func cancel() { cancellation.cancel() }

    // MARK: The steps of every access

    /// Begins an access: asks the presenters and takes the locks.
    ///
    /// An access to one item for uploading is only to a snapshot; the item itself is free by then.
    ///
    /// - Parameter limit: how long to wait, if that is less than ``timeout``.
    package func begin(
        _ intents: [FileAccessIntent], within limit: Duration? = nil
    ) throws(FileCoordinationError) -> FileAccess {
        precondition(!intents.isEmpty, "An access is to something.")
        let access = try wait(for: intents, until: Deadline(after: limit.map { min($0, timeout ?? $0) } ?? timeout))
        guard intents.count == 1, case .reading(let options) = intents[0].kind, options.contains(.forUploading)
        else { return access }
        let snapshot = try Snapshot(of: access.path)
        access.end()
        return FileAccess(snapshot)
    }

    private func wait(
        for intents: [FileAccessIntent], until deadline: Deadline
    ) throws(FileCoordinationError) -> FileAccess {
        var access = FileAccess(to: intents, by: self)
        guard Self.isEnabled else {
            if cancellation.isCancelled { throw .cancelled }
            access.paths = intents.map(\.path)
            return access
        }
        var items: [AccessTarget] = []
        for intent in intents { items.append(try intent.target()) }
        let requests = zip(items, intents).map { RequestedAccess(path: $0.path, kind: $1.kind) }
        access.conversation = try converse(about: requests, until: deadline)
        let purpose = Purpose(identifier: purposeIdentifier, sharedIn: isShared ? runtimeDirectory : nil)
        let claim = try AccessClaim(on: items, purpose: purpose, until: deadline, cancellation)
        (access.claim, access.paths) = (claim, claim.paths)
        for (intent, path) in zip(intents, claim.paths) { intent.follow(to: path) }
        if let conversation = access.conversation { conversations.withLock { $0.append(conversation) } }
        return access
    }

    /// Asks the presenters affected, and waits for their answers; `nil` if there are none at all.
    func converse(
        about requests: [RequestedAccess], preparing: Bool = false, until deadline: Deadline
    ) throws(FileCoordinationError) -> PresenterConversation? {
        if cancellation.isCancelled { throw .cancelled }
        guard Self.isEnabled else { return nil }
        let conversation = try PresenterConversation.begin(
            requests, preparing: preparing, purpose: purposeIdentifier, in: runtimeDirectory, deadline: deadline,
            unanswered: unanswered, cancellation: cancellation)
        collectedWarnings.withLock { $0 += conversation?.warnings ?? [] }
        return conversation
    }
}
