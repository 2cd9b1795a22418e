internal import FoundationEssentials
public import PDFModel

extension Annotation {
    /// A name that no other annotation has.
    ///
    /// From random numbers that cannot be missing: `UUID()` takes its own from `/dev/urandom`, and where a container has none,
    /// gives zeros alone, so that the second annotation would pass for the first.
    public static func uniqueName() -> String {
        var generator = SystemRandomNumberGenerator()
        return UUID.random(using: &generator).uuidString.lowercased()
    }
}
