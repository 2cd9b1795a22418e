package import FoundationEssentials
internal import LinuxFiles
package import SystemPackage

/// The new file that receives the unsaved changes of a document that someone else has changed.
package enum ConflictCopy {
    /// Calls `write` with paths beside the document until nothing is at one, and returns that:
    /// `report (conflict 2026-11-21 08.49.31).txt`, then with a number.
    package static func write<Result>(
        of document: FilePath, at time: Date, _ write: (FilePath) throws(DocumentError) -> Result
    ) throws(DocumentError) -> (path: FilePath, result: Result) {
        let (moment, name) = (words(for: time), document.lastComponent ?? "document")
        for number in 1...100 {
            let words = "conflict \(moment)\(number == 1 ? "" : " \(number)")"
            let path = document.removingLastComponent().appending(TemporaryName.visible(for: name, words))
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
