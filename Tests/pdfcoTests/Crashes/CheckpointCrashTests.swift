import SystemPackage
import TestSupport
import Testing

/// Ends what writes a checkpoint, and what saves from it, wherever they can end; then lets `restore` bring all back.
///
/// Invariant 1: what was acknowledged is in the document or in the checkpoint, and so it is restored. Invariant 3: the
/// checkpoint stays until the save is durable. Invariant 4: `restore`, itself killed and run again, ends in the same
/// document. Invariant 5: of a torn checkpoint all is restored that was whole. Invariant 7: nothing else is left.
@Suite(.long, .enabled("Processes may not be traced here") { try await Strace.isPermitted() })
struct CheckpointCrashTests {
    @Test(arguments: [
        UnsavedScenario("first change", on: "table.pdf", command: ["highlight"]),
        UnsavedScenario("sealed first change", on: "encrypted.pdf", command: ["highlight"]),
        UnsavedScenario("second change", on: "stream.pdf", after: [["highlight"]], command: ["square"]),
        UnsavedScenario("undo", on: "table.pdf", after: [["highlight"], ["square"]], command: ["undo"]),
        UnsavedScenario(
            "compaction", on: "table.pdf", after: [["highlight"], ["square"]], stepsBackAndForth: 501, command: ["undo"]
        ),
    ])
    func `Wherever the recording of a change ends, restore brings back what was acknowledged`(
        scenario: UnsavedScenario
    ) async throws {
        try await scenario.run()
    }

    @Test(arguments: [
        UnsavedScenario(
            "save by replace", on: "table.pdf", after: [["highlight"]], command: ["save", "--method", "replace"]),
        UnsavedScenario(
            "save by append", on: "table.pdf", after: [["highlight"]], command: ["save", "--method", "append"]),
        UnsavedScenario("sealed save", on: "encrypted.pdf", after: [["highlight"]], command: ["save"]),
        UnsavedScenario(
            "restore", on: "stream.pdf", after: [["highlight"]], command: ["restore", "--method", "append"]),
        UnsavedScenario(
            "restore of a lost document", on: "table.pdf", after: [["highlight"], ["zero"]], command: ["restore"]),
    ])
    func `Wherever a save of a checkpoint ends, restore completes it`(scenario: UnsavedScenario) async throws {
        try await scenario.run()
    }
}
