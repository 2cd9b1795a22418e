import Checkpointing
import Glibc
import SystemPackage

/// Another process that records changes: `pdfco-test-checkpointer DATA-FOLDER IDENTIFIER NAME COUNT [rewrite | UMASK]`.
///
/// Each change is recorded for itself, with the log opened anew, and is `NAME NUMBER`. With `rewrite` one more is added by
/// writing the log anew. Each line that the process prints is a change that is recorded; the last is `done`, or the error.
let arguments = CommandLine.arguments
guard arguments.count >= 5, let count = Int(arguments[4]) else { exit(64) }
let option = arguments.count > 5 ? arguments[5] : nil
if let option, let mask = mode_t(option, radix: 8) { umask(mask) }

/// Tells it at once: nothing is lost when the process is killed.
func say(_ line: String) { _ = try? FileDescriptor.standardOutput.writeAll(Array((line + "\n").utf8)) }

do throws(CheckpointError) {
    // Where it is alone and its calls are made to fail, it waits for nobody but itself: for a lock that it could not close.
    let timeout = option == "rewrite" ? Duration.seconds(1) : .seconds(60)
    let store = CheckpointStore(dataDirectory: FilePath(arguments[1]), timeout: timeout)
    let identifier = try CheckpointIdentifier(arguments[2])
    let header = CheckpointHeader(path: "/document.pdf", base: "base")
    for number in 0..<count {
        let change = "\(arguments[3]) \(number)"
        try store.log(identifier).record(Array(change.utf8), editCount: 1, under: header)
        say(change)
    }
    if option == "rewrite" {
        let change = "\(arguments[3]) rewritten"
        try store.log(identifier).rewrite(under: header, adding: Array(change.utf8), editCount: 1)
        say(change)
    }
    say("done")
} catch {
    say("\(error)")
}
