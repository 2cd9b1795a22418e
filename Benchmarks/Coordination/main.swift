// Measures coordinated accesses: their cost where nobody else is there, and how soon those who wait come in.
//
// `coordination-benchmark FOLDER` works on a file that it makes in FOLDER. The other verbs are the processes it starts.

import FileCoordination
import Glibc
import SystemPackage

let arguments = Array(CommandLine.arguments.dropFirst())

switch arguments.first {
case "hold-and-die": Children.holdAndDie(FilePath(arguments[1]))
case "read-on": Children.readOn(FilePath(arguments[1]))
case let directory?:
    let file = FilePath(directory).appending("coordinated")
    close(open(file.string, O_CREAT | O_RDWR | O_CLOEXEC, 0o600))
    Measurement.uncontended(file)
    Measurement.afterDeath(file)
    Measurement.amongReaders(file)
    unlink(file.string)
case nil:
    print("usage: coordination-benchmark FOLDER")
    exit(64)
}
