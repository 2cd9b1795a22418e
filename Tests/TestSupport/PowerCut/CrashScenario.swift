import FoundationEssentials
import Mutations
package import SystemPackage

/// A command that is to leave nothing broken wherever it ends, and the command that is run after it.
///
/// It is ended at its system calls, these are made to fail, and the disk is brought into the states that a power cut
/// may leave; the recovering command is ended, too. `make test-all` tries a part of this, `make crash` everything.
package struct CrashScenario: Sendable {
    package typealias Check = @Sendable (Crash) async throws -> Void

    /// Whether everything is tried, as `make crash` does.
    package static let isThorough = ProcessInfo.processInfo.environment["PDFCO_CRASH"] == "all"

    /// The run of the command that nothing disturbed.
    package let recording: Recording
    let directory: FilePath
    let command: Command
    let recovery: Command
    /// Whether the command writes the same bytes each time, and not the inode number of a file or something random.
    let isReproducible: Bool
    private let name: String

    /// - Parameters:
    ///   - directory: what the command reads and writes lies below it: documents and data directory.
    ///   - recovery: what is run after the crash; the same command again where it is left out.
    package init(
        _ name: String, below directory: FilePath, _ command: Command, recovery: Command? = nil,
        isReproducible: Bool = true
    ) async throws {
        self.name = name
        self.directory = directory
        self.isReproducible = isReproducible
        self.command = command
        self.recovery = recovery ?? command
        recording = try await Recording(command, below: directory)
        guard recording.result.exitStatus == 0 else { throw UnexpectedRun(description: recording.result.errorText) }
    }

    /// Tries all and prints how much it was.
    package func run(_ check: Check) async throws {
        let start = ContinuousClock.now
        let parts: [(String, (Check) async throws -> Int)] = [
            ("power cuts", cutPower), ("kills of recovery", killRecovery), ("kills", kill), ("failing calls", fail),
        ]
        var counts: [String] = []
        for (part, work) in parts {
            counts.append("\(try await work(check)) \(part)")
            if Self.isThorough { try tell("\(counts.last ?? "") …") }
        }
        try tell("\(counts.joined(separator: ", ")), \((ContinuousClock.now - start).formatted)")
    }

    /// At once, to where Swift Testing writes what fails: also a run that is ended before its end tells something.
    private func tell(_ text: String) throws {
        try FileDescriptor.standardError.writeAll(Array("\(name): \(text)\n".utf8))
    }

    /// Recovers from what a crash left, and lets the result be judged.
    func judge(_ crash: Crash, _ check: Check) async throws {
        var crash = crash
        crash.recovery = try await recovery.run()
        crash.after = try FileTree(of: directory)
        try await check(crash)
    }

    /// All, or so many of them, drawn for each scenario anew but always the same, where not everything is to be tried.
    func sample<Element>(_ all: [Element], _ count: Int) -> [Element] {
        if Self.isThorough || all.count <= count { return all }
        var generator = SeededGenerator(state: name.utf8.reduce(UInt64(count)) { $0 &* 31 &+ UInt64($1) })
        return all.indices.shuffled(using: &generator).prefix(count).sorted().map { all[$0] }
    }
}

/// What happened to a command, what it left, and what the recovery made of it.
package struct Crash: Sendable {
    package var description: String
    /// The system call that failed, and with what.
    package var failure: (call: Strace.Call, injection: Strace.Injection)?
    /// Whether the command had succeeded before: what it did must be there.
    package var isAcknowledged = false
    /// How the command ended; `nil` where the power was cut, or the recovery killed.
    package var result: CommandResult?
    package var left: FileTree
    package var recovery: CommandResult?
    package var after = FileTree()

    init(_ description: String, left: FileTree) {
        self.description = description
        self.left = left
    }
}

/// A disturbance that did not take place as the recording foresaw.
struct UnexpectedRun: Error, CustomStringConvertible {
    var description: String
}

extension Duration {
    fileprivate var formatted: String {
        "\(components.seconds).\(components.attoseconds / 100_000_000_000_000_000) s"
    }
}
