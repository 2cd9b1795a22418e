internal import FoundationEssentials
public import PDFModel

extension Annotation {
    /// Returns a name that no other annotation has.
    ///
    /// Uses a random number source that is always available: `UUID()` reads `/dev/urandom`, and in a container without
    /// it returns only zeros, so that the second annotation would be taken for the first.
    public static func uniqueName() -> String {
        var generator = SystemRandomNumberGenerator()
        return UUID.random(using: &generator).uuidString.lowercased()
    }
}
