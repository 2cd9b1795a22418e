import Mutations
import TestSupport

/// A random page tree, of a few levels, whose pages state their number as `/Mark`.
struct SamplePageTree {
    private var generator: SeededGenerator
    private(set) var pageCount = 0
    private var objects: [Int: String] = [:]
    private var nextNumber = 3

    init(seed: UInt64) { generator = SeededGenerator(state: seed) }

    mutating func file() -> [UInt8] {
        _ = node(2, parent: nil, depth: 0)
        return HandmadePDF.bytes(objects)
    }

    /// Writes a node and what is below it, and gives the number of its pages.
    private mutating func node(_ number: Int, parent: Int?, depth: Int) -> Int {
        var kids: [String] = []
        var count = 0
        let isFlat = depth == 4 || Bool.random(using: &generator)
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
            let kid = reserve()
            kids.append("\(kid) 0 R")
            if isFlat || Bool.random(using: &generator) {
                pageCount += 1
                count += 1
                objects[kid] = "<< /Type /Page /Parent \(number) 0 R /MediaBox [0 0 300 200] /Mark \(pageCount) >>"
            } else {
                count += node(kid, parent: number, depth: depth + 1)
            }
        }
        var array = "[\(kids.joined(separator: " "))]"
        if Bool.random(using: &generator) {
            let reference = reserve()
            objects[reference] = array
            array = "\(reference) 0 R"
        }
        let up = parent.map { "/Parent \($0) 0 R" } ?? ""
        objects[number] = "<< /Type /Pages \(up) /Count \(count) /Kids \(array) >>"
        return count
    }

    private mutating func reserve() -> Int {
        defer { nextNumber += 1 }
        return nextNumber
    }
}
