internal import FoundationEssentials
internal import LinuxFiles
internal import Synchronization
internal import SystemPackage
internal import Typesetting

/// Shapes texts in a process of its own, `pdfco-text`, which starts with the first text that needs an embedded font and
/// ends with this process.
///
/// A font made to break HarfBuzz ends that process and not this one. A font file that ends it while it is read for the
/// first time is left out from then on.
final class TypesettingService: Typesetter {
    static let shared = TypesettingService()

    private struct State {
        var worker: WorkerProcess?
        var skipped: [String] = []

        mutating func shape(_ request: TextRequest) throws(TypesettingError) -> ShapedText {
            while true {
                let worker =
                    if let worker = self.worker { worker } else { try TypesettingService.start(skipping: skipped) }
                // Until it has answered, it counts as gone.
                self.worker = nil
                switch try TypesettingService.ask(worker, request) {
                case .reply(.shaped(let text)):
                    self.worker = worker
                    return text
                case .reply(.failed(let problem)):
                    self.worker = worker
                    throw .problem(problem)
                case .ended(reading: let font?) where skipped.count < TypesettingService.skipLimit:
                    guard request.font != font else {
                        throw .problem(TextProblem(.unusableFont, "the font '\(font)' cannot be used: it is damaged"))
                    }
                    skipped.append(font)
                case .reply(.reading), .ended: throw .unavailable("pdfco-text ended unexpectedly")
                }
            }
        }
    }

    private let state = Mutex(State())
    /// How long an answer may take; on a machine with many fonts the first one takes seconds.
    private static let timeout = Duration.seconds(60)
    private static let skipLimit = 16

    func shape(_ request: TextRequest) throws(TypesettingError) -> ShapedText {
        try state.withLock { state throws(TypesettingError) -> ShapedText in try state.shape(request) }
    }

    private enum Outcome {
        case reply(TextReply)
        /// It ended, perhaps over a font file.
        case ended(reading: String?)
    }

    private static func ask(_ worker: WorkerProcess, _ request: TextRequest) throws(TypesettingError) -> Outcome {
        let deadline = ContinuousClock.now + timeout
        var font: String?
        do {
            try worker.send(Array(try JSONEncoder().encode(request)) + [0x0A])
            while true {
                guard ContinuousClock.now < deadline, worker.pendingCount < TextReply.lengthLimit else { break }
                guard try wait(for: [worker], atMost: deadline - .now)[0] else { continue }
                let (lines, hasEnded) = try worker.receive()
                for line in lines {
                    let reply = try JSONDecoder().decode(TextReply.self, from: Data(line))
                    guard case .reading(let path) = reply else { return .reply(reply) }
                    font = path
                }
                if hasEnded {
                    _ = worker.waitForEnd()
                    return .ended(reading: font)
                }
            }
        } catch let error as SystemCallError where error.call == "send" {
            return .ended(reading: nil)
        } catch {
            worker.kill()
            throw .unavailable("pdfco-text sent an invalid answer")
        }
        worker.kill()
        throw .unavailable("pdfco-text did not answer within \(timeout.components.seconds) seconds")
    }

    // MARK: The program

    private static func start(skipping skipped: [String]) throws(TypesettingError) -> WorkerProcess {
        let path = try program()
        do {
            return try WorkerProcess(
                Program(helper: [ByteText.bytes(path.argument)] + skipped.map { Array($0.utf8) }))
        } catch {
            throw .unavailable("\(path.argument) cannot be started: \(error)")
        }
    }

    /// Returns the path of the program: the one that PDFCO_TEXT names, else the one beside this program or in its
    /// libexec directory.
    private static func program() throws(TypesettingError) -> FilePath {
        if let path = ThisProcess.environmentPath("PDFCO_TEXT") {
            guard (try? FileStatus(of: path)) != nil else {
                throw .unavailable("\(path.argument), which PDFCO_TEXT names, does not exist")
            }
            return path
        }
        let directory = ((try? FilePath("/proc/self/exe").resolvingLinks()) ?? "").removingLastComponent()
        let candidates = [
            directory.appending("pdfco-text"), directory.removingLastComponent().pushing("libexec/pdfco/pdfco-text"),
        ]
        for path in candidates where (try? FileStatus(of: path))?.kind == .regular { return path }
        throw .unavailable("the program pdfco-text is not installed")
    }
}
