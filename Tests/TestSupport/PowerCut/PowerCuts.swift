import Mutations

/// The states in which a power cut may leave a disk while operations were carried out on it.
///
/// At every point between two operations: what was synchronized is there, whole; of the others, any may be missing, in
/// any order, and any write may be torn. Names count singly, although ext4 keeps those of a directory in order; only a
/// rename never leaves the new name without a file.
struct PowerCuts {
    /// One state, and how it came about.
    struct State: Sendable {
        var tree: FileTree
        /// Whether the command had ended before: what it acknowledged must be there.
        var isAcknowledged: Bool
        var description: String
    }

    let before: ModelDisk
    let operations: [DiskOperation]

    /// How many operations, at most, are left out in all combinations; of more, some combinations are drawn.
    private static let exhaustive = 6
    private static let draws = 48

    /// Every state once.
    func states() -> [State] {
        var states: [State] = []
        var places: [FileTree: Int] = [:]
        for point in 0...operations.count {
            let isAcknowledged = point == operations.count
            for (tree, description) in trees(at: point) {
                if let place = places[tree] {
                    if isAcknowledged { states[place].isAcknowledged = true }
                } else {
                    places[tree] = states.count
                    let description = "power cut after \(point) operations, \(description)"
                    states.append(State(tree: tree, isAcknowledged: isAcknowledged, description: description))
                }
            }
        }
        return states
    }

    /// What a kill leaves that comes after so many operations.
    func tree(after count: Int) -> FileTree { tree(at: count, without: []) }

    private func trees(at point: Int) -> [(FileTree, String)] {
        let pending = pending(at: point)
        var trees = missing(of: pending, at: point).map { missing in
            (tree(at: point, without: missing), "without \(missing.sorted()) of \(pending)")
        }
        for index in pending {
            guard case .write(_, let offset, let bytes) = operations[index] else { continue }
            for part in PartOfWrite.all(count: bytes.count, at: offset) {
                for missing in [[], Set(pending).subtracting([index])] {
                    let tree = tree(at: point, without: missing, tearing: index, part)
                    trees.append((tree, "without \(missing.sorted()), of write \(index) \(part)"))
                }
            }
        }
        return trees
    }

    /// The operations before `point` that no synchronization has made durable by then.
    private func pending(at point: Int) -> [Int] {
        (0..<point).filter { index in
            !operations[index].isSynchronization
                && !operations[index..<point].contains { $0.makesDurable(operations[index]) }
        }
    }

    /// Which of the pending operations never arrive.
    private func missing(of pending: [Int], at point: Int) -> [Set<Int>] {
        if pending.count <= Self.exhaustive {
            return (0..<(1 << pending.count)).map { bits in
                Set(pending.enumerated().filter { bits >> $0.offset & 1 == 1 }.map(\.element))
            }
        }
        let all = Set(pending)
        var missing: [Set<Int>] = [[], all]
        for (index, operation) in pending.enumerated() {
            missing += [[operation], all.subtracting([operation]), Set(pending[..<index]), Set(pending[index...])]
        }
        var generator = SeededGenerator(state: UInt64(point))
        for _ in 0..<Self.draws { missing.append(all.filter { _ in Bool.random(using: &generator) }) }
        return missing
    }

    private func tree(
        at point: Int, without missing: Set<Int>, tearing torn: Int? = nil, _ part: PartOfWrite? = nil
    ) -> FileTree {
        var disk = before
        for index in 0..<point where !missing.contains(index) {
            disk.apply(operations[index], part: index == torn ? part : nil)
        }
        return disk.tree
    }
}
