package import FoundationEssentials
package import SystemPackage

/// The new file that receives the unsaved changes of a document that someone else has changed.
package enum ConflictCopy {
    /// Calls `write` with paths beside the document until nothing is at one, and returns that:
    /// `report (conflict 2026-11-21 08.49.31).pdf`, then with a number.
    package static func write<Result>(
        of document: FilePath, at time: Date, _ write: (FilePath) throws(DocumentError) -> Result
    ) throws(DocumentError) -> (path: FilePath, result: Result) {
        for path in paths(beside: document, at: time) {
            do { return (path, try write(path)) } catch {
                guard case .fileExists = error.situation else { throw error }
            }
        }
        throw DocumentError(.fileExists, document)
    }

    private static func paths(beside document: FilePath, at time: Date) -> [FilePath] {
        let stamp = time.formatted(
            Date.ISO8601FormatStyle(timeZone: .gmt).year().month().day().dateTimeSeparator(.space)
                .time(includingFractionalSeconds: false))
        let moment = stamp.replacing(":", with: ".")
        let stem = document.stem ?? "document"
        return (1...100).compactMap { number in
            let counter = number == 1 ? "" : " \(number)"
            var name = "\(stem) (conflict \(moment)\(counter))"
            if let ending = document.extension { name += ".\(ending)" }
            return FilePath.Component(name).map { document.removingLastComponent().appending($0) }
        }
    }
}
