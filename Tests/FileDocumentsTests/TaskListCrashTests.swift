import SystemPackage
import TestDocuments
import TestSupport
import Testing

/// Ends an app that adds tasks and saves them wherever it can end, cuts the power, and lets every system call fail; then another
/// run saves what was recorded.
///
/// Contents in JSON have the same promises as PDF (invariants 1, 2, 4 and 7): the file is the old or the new one, what was acknowledged
/// is in it afterwards, in its order, and nothing else is left.
@Suite(.long, .enabled("Processes may not be traced here") { try await Strace.isPermitted() })
struct TaskListCrashTests {
    private static let titles = ["one", "two", "three"]

    @Test func `Wherever an app ends, its file is whole, and the next run saves what was acknowledged`() async throws {
        try await withTemporaryDirectory { directory in
            let path = try directory.making("documents").appending("tasks.json")
            try path.write(Array(#"{"old":true}"#.utf8))
            let program = PDFCO.productsDirectory.appending("pdfco-test-presenter").string
            let paths = [directory.appending("data").string, path.string]
            let recorded = try await Command(program, ["tasks", "record"] + paths + Self.titles.prefix(1)).run()
            try #require(recorded.exitStatus == 0)
            // As it is before each disturbance: with other inodes, and without entries of the index.
            try FileTree(of: directory).write(to: directory)
            let scenario = try await CrashScenario(
                "tasks in JSON", below: directory,
                Command(program, ["tasks", "save"] + paths + Self.titles.dropFirst()),
                recovery: Command(program, ["tasks", "save"] + paths))
            try await scenario.run { crash in
                let output = crash.result?.outputText ?? ""
                let context: Comment = "\(crash.description)\n\(output)\n\(crash.recovery?.outputText ?? "")"
                let told = output.split(separator: "\n").map(String.init)
                let isSaved = crash.isAcknowledged || told.contains("saved")
                let left = try Self.added(crash.left, context)
                #expect(isSaved ? left == Self.titles : true, context)
                #expect(crash.recovery?.exitStatus == 0, context)
                let after = try Self.added(crash.after, context)
                let acknowledged = 1 + (Self.titles.lastIndex { told.contains($0) } ?? 0)
                #expect(after.count >= max(left.count, acknowledged), context)
                let rest = crash.after.names.filter { name in
                    !["documents", "documents/tasks.json", "data"].contains(name) && !name.hasPrefix("data/history")
                        && !["data/checkpoints", "data/index"].contains(name)
                        // The next clean-up removes an original whose change was not recorded.
                        && !name.hasSuffix(".base")
                }
                #expect(rest.isEmpty, context)
            }
        }
    }

    /// The titles that were added to the list in a file, which is whole.
    private static func added(_ tree: FileTree, _ context: Comment) throws -> [String] {
        let tasks = try TaskList(#require(tree["documents/tasks.json"], context)).tasks
        let added = Array(titles.prefix { tasks[$0] == false })
        #expect(tasks["old"] == true && tasks.count == added.count + 1, context)
        return added
    }
}
