import Documents
import LinuxFiles
import SystemPackage

/// What became of one job of a batch; one line of its output.
struct BatchAnswer {
    /// What became of a job, as a word.
    enum Status: String, CaseIterable {
        /// The document is written.
        case done
        /// The document contained everything already.
        case unchanged
        /// The document, or the edit of it, is not possible.
        case refused
        case failed
        /// Another process has the document: try again.
        case busy
        case conflict

        init(_ exitStatus: ExitStatus) {
            switch exitStatus {
            case .done: self = .done
            case .dataError, .noPermission: self = .refused
            case .temporaryFailure: self = .busy
            case .conflict: self = .conflict
            default: self = .failed
            }
        }

        var isSuccess: Bool { self == .done || self == .unchanged }

        /// The byte that stands for it between the processes of a batch.
        var byte: UInt8 { UInt8(ascii: "a") + UInt8(Self.allCases.firstIndex(of: self) ?? 0) }

        init?(byte: UInt8) {
            guard let status = Self.allCases.first(where: { $0.byte == byte }) else { return nil }
            self = status
        }
    }

    /// The number of the job's line, from 1.
    var line: Int
    var address: BatchAddress?
    var output: FilePath?
    var result: Result<JobReport, CommandFailure>
    /// Whether nothing was written, whatever the status.
    var isDryRun = false
    /// The exit status of a process that ended while it worked on the job.
    var diedWith: Int32?
    /// What the user should know besides the report.
    var notices: [String] = []
    var duration = Duration.zero

    var status: Status {
        switch result {
        case .success(let report):
            let isChanged = report.save.map { $0.bytesAppended > 0 || report.saving.output != nil } ?? false
            return isChanged || (report.edits?.applied ?? 0) > 0 ? .done : .unchanged
        case .failure(let failure): return Status(failure.exitStatus)
        }
    }

    /// The answer in JSON, on one line without its line feed.
    var json: [UInt8] {
        let names = ["file": address?.document.argument, "output": output?.argument]
        return Array((Console.encoded(NamedReport(names, BatchAnswerText(self))) ?? "").utf8)
    }
}

private struct BatchAnswerText: Encodable {
    var line: Int
    var id: String?
    var status: String
    var dryRun: Bool?
    var exitStatus: Int32
    var error: String?
    var message: String?
    var hint: String?
    var applied: Int?
    var alreadyApplied: Int?
    var bytesAppended: Int?
    var bytes: Int?
    var baseBytes: Int?
    var baseSHA256: String?
    var ignoredRestrictions: [String]?
    var warnings: [String]?
    var ms: Double

    init(_ answer: BatchAnswer) {
        (line, id, status) = (answer.line, answer.address?.identifier, answer.status.rawValue)
        dryRun = answer.isDryRun ? true : nil
        ms = (answer.duration / .milliseconds(1) * 100).rounded() / 100
        var warnings = answer.notices
        switch answer.result {
        case .success(let report):
            exitStatus = 0
            (applied, alreadyApplied) = (report.edits?.applied, report.edits?.alreadyApplied)
            bytesAppended = report.save?.bytesAppended ?? 0
            if let base = report.baseBytes {
                (baseBytes, baseSHA256, bytes) = (base, report.save?.baseSHA256, report.save?.bytes)
            }
            if !report.ignoredRestrictions.isEmpty { ignoredRestrictions = report.ignoredRestrictions }
            warnings += report.warnings
        case .failure(let failure):
            exitStatus = answer.diedWith ?? failure.exitStatus.rawValue
            (error, message) = (failure.kind, ByteText.readable(failure.problem))
            hint = failure.hint.map(ByteText.readable)
        }
        self.warnings = warnings.isEmpty ? nil : warnings
    }
}
