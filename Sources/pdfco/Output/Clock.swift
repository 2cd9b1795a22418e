import FoundationEssentials
import LinuxFiles

/// The clock for the dates of annotations: SOURCE_DATE_EPOCH if it is set, so that builds are reproducible byte for
/// byte (reproducible-builds.org); otherwise the current time.
enum Clock {
    static func now() -> Date {
        ((try? stated()) ?? nil) ?? Date()
    }

    /// Throws where SOURCE_DATE_EPOCH is no date; a command calls it before it begins.
    static func check() throws(CommandFailure) { _ = try stated() }

    private static func stated() throws(CommandFailure) -> Date? {
        guard let text = ThisProcess.environment("SOURCE_DATE_EPOCH"), !text.isEmpty else { return nil }
        return Date(timeIntervalSince1970: try OptionValue<Double>.date(text, for: "SOURCE_DATE_EPOCH"))
    }
}
