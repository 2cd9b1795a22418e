import LinuxFiles
import SystemPackage
import TestSupport
import Testing

@testable import FileCoordination

extension Scene {
    /// Another process that asks for an access, and has been granted it or refused; `outcome` is what it tells of that.
    func ask(
        _ kind: String, _ path: FilePath, _ more: String..., within seconds: Double = 0, purpose: String = "-"
    ) throws -> (peer: Peer, outcome: String) {
        let peer = try begin(kind, path, more, within: seconds, purpose: purpose)
        return (peer, try peer.next())
    }

    /// What another process tells that asks for an access, and ends it at once.
    func outcome(
        of kind: String, _ path: FilePath, _ more: String..., within seconds: Double = 0, purpose: String = "-"
    ) throws -> String {
        let peer = try begin(kind, path, more, within: seconds, purpose: purpose)
        defer { peer.kill() }
        return try peer.next()
    }

    /// Another process that asks for an access and may have to wait.
    func begin(
        _ kind: String, _ path: FilePath, _ more: [String] = [], within seconds: Double = 30, purpose: String = "-"
    ) throws -> Peer {
        let peer = try Peer(
            ["coordinate", runtime.string, "\(seconds)", purpose, kind, path.string] + more)
        try #require(try peer.next() == "asking")
        return peer
    }

    /// Returns when a writer waits for the name: until then it might not have begun to.
    func someoneWaits(toWrite path: FilePath) async throws {
        let directory = try OpenFile(reading: path.removingLastComponent())
        let locks = NameLocks(position: NameLocks.position(of: path.lastComponent!))
        let deadline = ContinuousClock.now + .seconds(60)
        while try !directory.isByteLockedElsewhere(locks.tickets) {
            try #require(ContinuousClock.now < deadline, "nobody waits")
            await Task.yield()
        }
    }

    /// A coordinator in this process that takes what is free at once.
    func coordinator(within timeout: Duration? = .zero, purpose: String? = nil) -> FileCoordinator {
        FileCoordinator(purposeIdentifier: purpose, timeout: timeout, runtimeDirectory: RuntimeDirectory(runtime))
    }
}
