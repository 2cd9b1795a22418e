import Documents
import FoundationEssentials
import LinuxFiles
import PDFModel
import SystemPackage

/// The JSON object of a version of a document.
struct VersionItem: Encodable {
    var id: String
    var name: String
    var modified: Date
    var computer: String?
    var conflict: Bool
    var resolved: Bool
    var reason: String
    var bytes: Int

    /// Returns the object with the name of its document, for a list of several documents' versions.
    static func named(_ version: FileVersion) -> NamedReport<VersionItem> {
        NamedReport(["file": version.document.argument], VersionItem(version))
    }

    init(_ version: FileVersion) {
        id = version.persistentIdentifier
        name = version.name
        modified = version.modificationDate
        computer = version.nameOfSavingComputer
        conflict = version.isConflict
        resolved = version.isResolved
        reason = version.reason
        bytes = version.bytes
    }
}

/// The text output about versions.
enum VersionText {
    /// - Parameter ofAll: whether the line is in a list with the versions of other documents.
    static func line(_ version: FileVersion, ofAll: Bool) -> String {
        let conflict = version.isConflict ? (version.isResolved ? "conflict resolved" : "in conflict") : nil
        let parts = [SummaryText.counted(version.bytes, "byte"), version.reason, conflict].compactMap(\.self)
        let document = ofAll ? "\(version.document.argument): version of " : ""
        return "\(version.persistentIdentifier)  \(version.modificationDate.timestamp)  \(document)"
            + parts.joined(separator: ", ")
    }

    /// Returns what `pdfco open` shows: each version, or only the number of versions in conflict.
    static func lines(_ versions: [FileVersion], isComplete: Bool) -> [String] {
        if isComplete { return versions.map { "  version      " + line($0, ofAll: false) } }
        let count = versions.count { !$0.isResolved }
        let noun = count == 1 ? "version is" : "versions are"
        return count == 0
            ? [] : ["  conflict     \(count) \(noun) in conflict with the document (--revisions lists them)"]
    }
}
