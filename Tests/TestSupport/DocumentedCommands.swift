package import SystemPackage

/// The commands that a page of the documentation shows, with what they print: the blocks marked `console`, in which a command
/// begins with `$ `. A comment `<!-- $ … -->` runs a command that readers do not see, and whose output does not matter.
package struct DocumentedCommands: Sendable {
    /// The commands of one section, which are run one after the other in the same directory.
    package struct Section: Sendable, CustomStringConvertible {
        /// The heading.
        package var title: String
        package var steps: [Step] = []

        package var description: String { title }
    }

    package struct Step: Sendable {
        package var command: String
        package var output: [String] = []
        package var isHidden = false
        /// The index in the page of the first line of output, where there is none of the line behind the command.
        var line: Int
    }

    package let path: FilePath
    package private(set) var sections: [Section] = []
    private var lines: [String]

    package init(in path: FilePath) throws {
        self.path = path
        let text = String(decoding: try path.readBytes(), as: UTF8.self)
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        var section = Section(title: "")
        var isInBlock = false
        for (index, line) in lines.enumerated() {
            if let hidden = line.wholeMatch(of: #/<!-- \$ (.*) -->/#) {
                section.steps.append(Step(command: String(hidden.1), isHidden: true, line: index + 1))
            } else if line.hasPrefix("```") {
                isInBlock = line == "```console"
            } else if isInBlock, line.hasPrefix("$ ") {
                section.steps.append(Step(command: String(line.dropFirst(2)), line: index + 1))
            } else if isInBlock {
                section.steps[section.steps.count - 1].output.append(line)
            } else if line.hasPrefix("#") {
                if !section.steps.isEmpty { sections.append(section) }
                section = Section(title: line.drop { $0 == "#" || $0 == " " }.description)
            }
        }
        if !section.steps.isEmpty { sections.append(section) }
    }

    /// Writes the page anew with other outputs.
    package mutating func record(_ sections: [Section]) throws {
        for step in sections.flatMap(\.steps).filter({ !$0.isHidden }).sorted(by: { $0.line > $1.line }) {
            let end = lines[step.line...].firstIndex { $0.hasPrefix("```") || $0.hasPrefix("$ ") } ?? step.line
            lines.replaceSubrange(step.line..<end, with: step.output)
        }
        try path.write(lines.joined(separator: "\n").utf8)
    }
}
