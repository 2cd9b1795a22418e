package import SystemPackage

/// One run of a command that nothing disturbed: what it did to the files below a directory, call by call.
///
/// A call on one of these files that is not understood is an error: a model that passes something over proves nothing.
package struct Recording: Sendable {
    /// A system call that was not understood.
    struct NotUnderstood: Error, CustomStringConvertible {
        var description: String
    }

    /// A system call on a file below the directory.
    struct Step: Sendable {
        var call: Strace.Call
        /// What it did; nothing where it only looked.
        var operations: [DiskOperation]
    }

    let steps: [Step]
    /// How the command ended.
    package let result: CommandResult
    /// What was below the directory before.
    package let before: FileTree
    /// And afterwards.
    package let after: FileTree
    /// Which states of the disk a power cut may leave.
    let powerCuts: PowerCuts
    /// The paths that were touched.
    let paths: [FilePath]

    /// Runs the command, whose files lie below the directory, and checks that the model ends as the real directory does.
    package init(_ command: Command, below directory: FilePath) async throws {
        before = try FileTree(of: directory)
        // As it is before each disturbed run: with files of its own, and without the links of the index.
        try before.write(to: directory)
        let (log, result) = try await Strace.log(command)
        self.result = result
        after = try FileTree(of: directory)
        var reading = try TraceReading(before: before, directory: directory)
        steps = try reading.steps(of: log)
        paths = reading.names.sorted().map { $0.isEmpty ? directory : directory.appending($0) }
        powerCuts = PowerCuts(before: reading.start, operations: steps.flatMap(\.operations))
        guard reading.disk.tree == after else {
            throw NotUnderstood(description: "the model has not ended as the directory did: \(command.arguments)")
        }
    }

    /// What the steps before this one leave.
    func tree(before step: Int) -> FileTree {
        powerCuts.tree(after: steps[..<step].reduce(0) { $0 + $1.operations.count })
    }
}
