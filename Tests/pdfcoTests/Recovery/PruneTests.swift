import SystemPackage
import TestSupport
import Testing

/// `pdfco checkpoint prune` and `pdfco save --all`: what is done with many checkpoints at once.
struct PruneTests {
    /// Makes the checkpoints as old as that.
    private func age(_ place: Workplace, _ age: String) async throws {
        let files = try place.checkpoints.list().map { place.checkpoints.appending($0).string }
        #expect(try await Command("touch", ["-d", age + " ago"] + files).run().exitStatus == 0)
    }

    /// Checkpoints of documents in every condition.
    private func withCheckpoints(_ body: (Workplace) async throws -> Void) async throws {
        try await withWorkplace { place in
            for name in ["ready", "changed", "gone", "undone"] {
                _ = try place.copy("table.pdf", as: name + ".pdf")
                try await place.record(in: name + ".pdf")
            }
            try await place.editElsewhere("square", "--rect", "1,1,9,9", "--name", "theirs", file: "changed.pdf")
            _ = try await Command("rm", [place.directory.appending("gone.pdf").string]).run()
            try await place.done("annotate", "undo", "undone.pdf")
            try await body(place)
        }
    }

    /// Invariant 15: that nothing is at a path does not say that the document is gone.
    @Test func `Old checkpoints go that serve nobody, and unsaved changes stay, whether the document is there or not`()
        async throws
    {
        try await withCheckpoints { place in
            let young: Recoverables = try await place.json("checkpoint", "prune")
            #expect(young.removed?.isEmpty == true && young.kept?.count == 4)
            let said = try await place.done("checkpoint", "prune", "--dry-run").errorText
            #expect(said.contains("0 checkpoints would be removed, 4 kept"), "\(said)")
            try await age(place, "8 days")
            let none: Recoverables = try await place.json("checkpoint", "prune", "--older-than", "9d")
            #expect(none.removed?.isEmpty == true)

            let dry: Recoverables = try await place.json("checkpoint", "prune", "--dry-run")
            #expect(try place.checkpointNames().count == 4)
            let report: Recoverables = try await place.json("checkpoint", "prune")
            for report in [dry, report] {
                #expect(Set(report.removed?.map(\.name) ?? []) == ["undone.pdf"])
                #expect(Set(report.kept?.map(\.name) ?? []) == ["ready.pdf", "changed.pdf", "gone.pdf"])
            }
            #expect(try place.checkpointNames().count == 3)
            let forced: Recoverables = try await place.json("checkpoint", "prune", "--force")
            #expect(forced.removed?.count == 3 && forced.kept?.isEmpty == true)
            #expect(try place.checkpointNames().isEmpty)
        }
    }

    @Test func `What dead processes left, and logs that were set aside, go as well`() async throws {
        try await withWorkplace { place in
            _ = try place.copy("table.pdf")
            try await place.record()
            try await place.record("second")
            try place.flipByte(inLine: 4)
            try await place.done("restore", "document.pdf")
            try place.putBack([], at: place.checkpoints.appending("0123456789abcdef.checkpoint"))
            let young: Recoverables = try await place.json("checkpoint", "prune")
            #expect(young.clearedFiles == 1)
            #expect(try place.checkpoints.list().map { FilePath($0).extension } == ["damaged"])
            let result = try await place.done("checkpoint", "prune", "--older-than", "0s")
            #expect(result.errorText.contains("1 file "))
            #expect(try place.checkpointNames().isEmpty)
        }
    }

    @Test func `A log that cannot be read to its end is never cleaned up unasked`() async throws {
        try await withWorkplace { place in
            _ = try place.copy("table.pdf")
            try await place.record()
            try place.flipByte(inLine: 3)
            try await age(place, "8 days")
            let report: Recoverables = try await place.json("checkpoint", "prune")
            #expect(report.removed?.isEmpty == true && report.kept?.count == 1)
        }
    }

    @Test func `All documents with unsaved changes are saved, and failures told`() async throws {
        try await withCheckpoints { place in
            let result = try await place.run("save", "--all")
            #expect(result.exitStatus == 11)
            #expect(result.errorLines.filter { $0.hasPrefix("pdfco: error: ") }.count == 1)
            #expect(result.errorText.contains("gone.pdf: no such file"))
            #expect(try await place.names(in: "ready.pdf") == ["ours"])
            #expect(try await place.names(in: "changed.pdf") == ["ours", "theirs"])
            #expect(try await place.names(in: "undone.pdf") == [])
            try await place.done("annotate", "redo", "undone.pdf")
            expectRefusal(try await place.run("save", "--all", "ready.pdf"), 64)
            expectRefusal(try await place.run("save", "--all", "-o", "out.pdf"), 64)
        }
    }
}

extension Recoverables.Checkpoint {
    fileprivate var name: String? { FilePath(file).lastComponent?.string }
}
