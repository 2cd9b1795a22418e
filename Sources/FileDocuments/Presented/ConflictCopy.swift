package import FoundationEssentials
package import SystemPackage

/// The new file that receives the unsaved changes of a document that someone else has changed.
package enum ConflictCopy {
    /// Returns the paths beside the document to try in order: `report (conflict 2026-11-21 08.49.31).pdf`, then with a
    /// number.
    package static func names(for document: FilePath, at time: Date) -> [FilePath] {
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
