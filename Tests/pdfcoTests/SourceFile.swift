import SystemPackage
import TestSupport

/// A Swift file of the package, as far as the architecture's rules look at it.
struct SourceFile {
    /// Relative to Sources or Tests, such as `LinuxFiles/Saving/FreeSpace.swift`.
    var path: String
    var lines: [Substring]

    var text: String { lines.joined(separator: "\n") }

    var module: String { String(path.prefix { $0 != "/" }) }

    /// The directory's path, relative as `path` is.
    var directory: String { String(FilePath(path).removingLastComponent().string) }

    var imports: [String] {
        let pattern = #/^(?:@\w+ )*(?:\w+ )?import (?:(?:struct|class|enum|protocol|func|var|typealias) )?(\w+)/#
        return lines.compactMap { $0.firstMatch(of: pattern).map { String($0.1) } }
    }

    var declaredTypes: [String] {
        let pattern = #/^\s*(?:\w+\s+)*(?:struct|class|enum|actor|protocol|typealias)\s+(\w+)/#
        return lines.compactMap { $0.firstMatch(of: pattern).map { String($0.1) } }
    }

    /// The types that other files can name: those of the outermost level that are not private.
    var openTypes: [String] {
        let pattern = #/^(?:(?!private|fileprivate)\w+ |@\w+ )*(?:struct|class|enum|actor|protocol|typealias) (\w+)/#
        return lines.compactMap { $0.firstMatch(of: pattern).map { String($0.1) } }
    }

    /// The words of its code that begin with a capital letter and are no member; comments and strings are left out.
    var usedTypes: Set<String> {
        let code = lines.map { $0.replacing(#/"(?:\\.|[^"\\])*"|\/\/.*/#, with: "") }
        return Set(code.flatMap { $0.matches(of: #/(?:^|[^\w.])([A-Z]\w*)/#).map { String($0.1) } })
    }

    static func all() throws -> [SourceFile] { try files(below: "Sources") }

    static func tests() throws -> [SourceFile] { try files(below: "Tests") }

    static func modules() throws -> [String] { try Fixture.packageDirectory.appending("Sources").list() }

    private static func files(below root: String) throws -> [SourceFile] {
        let root = Fixture.packageDirectory.appending(root)
        return try root.listRecursively().filter { $0.hasSuffix(".swift") }.map { path in
            let text = String(decoding: try root.appending(path).readBytes(), as: UTF8.self)
            return SourceFile(path: path, lines: text.split(separator: "\n", omittingEmptySubsequences: false))
        }
    }
}
