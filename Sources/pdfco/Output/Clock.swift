import FoundationEssentials
import LinuxFiles

/// The time that annotations are dated with: SOURCE_DATE_EPOCH where it is set, so that builds can be repeated byte for
/// byte (reproducible-builds.org), else the present.
enum Clock {
    static func now() -> Date {
        guard let seconds = ThisProcess.environment("SOURCE_DATE_EPOCH").flatMap(Double.init), seconds.isFinite else {
            return Date()
        }
        return Date(timeIntervalSince1970: seconds)
    }
}
