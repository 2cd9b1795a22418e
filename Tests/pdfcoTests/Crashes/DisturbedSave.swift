import FoundationEssentials
import SystemPackage
import TestSupport
import Testing

/// A save of one annotation, and what may be found after it was disturbed.
struct DisturbedSave: Sendable {
    let file: String
    let mayLeaveTail: Bool
    let before: FileTree
    let saved: FileTree
    let new: [UInt8]

    /// With the password of the encrypted fixture, which the others do not look at.
    static let environment = PDFCO.fixedClock.merging(["PDFCO_PASSWORD": "owner"]) { $1 }

    /// So long that what is written lies in several sectors.
    static let contents = String(repeating: "Since when? ", count: 120)

    static func command(_ file: FilePath, contents: String = contents, _ options: String...) -> Command {
        let arguments = ["annotate", "highlight", file.string, "--rect", "20,20,60,40", "--name", "mark"]
        let save = ["--contents", contents] + (options.contains("-o") ? [] : ["--save"])
        return PDFCO.command(arguments + save + options, environment: environment)
    }

    init(_ recording: Recording, file: String, mayLeaveTail: Bool) throws {
        self.file = file
        self.mayLeaveTail = mayLeaveTail
        before = recording.before
        saved = recording.after
        new = try #require(saved[file])
        try #require(new != before[file])
    }

    @Sendable func check(_ crash: Crash) async throws {
        let context: Comment = "\(crash.description)\n\(crash.result?.errorText ?? "")"
        let left = crash.left[file]
        if crash.isAcknowledged {
            // What cannot be removed after the commit is the next save's to clear away; a power cut may bring the empty lock
            // file of an append back.
            let isUntidy = crash.failure?.call.isOfTidying == true
            var visible = crash.left
            if crash.result == nil {
                visible.entries = visible.entries.filter { $0.value.bytes != [] || !$0.key.hasSuffix(".pdfco-lock") }
            }
            #expect(isUntidy ? left == new : visible == saved, context)
        } else if let left, let old = before[file], mayLeaveTail {
            #expect(left.starts(with: old), context)
            if crash.result != nil { #expect(new.starts(with: left), context) }
            // What no mark begins, readers skip: it is short, and a mark may follow it.
            let tail = left.dropFirst(old.count)
            let isMarked = String(decoding: tail.prefix(600), as: UTF8.self).contains("%pdfco-increment 2 ")
            #expect(tail.count <= 512 || isMarked, context)
            if left != old, left != new { try await expectRecognised(left, old, context) }
        } else {
            #expect(left == before[file] || left == new, context)
        }
        if let failure = crash.failure { expectTidiness(failure, crash, context) }

        let recovery = try #require(crash.recovery)
        #expect(recovery.exitStatus == 0, "\(context)\n\(recovery.errorText)")
        if crash.after != saved { try await expectStrayComment(crash, context) }
    }

    /// `open` tells the unfinished end from the document.
    private func expectRecognised(_ left: [UInt8], _ old: [UInt8], _ context: Comment) async throws {
        guard hasMark(left) else { return }
        try await withTemporaryDirectory { directory in
            let copy = directory.appending("left.pdf")
            try copy.write(left)
            let result = try await PDFCO.command(["open", copy.string, "--json"], environment: Self.environment).run()
            struct Summary: Decodable { var unfinishedBytes: Int? }
            let summary = try JSONDecoder().decode(Summary.self, from: Data(result.output))
            #expect(summary.unfinishedBytes == left.count - old.count, context)
        }
    }

    /// After an error the names are as they were, or as they are after the save, unless tidying failed as well.
    private func expectTidiness(
        _ failure: (call: Strace.Call, injection: Strace.Injection), _ crash: Crash, _ context: Comment
    ) {
        let isOnwards = if case .failure(_, onwards: true) = failure.injection { true } else { false }
        // Who can know nothing of any file any more removes nothing, and cuts nothing back.
        let isBlind = isOnwards && failure.call.isOfStatus
        if !failure.call.isOfTidying, !isBlind {
            #expect([before.names, saved.names].contains(crash.left.names), context)
        }
        if case .failure("EINTR", _) = failure.injection { #expect(crash.isAcknowledged, context) }
        // A second fsync would not fail (invariant 6).
        if failure.call.name.hasSuffix("sync") { #expect(!crash.isAcknowledged, context) }
        if !crash.isAcknowledged {
            #expect(crash.result?.errorLines.first?.hasPrefix("pdfco: error: ") == true, context)
            if failure.call.name != "ftruncate", !isBlind, !(isOnwards && failure.call.name == "fstatfs") {
                #expect([before[file], new].contains(crash.left[file]), context)
            }
        }
    }

    /// A power cut before the mark was on the disk may leave a part of it, which is a comment or white space to every reader.
    private func expectStrayComment(_ crash: Crash, _ context: Comment) async throws {
        let left = try #require(crash.left[file])
        let after = try #require(crash.after[file])
        #expect(mayLeaveTail && crash.result == nil && !hasMark(left), context)
        #expect(after.starts(with: left) && crash.after.names == saved.names, context)
        try await withTemporaryDirectory { directory in
            var lists: [[UInt8]] = []
            for bytes in [new, after] {
                let copy = directory.appending("document.pdf")
                try copy.write(bytes)
                lists.append(
                    try await PDFCO.command(["annotate", "list", copy.string], environment: Self.environment).run()
                        .output)
            }
            try #require(lists.count > 1)
            #expect(lists[0] == lists[1] && !lists[0].isEmpty, context)
        }
    }

    /// Whether the whole line is there by which an increment is recognised.
    private func hasMark(_ bytes: [UInt8]) -> Bool {
        let start = before[file]?.count ?? 0
        guard let end = new.dropFirst(start + 1).firstIndex(of: 0x0A) else { return false }
        return bytes.count > end && bytes[start...end] == new[start...end]
    }
}

extension Strace.Call {
    /// Whether it removes a name, or asks whether the lock file is still the process's own: who cannot know leaves it.
    fileprivate var isOfTidying: Bool {
        name.hasPrefix("unlink") || isOfStatus && line.contains(".pdfco-lock")
    }

    /// Whether it asks what a file is; glibc examines an open file by fstat(2) since 2.39, and by newfstatat before.
    fileprivate var isOfStatus: Bool { ["fstat", "newfstatat"].contains(name) }
}
