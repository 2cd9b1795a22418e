import Documents
import FoundationEssentials
import LinuxFiles
import PDFModel
import SystemPackage

/// The JSON object of a version of a document.
extension FileVersion: Encodable {
    private enum Key: CodingKey {
        case id, name, named, modified, computer, originator, conflict, resolved, reason, bytes
    }

    /// The object with the name of its document, for a list of several documents' versions.
    var named: NamedReport<FileVersion> { NamedReport(["file": document.argument], self) }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(persistentIdentifier, forKey: .id)
        try values.encode(name, forKey: .name)
        if isNamed { try values.encode(true, forKey: .named) }
        try values.encode(modificationDate, forKey: .modified)
        try values.encodeIfPresent(nameOfSavingComputer, forKey: .computer)
        try values.encodeIfPresent(nameOfOriginator, forKey: .originator)
        try values.encode(isConflict, forKey: .conflict)
        try values.encode(isResolved, forKey: .resolved)
        try values.encode(reason, forKey: .reason)
        try values.encode(bytes, forKey: .bytes)
    }
}

/// The text output about versions.
enum VersionText {
    /// - Parameter ofAll: whether the line is in a list with the versions of other documents.
    static func line(_ version: FileVersion, ofAll: Bool) -> String {
        let conflict = version.isConflict ? (version.isResolved ? "conflict resolved" : "in conflict") : nil
        let name = version.isNamed ? "named '\(version.name)'" : nil
        let parts = [SummaryText.counted(version.bytes, "byte"), version.reason, name, conflict].compactMap(\.self)
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
