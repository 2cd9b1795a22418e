import FoundationEssentials

/// Lets as many programs run at once as the machine has processors. Swift Testing starts all cases of a test
/// together; without a limit, hundreds of readers would run side by side and each would be slow.
package actor ProcessSlots {
    package static let shared = ProcessSlots(count: ProcessInfo.processInfo.activeProcessorCount)

    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    private init(count: Int) { free = count }

    /// Runs `body` as soon as a slot is free.
    package nonisolated func using<Result: Sendable>(_ body: () async throws -> Result) async throws -> Result {
        await take()
        do {
            let result = try await body()
            await giveBack()
            return result
        } catch {
            await giveBack()
            throw error
        }
    }

    /// Waits for a slot and takes it.
    private func take() async {
        if free > 0 {
            free -= 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    /// Gives the slot to whoever waits longest.
    private func giveBack() {
        if waiting.isEmpty {
            free += 1
        } else {
            waiting.removeFirst().resume()
        }
    }
}
