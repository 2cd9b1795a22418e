import Checkpointing
import Glibc
import SystemPackage

/// Another process that records changes: `pdfco-test-checkpointer DATA-FOLDER IDENTIFIER NAME COUNT [UMASK]`.
///
/// Each change is recorded for itself, with the log opened anew, and is `NAME COUNT`. What the process prints is `done`, or
/// the error that ended it.
let arguments = CommandLine.arguments
guard arguments.count >= 5, let count = Int(arguments[4]) else { exit(64) }
if arguments.count > 5, let mask = mode_t(arguments[5], radix: 8) { umask(mask) }

do throws(CheckpointError) {
    let store = CheckpointStore(dataFolder: FilePath(arguments[1]), timeout: .seconds(60))
    let identifier = try CheckpointIdentifier(arguments[2])
    for number in 0..<count {
        try store.log(identifier).record(
            Array("\(arguments[3]) \(number)".utf8), editCount: 1,
            under: CheckpointHeader(path: "/document.pdf", base: "base"))
    }
    print("done")
} catch {
    print("\(error)")
}
