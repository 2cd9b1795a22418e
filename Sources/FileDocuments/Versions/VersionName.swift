internal import Cryptography
internal import LinuxFiles
internal import SystemPackage

/// The names of the two files of a version: its bytes have the document's own extension, so that other programs can open them.
struct VersionName {
    let identifier: String
    let contents: FilePath.Component
    var record: FilePath.Component { FilePath.Component(identifier + ".json")! }

    init(identifier: String, contents: FilePath.Component) {
        (self.identifier, self.contents) = (identifier, contents)
    }

    /// Creates a name of eight hexadecimal digits, short enough to type, derived from the fingerprint of the bytes.
    ///
    /// - Parameter attempt: incremented when the previous name is taken by another version.
    init(of document: FilePath, for fingerprint: [UInt8], attempt: Int) {
        identifier = SHA256.digest(of: fingerprint + Array(String(attempt).utf8)).prefix(4).hexadecimal
        let own = document.lastComponent?.extension ?? ""
        let isUsable = 1...32 ~= own.utf8.count && own != "json" && !own.contains("\u{FFFD}")
        contents = FilePath.Component("\(identifier).\(isUsable ? own : "bytes")")!
    }

    /// Returns the identifier in the name of one of a version's files; `nil` if it is not such a name.
    static func identifier(in name: FilePath.Component) -> String? {
        let (stem, digits) = (name.stem, "0123456789abcdef")
        return name.extension != nil && stem.utf8.count == 8 && stem.allSatisfy(digits.contains) ? stem : nil
    }

    /// Returns the names of the versions of which both files are among the names in a directory.
    static func all(in names: [FilePath.Component]) -> [Self] {
        let records = Set(names.filter { $0.extension == "json" }.compactMap(identifier))
        return names.compactMap { name in
            guard name.extension != "json", let identifier = identifier(in: name), records.contains(identifier) else {
                return nil
            }
            return Self(identifier: identifier, contents: name)
        }
    }
}
