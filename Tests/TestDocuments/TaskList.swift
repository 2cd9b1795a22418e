import FileDocuments
import FoundationEssentials

/// Tasks in JSON: all that an app has to say about its kind of document.
package struct TaskList: ByteContents {
    package enum Change: Codable {
        case add(String)
        case finish(String)
        case reopen(String)
        case remove(String)
    }

    struct NoSuchTask: Error {}

    /// Whether each is done.
    package private(set) var tasks: [String: Bool]

    package init(_ bytes: [UInt8]) throws { tasks = try JSONDecoder().decode([String: Bool].self, from: Data(bytes)) }

    package mutating func apply(_ change: Change) throws {
        switch change {
        case .add(let title): tasks[title] = false
        case .finish(let title), .reopen(let title), .remove(let title):
            guard tasks[title] != nil else { throw NoSuchTask() }
            tasks[title] = if case .remove = change { nil } else if case .finish = change { true } else { false }
        }
    }

    package mutating func merge(_ change: Change) throws { try apply(change) }

    package func inverse(of change: Change, before: TaskList) -> Change? {
        switch change {
        case .add(let title): .remove(title)
        case .finish(let title): .reopen(title)
        case .reopen(let title): .finish(title)
        case .remove(let title): .add(title)
        }
    }

    package func bytes() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return try Array(encoder.encode(tasks))
    }
}
