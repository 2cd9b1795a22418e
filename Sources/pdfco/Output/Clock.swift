import FoundationEssentials
import LinuxFiles

/// The clock for the dates of annotations: SOURCE_DATE_EPOCH if it is set, so that builds are reproducible byte for
/// byte (reproducible-builds.org); otherwise the current time.
enum Clock {
    static func now() -> Date {
        guard let seconds = ThisProcess.environment("SOURCE_DATE_EPOCH").flatMap(Double.init), seconds.isFinite else {
            return Date()
        }
        return Date(timeIntervalSince1970: seconds)
    }
}
