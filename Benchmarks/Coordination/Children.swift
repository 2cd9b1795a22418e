import FileCoordination
import Glibc
import SystemPackage

/// What the processes do that the benchmark starts.
enum Children {
    /// Writes, and is killed after a while, when somebody waits.
    static func holdAndDie(_ path: FilePath) {
        granted {
            try FileCoordinator().coordinate(writingItemAt: path) { (_: FilePath) -> Void in
                Moment.tell()
                usleep(30_000)
                Moment.tell()
                kill(getpid(), SIGKILL)
            }
        }
    }

    /// Reads again and again, for 200 µs each time.
    static func readOn(_ path: FilePath) {
        Moment.tell()
        // Until the process that started this one is gone.
        let parent = getppid()
        while getppid() == parent {
            granted { try FileCoordinator().coordinate(readingItemAt: path) { _ in _ = usleep(200) } }
        }
    }
}

func granted(_ body: () throws -> Void) {
    do { try body() } catch { fatalError("\(error)") }
}

/// A time that all processes count alike, in nanoseconds.
enum Moment {
    static var now: Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }

    /// Tells it to the process that has started this one.
    static func tell() {
        var moment = now
        _ = write(1, &moment, 8)
    }
}

/// A process that this one has started, and that told the time when it was ready.
struct Child {
    private let process: pid_t
    private let output: CInt

    init(_ verb: String, _ path: FilePath) {
        var pipes: [CInt] = [-1, -1]
        guard pipe(&pipes) == 0 else { fatalError("pipe") }
        for end in pipes { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, pipes[1], 1)
        let arguments: [String] = [CommandLine.arguments[0], verb, path.string]
        var strings: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
        strings.append(nil)
        defer { for string in strings { free(string) } }
        var process = pid_t()
        guard posix_spawn(&process, "/proc/self/exe", &actions, nil, &strings, environ) == 0 else {
            fatalError("spawn")
        }
        close(pipes[1])
        self.process = process
        output = pipes[0]
        _ = nextMoment()
    }

    /// The next time it tells.
    func nextMoment() -> Int {
        var moment = 0
        guard read(output, &moment, 8) == 8 else { fatalError("the child has ended") }
        return moment
    }

    func end() {
        kill(process, SIGKILL)
        var status: CInt = 0
        waitpid(process, &status, 0)
        close(output)
    }
}
