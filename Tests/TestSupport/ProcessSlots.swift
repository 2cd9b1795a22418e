import FoundationEssentials

/// Lets as many programs run at once as the machine has processors. Swift Testing starts all cases of a test
/// together; without a limit, hundreds of readers would run side by side and each would be slow.
actor ProcessSlots {
    static let shared = ProcessSlots(count: ProcessInfo.processInfo.activeProcessorCount)

    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    private init(count: Int) { free = count }

    /// Waits for a slot and takes it.
    func take() async {
        if free > 0 {
            free -= 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    /// Gives the slot to whoever waits longest.
    func giveBack() {
        if waiting.isEmpty {
            free += 1
        } else {
            waiting.removeFirst().resume()
        }
    }
}
