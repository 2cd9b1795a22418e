import FoundationEssentials

extension Surroundings {
    /// The clock for the dates of annotations: SOURCE_DATE_EPOCH if it is set, so that builds are reproducible byte for
    /// byte (reproducible-builds.org); otherwise the current time.
    func now() -> Date { ((try? statedTime()) ?? nil) ?? Date() }

    /// Throws where SOURCE_DATE_EPOCH is no date; a command calls it before it begins.
    func checkClock() throws(CommandFailure) { _ = try statedTime() }

    private func statedTime() throws(CommandFailure) -> Date? {
        guard let text = environment("SOURCE_DATE_EPOCH"), !text.isEmpty else { return nil }
        return Date(timeIntervalSince1970: try OptionValue<Double>.date(text, for: "SOURCE_DATE_EPOCH"))
    }
}
