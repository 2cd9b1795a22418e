/// What an annotation breaks of a standard to which its document claims to conform.
public struct ConformanceProblem: Sendable, Equatable {
    /// What the document claims.
    public var claim: ConformanceClaim
    /// What the annotation breaks, such as "the Highlight is transparent".
    public var sentence: String
}

/// The part of a standard to which a document claims to conform.
public struct ConformanceClaim: Sendable, Equatable {
    /// A standard that restricts PDF.
    public enum Standard: String, Sendable {
        /// Documents that are kept for long (ISO 19005).
        case archiving = "PDF/A"
        /// Documents that everybody can read (ISO 14289).
        case accessibility = "PDF/UA"
    }

    /// Which standard.
    public var standard: Standard
    /// From 1 to 4.
    public var part: Int
    /// The level, such as `B`; empty where the part has none.
    public var level: String

    /// The name that users know, such as PDF/A-2b.
    public var name: String { "\(standard.rawValue)-\(part)\(level.lowercased())" }
}
