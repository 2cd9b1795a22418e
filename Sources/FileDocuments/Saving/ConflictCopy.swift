package import FoundationEssentials
package import SystemPackage

/// The new file that receives the unsaved changes of a document that someone else has changed.
package enum ConflictCopy {
    /// Calls `write` with paths beside the document until nothing is at one, and returns that:
    /// `report (conflict 2026-11-21 08.49.31).pdf`, then with a number.
    package static func write<Result>(
        of document: FilePath, at time: Date, _ write: (FilePath) throws(DocumentError) -> Result
    ) throws(DocumentError) -> (path: FilePath, result: Result) {
        let (stem, moment) = (document.stem ?? "document", words(for: time))
        for number in 1...100 {
            var name = "\(stem) (conflict \(moment)\(number == 1 ? "" : " \(number)"))"
            if let ending = document.extension { name += ".\(ending)" }
            guard let name = FilePath.Component(name) else { break }
            let path = document.removingLastComponent().appending(name)
            do { return (path, try write(path)) } catch {
                guard case .fileExists = error.situation else { throw error }
            }
        }
        throw DocumentError(.fileExists, document)
    }

    private static func words(for time: Date) -> String {
        time.formatted(
            Date.ISO8601FormatStyle(timeZone: .gmt).year().month().day().dateTimeSeparator(.space)
                .time(includingFractionalSeconds: false)
        ).replacing(":", with: ".")
    }
}
