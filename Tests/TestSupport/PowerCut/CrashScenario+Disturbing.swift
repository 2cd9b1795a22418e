extension CrashScenario {
    /// Ends the command at its system calls; what is left must be what the model says.
    func kill(_ check: Check) async throws -> Int {
        let changing = recording.changingSteps
        let places = Set(sample(changing, 6) + sample(recording.steps.indices.filter { !changing.contains($0) }, 1))
        for place in places.sorted() {
            let step = recording.steps[place]
            try recording.before.write(to: directory)
            let killed = try await Strace.run(command, .kill, at: step.call, on: recording.paths)
            var crash = Crash("killed at \(step.call.line)", left: try FileTree(of: directory))
            guard killed.exitStatus == 128 + 9 else {
                throw UnexpectedRun(description: "did not come again: \(step.call.line)")
            }
            let expected = recording.tree(before: place)
            guard isReproducible ? crash.left == expected : crash.left.names == expected.names else {
                let names = Set(crash.left.names).symmetricDifference(expected.names).sorted()
                throw UnexpectedRun(description: "the model differs: \(crash.description) \(names)")
            }
            crash.result = killed
            try await judge(crash, check)
        }
        return places.count
    }

    /// Lets system calls fail, each once and from then on.
    func fail(_ check: Check) async throws -> Int {
        let (changing, looking) = recording.failures
        let all = sample(changing, 6) + sample(looking, 2)
        for (place, injection) in all {
            let call = recording.steps[place].call
            try recording.before.write(to: directory)
            let result = try await Strace.run(command, injection, at: call, on: recording.paths)
            var crash = Crash("\(injection) at \(call.line)", left: try FileTree(of: directory))
            crash.failure = (call, injection)
            crash.isAcknowledged = result.exitStatus == 0
            crash.result = result
            try await judge(crash, check)
        }
        return all.count
    }

    /// Brings the disk into the states that a power cut may leave.
    func cutPower(_ check: Check) async throws -> Int {
        let states = recording.powerCuts.states()
        let some = sample(states.filter(\.isAcknowledged), 2) + sample(states.filter { !$0.isAcknowledged }, 8)
        for state in some {
            try state.tree.write(to: directory)
            var crash = Crash(state.description, left: state.tree)
            crash.isAcknowledged = state.isAcknowledged
            try await judge(crash, check)
        }
        return some.count
    }

    /// Ends the recovery from kills and power cuts at its own system calls, and recovers again.
    func killRecovery(_ check: Check) async throws -> Int {
        let states = recording.powerCuts.states().filter { $0.tree != recording.before && $0.tree != recording.after }
        var count = 0
        for state in sample(states, 1).prefix(Self.mostRecoveries) {
            try state.tree.write(to: directory)
            let second = try await Recording(recovery, below: directory)
            for place in sample(second.changingSteps, 4) {
                let step = second.steps[place]
                try state.tree.write(to: directory)
                let killed = try await Strace.run(recovery, .kill, at: step.call, on: second.paths)
                guard killed.exitStatus == 128 + 9 else {
                    throw UnexpectedRun(description: "did not come again: \(step.call.line)")
                }
                let description = "\(state.description), recovery killed at \(step.call.line)"
                try await judge(Crash(description, left: try FileTree(of: directory)), check)
                count += 1
            }
        }
        return count
    }

    /// From how many states the recovery is ended everywhere, where everything is tried.
    private static let mostRecoveries = 40
}

extension Recording {
    /// The steps that change something; a kill elsewhere leaves what a kill at the next of these does.
    fileprivate var changingSteps: [Int] { steps.indices.filter { !steps[$0].operations.isEmpty } }

    /// Which calls are to fail, and how: those that change something, and the others.
    fileprivate var failures: (changing: [(Int, Strace.Injection)], looking: [(Int, Strace.Injection)]) {
        let errors = ["EIO", "ENOSPC", "EDQUOT"].flatMap { error in
            [false, true].map { Strace.Injection.failure(error, onwards: $0) }
        }
        let changing = changingSteps
        let all = steps.indices.flatMap { place in
            let interruption =
                steps[place].call.isInterruptible ? [Strace.Injection.failure("EINTR", onwards: false)] : []
            return (errors + interruption).map { (place, $0) }
        }
        return (all.filter { changing.contains($0.0) }, all.filter { !changing.contains($0.0) })
    }
}

extension Strace.Call {
    /// Whether a signal may interrupt the call (signal(7)) before it did anything, so that it must be repeated. A
    /// failed fsync is never repeated (invariant 6), and one that is interrupted for ever need not end.
    fileprivate var isInterruptible: Bool {
        ["openat", "read", "pread64", "write", "pwrite64", "ftruncate", "flock", "copy_file_range"].contains(name)
    }
}
