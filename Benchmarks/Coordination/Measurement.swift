import FileCoordination
import Glibc
import SystemPackage

/// What is measured, each with what it is compared to.
enum Measurement {
    /// One access by one coordinator, opening and closing included, beside opening, locking and closing alone.
    static func uncontended(_ path: FilePath) {
        let rounds = 20_000
        let clock = ContinuousClock()
        let directory = path.removingLastComponent().string
        let bare = clock.measure {
            for _ in 0..<rounds {
                for name in [directory, path.string] {
                    let file = open(name, O_RDONLY | O_CLOEXEC)
                    flock(file, LOCK_SH)
                    close(file)
                }
            }
        }
        let reading = clock.measure {
            for _ in 0..<rounds { granted { try FileCoordinator().coordinate(readingItemAt: path) { _ in } } }
        }
        let writing = clock.measure {
            for _ in 0..<rounds { granted { try FileCoordinator().coordinate(writingItemAt: path) { _ in } } }
        }
        report("open, flock and close of directory and file", [bare / rounds])
        report("uncontended read", [reading / rounds])
        report("uncontended write", [writing / rounds])
    }

    /// From the death of a process that writes to the moment another one writes.
    static func afterDeath(_ path: FilePath) {
        let delays = (0..<100).map { _ in
            let holder = Child("hold-and-die", path)
            var arrived = 0
            granted { try FileCoordinator().coordinate(writingItemAt: path) { _ in arrived = Moment.now } }
            let died = holder.nextMoment()
            holder.end()
            return Duration.nanoseconds(arrived - died)
        }
        report("writer in after the holder's death", delays)
    }

    /// A writer among eight processes that read again and again.
    static func amongReaders(_ path: FilePath) {
        let readers = (0..<8).map { _ in Child("read-on", path) }
        let delays = (0..<200).map { _ in
            let asked = Moment.now
            var arrived = asked
            granted { try FileCoordinator().coordinate(writingItemAt: path) { _ in arrived = Moment.now } }
            return Duration.nanoseconds(arrived - asked)
        }
        for reader in readers { reader.end() }
        report("writer in among eight readers that loop", delays)
    }

    private static func report(_ what: String, _ durations: [Duration]) {
        let sorted = durations.sorted()
        let median = sorted[sorted.count / 2]
        let longest = durations.count > 1 ? ", longest \(microseconds(sorted[sorted.count - 1])) µs" : ""
        print("\(what): \(durations.count > 1 ? "median " : "")\(microseconds(median)) µs\(longest)")
    }

    private static func microseconds(_ duration: Duration) -> Double {
        (Double(duration.components.attoseconds) / 1e11 + Double(duration.components.seconds) * 1e7).rounded() / 10
    }
}
