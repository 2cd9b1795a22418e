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
        return Array((Console.encoded(NamedReport(names, self)) ?? "").utf8)
    }
}

extension BatchAnswer: Encodable {
    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: JobReport.Key.self)
        try values.encode(line, forKey: .line)
        try values.encodeIfPresent(address?.identifier, forKey: .id)
        try values.encode(status.rawValue, forKey: .status)
        if isDryRun { try values.encode(true, forKey: .dryRun) }
        try values.encode((duration / .milliseconds(1) * 100).rounded() / 100, forKey: .ms)
        var warnings = notices
        switch result {
        case .success(let report):
            try values.encode(0, forKey: .exitStatus)
            try report.encodeEdits(in: &values)
            if let base = report.baseBytes {
                try values.encode(base, forKey: .baseBytes)
                try values.encodeIfPresent(report.save?.baseSHA256, forKey: .baseSHA256)
                try values.encodeIfPresent(report.save?.bytes, forKey: .bytes)
            }
            warnings += report.warnings
        case .failure(let failure):
            try values.encode(diedWith ?? failure.exitStatus.rawValue, forKey: .exitStatus)
            try values.encode(failure.kind, forKey: .error)
            try values.encode(ByteText.readable(failure.problem), forKey: .message)
            try values.encodeIfPresent(failure.hint.map(ByteText.readable), forKey: .hint)
        }
        if !warnings.isEmpty { try values.encode(warnings, forKey: .warnings) }
    }
}
